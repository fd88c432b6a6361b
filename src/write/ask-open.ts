import type { Candidate } from "../domain/candidate.ts";
import { MemoirError } from "../domain/errors.ts";
import type { SourceRole } from "../domain/trust.ts";
import { findScope } from "../store/scopes.ts";
import type { Batch } from "./batch.ts";
import { meetKnown } from "./meet.ts";
import { findNear } from "./nearest.ts";
import type { WriteTools } from "./write-tools.ts";

/** Pairs that one call asks about. */
const MOST = 40;

/**
 * The candidates of a reading with a model's word about the known memories that words leave open: one call for all of
 * them. Only what was known before is asked about, never one candidate about another: they come from one answer. What
 * the model saw when it proposed them it has judged already.
 */
export async function askOpen(
  tools: WriteTools,
  { scope, names }: Pick<Batch, "scope" | "names">,
  proposed: readonly { readonly candidate: Candidate; readonly role: SourceRole }[],
  signal: AbortSignal | undefined,
): Promise<Candidate[]> {
  const candidates = proposed.map(({ candidate }) => candidate);
  if (tools.ask === undefined || tools.settings.extraction.oneCall || candidates.length === 0)
    return candidates;
  const place = await findScope(tools.store.read, scope);
  if (place === undefined) return candidates;
  const ladder = { ...tools.settings.match, canAsk: true, oneTeller: scope.kind === "user" };
  const open: { readonly candidate: Candidate; readonly num: number; readonly text: string }[] = [];
  for (const one of proposed) {
    const { candidate } = one;
    const vectors = await tools.embed(candidate.text);
    const seen = await findNear(tools, place, { candidate, vectors });
    const { decision } = meetKnown(one, seen, { ...ladder, names, now: tools.now() });
    const like =
      decision.outcome === "ask"
        ? seen.near.find(({ row: { num } }) => num === decision.target)?.row
        : undefined;
    if (like !== undefined) open.push({ candidate, num: like.num, text: like.text });
  }
  if (open.length === 0) return candidates;
  const asked = open.slice(0, MOST);
  const pairs = asked.map(({ candidate, text }) => ({ a: candidate.text, b: text }));
  const words = await tools.ask(pairs, scope.tenant, signal);
  // Without its word there might be two memories of one fact: the events wait until it can be asked (R300).
  if (words === null)
    throw new MemoirError("model_unavailable", "The model did not say whether two claims are one.");
  return candidates.map((candidate) => {
    const i = asked.findIndex((one) => one.candidate === candidate);
    if (i < 0) return candidate;
    const { num } = asked[i]!;
    return {
      ...candidate,
      matches: words[i] === "same" ? [...candidate.matches, num] : candidate.matches,
      contradicts: words[i] === "update" ? [...candidate.contradicts, num] : candidate.contradicts,
    };
  });
}
