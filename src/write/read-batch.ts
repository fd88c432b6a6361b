import type { Said } from "../domain/candidate.ts";
import type { FoundScope } from "../store/scopes.ts";
import { askOpen } from "./ask-open.ts";
import type { Batch } from "./batch.ts";
import { readApart } from "./extract/apart.ts";
import type { Extracted, ExtractInput, Extractor } from "./extract/extractor.ts";
import { inParts } from "./extract/in-parts.ts";
import type { Reading } from "./reader/reader.ts";
import { roleOf } from "./source-role.ts";
import { statedIn } from "./stated.ts";
import { strongestKnown } from "./strongest-known.ts";
import { NOTHING_KNOWN, touchedBy } from "./touched.ts";
import type { WriteTools } from "./write-tools.ts";

export interface ReadBatch {
  readonly batch: Batch;
  readonly reading: Reading;
  /** With known memories by their numbers in the store. */
  readonly extracted: Extracted;
}

/**
 * What a batch says, by rules or by a model that sees what is known. `"less"`: more was said than one answer can tell, and
 * less is to be read at once, before anything of it is kept. `"again"`: what the batch follows is no longer in mind, and
 * it is to be read with its context.
 */
export async function readBatch(
  tools: WriteTools,
  place: FoundScope | undefined,
  next: Batch,
  signal: AbortSignal | undefined,
): Promise<ReadBatch | "less" | "again"> {
  const { scope } = next;
  const stated = statedIn(next.events, next.said, next.from);
  const reading =
    next.talk === null
      ? await tools.rules.read(stated.said, next.from, signal)
      : await tools.rules.follow(next.talk, stated.said, next.from, signal);
  if (reading === null) return "again";
  const batch = { ...next, said: withoutUnread(next.said, reading) };
  const { extractor: withModel } = tools;
  const known =
    withModel === null || place === undefined
      ? NOTHING_KNOWN
      : tools.settings.extraction.known === "strongest"
        ? await strongestKnown(tools, place)
        : await touchedBy(tools, place, batch, reading.byRules.candidates);
  const { writePolicy } = (await tools.tenants.now(scope.tenant)).settings;
  const extractor: Extractor = (part) =>
    withModel === null ? Promise.resolve(reading.byRules) : readApart(withModel, part);
  const input: ExtractInput = {
    tenant: scope.tenant,
    said: withoutUnread(stated.said, reading),
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
  const proposed = extracted.candidates.map((one) => ({
    ...one,
    category: called[one.category] ?? one.category,
    matches: named(one.matches),
    contradicts: named(one.contradicts),
    extends: named(one.extends),
    seen: named(one.seen),
  }));
  const forget = (extracted.forget ?? []).map((one) => ({ ...one, known: named(one.known) }));
  const withRoles = [...proposed, ...stated.candidates].map((candidate) => ({
    candidate,
    role: roleOf(batch, candidate),
  }));
  const candidates = await askOpen(tools, batch, withRoles, signal);
  return { batch, reading, extracted: { ...extracted, candidates, forget } };
}

/** What took too long to read is read by nobody else. */
function withoutUnread(said: readonly Said[], { unread }: Reading): readonly Said[] {
  return unread.size === 0
    ? said
    : said.map((one, place) => (unread.has(place) ? { ...one, text: "" } : one));
}
