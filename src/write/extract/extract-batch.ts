import type { Candidate } from "../../domain/candidate.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { SourceRole } from "../../domain/trust.ts";
import { type FoundScope, findScope } from "../../store/tables/scopes.ts";
import { bound, roleIn } from "../decide/group-claim.ts";
import { meetKnown } from "../decide/match-known.ts";
import { findNear } from "../decide/nearest.ts";
import type { WriteTools } from "../write-tools.ts";
import {
  type Extracted,
  type ExtractInput,
  type Extractor,
  inParts,
  NOTHING_READ,
  readApart,
} from "./extractor.ts";
import { holdingOrders, ordersInside } from "./inner-orders.ts";
import { NOTHING_KNOWN, strongestKnown, touchedBy } from "./known-memories.ts";
import { type Batch, statedIn, withOwners } from "./load-batch.ts";
import { byRequest } from "./request-extractor.ts";
import { saysNothing } from "./substance.ts";

export interface ReadBatch {
  readonly batch: Batch;
  /** With known memories by their numbers in the store. */
  readonly extracted: Extracted;
}

/**
 * The candidates of a batch: what people ask to remember, or what a model reads that sees the known memories. `"less"`:
 * the batch holds more than one answer can state; read fewer messages at once before anything is kept.
 */
export async function readBatch(
  tools: WriteTools,
  place: FoundScope | undefined,
  batch: Batch,
  signal: AbortSignal | undefined,
): Promise<ReadBatch | "less"> {
  const { scope } = batch;
  const stated = statedIn(batch.events, batch.said, batch.from);
  const { extractor: withModel } = tools;
  // Marked as read rather than kept waiting: nothing is lost, for the words stay to be quoted and are context of the next
  // batch.
  if (withModel !== null && stated.candidates.length === 0) {
    if (holdsOnlyReplies(batch)) return { batch, extracted: NOTHING_READ };
    if (await saysNothing(stated.said, batch.from, tools.embed))
      return { batch, extracted: { ...NOTHING_READ, unread: "small talk" } };
  }
  const known =
    withModel === null || place === undefined
      ? NOTHING_KNOWN
      : tools.settings.extraction.known === "strongest"
        ? await strongestKnown(tools, place, batch)
        : await touchedBy(tools, place, batch);
  const { writePolicy } = (await tools.tenants.now(scope)).settings;
  const extractor: Extractor = (part) =>
    withModel === null ? Promise.resolve(byRequest(part)) : readApart(withModel, part);
  const input: ExtractInput = {
    tenant: scope.tenant,
    said: stated.said,
    from: batch.from,
    known: known.memories.map(({ text }, i) => ({ number: i + 1, text })),
    subjects: known.subjects,
    aliases: known.aliases,
    maxPerTurn: writePolicy.maxWritesPerTurn,
    now: tools.now(),
    signal,
  };
  const first = await extractor(input);
  if (!first.complete && batch.events.length - batch.from > 1) return "less";
  const extracted = await inParts(extractor, input, first);
  const named = (numbers: readonly number[] = []): number[] =>
    numbers.flatMap((n) => known.memories[n - 1]?.num ?? []);
  const { names: called } = tools.settings.categories;
  const inside = withModel === null ? await ordersInside(tools.embed, batch, stated.said) : [];
  const read = await holdingOrders(tools.embed, batch, [...extracted.candidates, ...inside]);
  const proposed = read.map((one) => ({
    ...one,
    category: called[one.category] ?? one.category,
    matches: named(one.matches),
    contradicts: named(one.contradicts),
    extends: named(one.extends),
    seen: named(one.seen),
  }));
  const forget = (extracted.forget ?? []).map((one) => ({ ...one, known: named(one.known) }));
  const withRoles: { readonly candidate: Candidate; readonly role: SourceRole }[] = [];
  for (const one of [...withOwners(batch, proposed), ...stated.candidates]) {
    const candidate = await bound(tools, batch, one);
    withRoles.push({ candidate, role: roleIn(batch, candidate) });
  }
  const candidates = await askOpen(tools, batch, withRoles, signal);
  return { batch, extracted: { ...extracted, candidates, forget } };
}

/** Whether all that is new are replies to what was read before: no model is asked about them alone. */
export function holdsOnlyReplies({ events, from }: Pick<Batch, "events" | "from">): boolean {
  const isUsers = ({ role }: { role: string }): boolean => role === "user";
  return events.slice(0, from).some(isUsers) && events.slice(from).every(({ role }) => role === "assistant");
}

/** Pairs that one call asks about. */
const MAX_EMBEDDED = 40;

/**
 * The candidates of a reading with a model's word about the known memories that words leave open: one call for all of
 * them. Only what was known before is asked about, never one candidate about another: they come from one answer.
 * Memories that the model saw when it proposed them are judged already.
 */
async function askOpen(
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
  const asked = open.slice(0, MAX_EMBEDDED);
  const pairs = asked.map(({ candidate, text }) => ({ a: candidate.text, b: text }));
  const words = await tools.ask(pairs, scope.tenant, signal);
  // Without its word there might be two memories of one fact: the events wait until it can be asked.
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
