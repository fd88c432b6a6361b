import { randomUUID } from "node:crypto";
import type { Candidate } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import type { MemoryStatus } from "../domain/memory.ts";
import type { NewMemory } from "../store/writes/claim.ts";

/** A candidate as the row it would become. */
export function newMemory(parts: {
  candidate: Candidate;
  key: string;
  status: MemoryStatus;
  confidence: number;
  rank: number;
  trust: number;
  ttlDays: number | null;
  expiresAt: number | null;
  event: Event;
  user: string | null;
  at: number;
}): NewMemory {
  const { candidate, event, at } = parts;
  return {
    id: randomUUID(),
    key: parts.key,
    kind: candidate.kind,
    type: candidate.type,
    category: candidate.category,
    text: candidate.text,
    tags: JSON.stringify([...new Set(candidate.tags)]),
    confidence: parts.confidence,
    importance: candidate.importance,
    // A memory is born as alive as it is important (R137).
    strength: candidate.importance,
    strength_at: at,
    status: parts.status,
    pinned: 0,
    superseded_by: null,
    subject: candidate.subject,
    actor: event.actor,
    role: event.role,
    user_id: parts.user,
    agent: null,
    run: null,
    thread: event.thread,
    session: event.session,
    platform: event.platform,
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
