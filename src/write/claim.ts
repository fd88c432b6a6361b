import type { MemoryStatus } from "../domain/memory.ts";
import type { NewMemory } from "../store/writes/claim.ts";
import type { Proposal } from "./proposal.ts";

/** A proposal as the row it would become. */
export function newMemory(
  { candidate, source, asked }: Proposal,
  parts: {
    key: string;
    tags: readonly string[];
    status: MemoryStatus;
    confidence: number;
    rank: number;
    trust: number;
    ttlDays: number | null;
    expiresAt: number | null;
    user: string | null;
    at: number;
  },
): NewMemory {
  const { at } = parts;
  return {
    key: parts.key,
    kind: candidate.kind,
    type: candidate.type,
    category: candidate.category,
    text: candidate.text,
    tags: JSON.stringify([...new Set(parts.tags)]),
    confidence: parts.confidence,
    importance: candidate.importance,
    // A memory is born as alive as it is important (R137).
    strength: candidate.importance,
    strength_at: at,
    status: parts.status,
    pinned: asked?.pinned === true ? 1 : 0,
    superseded_by: null,
    merged_into: null,
    subject: candidate.subject,
    actor: source.actor,
    role: source.role,
    user_id: parts.user,
    agent: asked?.agent ?? null,
    run: asked?.run ?? null,
    thread: source.thread,
    session: source.session,
    platform: source.platform,
    created_at: at,
    updated_at: at,
    confirmed_at: at,
    last_activated: at,
    activation_count: 0,
    last_accessed: null,
    access_count: 0,
    ttl_days: parts.ttlDays,
    expires_at: parts.expiresAt,
    purge_at: null,
    slot: candidate.slot,
    affirmed: candidate.affirmed ? 1 : 0,
    rank: parts.rank,
    trust: parts.trust,
  };
}
