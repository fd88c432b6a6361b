import type { Hit } from "../index.ts";

/**
 * Hits as JSON writes them, for less: a third of what they cost there are their dates, and most dates of one memory are
 * one and the same moment.
 */
export function wireHits(hits: readonly Hit[]): object[] {
  const iso = isoOnce();
  return hits.map((hit) => {
    if (hit.kind !== "memory") return hit;
    const { memory } = hit;
    return {
      ...hit,
      evidence: hit.evidence.map((one) => ({ ...one, at: iso(one.at) })),
      memory: {
        ...memory,
        strengthAt: iso(memory.strengthAt),
        createdAt: iso(memory.createdAt),
        updatedAt: iso(memory.updatedAt),
        confirmedAt: iso(memory.confirmedAt),
        lastActivated: iso(memory.lastActivated),
      },
    };
  });
}

/** The fields of a hit that most callers use: a third of the bytes, without the parts of its score. */
export function lightHits(hits: readonly Hit[]): object[] {
  const iso = isoOnce();
  return hits.map((hit) => {
    const { kind, id, text, score, core } = hit;
    if (hit.kind === "event") {
      const { role, actor, session, at } = hit.event;
      const later = hit.later === null ? null : { text: hit.later.text, at: iso(hit.later.event.at) };
      return { kind, id, text, score, core, role, actor, session, at: iso(at), later };
    }
    const { type, category, tags, subject, confidence, createdAt, updatedAt } =
      hit.kind === "memory" ? hit.memory : hit.entry;
    const about = { type, category, tags, subject, confidence };
    return { kind, id, text, score, core, ...about, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
  });
}

/** Writes a moment that it has just written no second time. */
function isoOnce(): (date: Date) => string {
  let moment = Number.NaN;
  let text = "";
  return (date) => {
    const ms = date.getTime();
    if (ms !== moment) {
      moment = ms;
      text = date.toISOString();
    }
    return text;
  };
}

/**
 * An answer in which a memory that waits for a person is `shadow` with `needs_approval`: the statuses of `/api/ltm` have
 * no other name for it (C8). What holds no such memory, as most answers, is given back as it is.
 */
export function withNeedsApproval(value: unknown): unknown {
  return holdsPending(value) ? approvalNeeded(value) : value;
}

function holdsPending(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isMemory(value)) return value.status === "pending";
  for (const name in value) if (holdsPending(value[name as keyof typeof value])) return true;
  return false;
}

function approvalNeeded(value: unknown): unknown {
  if (!holdsPending(value)) return value;
  if (Array.isArray(value)) return value.map(approvalNeeded);
  const outer = value as object;
  if (isMemory(outer)) return { ...outer, status: "shadow", needs_approval: true };
  return Object.fromEntries(Object.entries(outer).map(([name, inner]) => [name, approvalNeeded(inner)]));
}

function isMemory(value: object): value is { readonly status: unknown } {
  return "shortId" in value && "status" in value;
}
