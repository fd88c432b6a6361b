import type { Chosen } from "./budget.ts";
import type { Candidate } from "./candidate.ts";
import type { Ranked } from "./rank.ts";

/** The best answer first, be it in the core or not; then what is in the core whatever is asked. */
export function inOrder(
  answers: readonly Chosen[],
  core: readonly Chosen[],
  ranked: readonly Ranked[],
): readonly Chosen[] {
  if (core.length === 0) return answers;
  const byId = new Map<string | null, Ranked | null>();
  for (const one of core) byId.set(idOf(one.ranked.candidate), null);
  byId.delete(null);
  // Of several, the one that ranks best.
  for (const one of ranked) {
    const id = idOf(one.candidate);
    if (byId.get(id) === null) byId.set(id, one);
  }
  const known = core.map((one) => {
    const found = byId.get(idOf(one.ranked.candidate)) ?? null;
    return found === null ? one : { ...one, ranked: found };
  });
  const order = [...answers];
  for (const one of known.filter(({ ranked: { candidate } }) => candidate.via !== "core")) {
    const after = order.findIndex((other) => other.ranked.place < one.ranked.place);
    order.splice(after < 0 ? order.length : after, 0, one);
  }
  return [...order, ...known.filter(({ ranked: { candidate } }) => candidate.via === "core")];
}

function idOf(candidate: Candidate): string | null {
  return candidate.kind === "event" ? null : candidate.entry.row.id;
}

/** Memories as they rank, then quotes as they were said: what came later is read later. */
export function inReadingOrder(chosen: readonly Chosen[]): Chosen[] {
  const said = ({ ranked: { candidate: one } }: Chosen): number | null =>
    one.kind === "event" && one.quotation !== null ? one.entry.event.at.getTime() : null;
  const quotes = chosen.filter((one) => said(one) !== null).sort((a, b) => said(a)! - said(b)!);
  return [...chosen.filter((one) => said(one) === null), ...quotes];
}
