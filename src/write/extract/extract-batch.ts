import type { Candidate } from "../../domain/candidate.ts";
import type { FoundScope } from "../../store/tables/scopes.ts";
import { type Extracted, type ExtractInput, type Extractor, NOTHING_READ } from "../tools/extractor.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { bound } from "./group-claim.ts";
import { holdingOrders, ordersInside } from "./inner-orders.ts";
import { NOTHING_KNOWN, strongestKnown, touchedBy } from "./known-memories.ts";
import { type Batch, statedIn, withOwners } from "./load-batch.ts";
import { inParts, readApart } from "./read-in-parts.ts";
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
  const candidates: Candidate[] = [];
  for (const one of [...withOwners(batch, proposed), ...stated.candidates])
    candidates.push(await bound(tools, batch, one));
  return { batch, extracted: { ...extracted, candidates, forget } };
}

/** Whether all that is new are replies to what was read before: no model is asked about them alone. */
export function holdsOnlyReplies({ events, from }: Pick<Batch, "events" | "from">): boolean {
  const isUsers = ({ role }: { role: string }): boolean => role === "user";
  return events.slice(0, from).some(isUsers) && events.slice(from).every(({ role }) => role === "assistant");
}
