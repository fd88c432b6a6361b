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

/** Stands in the JSON of every memory that waits for a person; in a text the quotes would be escaped. */
const PENDING = '"status":"pending"';

/**
 * An answer as JSON. A memory that waits for a person is `shadow` with `needs_approval`: the statuses of `/api/ltm` have no
 * other name for it (C8). Hardly any answer holds one, and looking through the text costs less than through the value.
 */
export function wireJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(PENDING) ? JSON.stringify(withNeedsApproval(value)) : text;
}

function withNeedsApproval(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNeedsApproval);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if ("shortId" in value && "status" in value) {
    return value.status === "pending" ? { ...value, status: "shadow", needs_approval: true } : value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNeedsApproval(inner)]));
}
