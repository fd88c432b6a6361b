import type { Event } from "../../domain/event.ts";
import type { ProfileFieldName } from "../../domain/profile.ts";
import { cutSpan, ERASED, findWords, mergeSpans, type Span } from "../../domain/text.ts";
import { mentionsOf } from "../../language/forget.ts";
import { eraseReasons, requestsToForget } from "../tables/decisions.ts";
import { eventsAfter, eventsBySeq, findEvent } from "../tables/events.ts";
import { type EvidenceRow, evidenceFrom, evidenceOf, moveSpan } from "../tables/evidence.ts";
import { dropFeedbackOf, eraseNotes } from "../tables/feedback.ts";
import { eraseEventText, hideEvents } from "../tables/hidden-events.ts";
import { evidenceEverOf } from "../tables/history.ts";
import { findMemory, type MemoryRow, mergedInto } from "../tables/memories.ts";
import {
  deleteProfile,
  listProfile,
  type ProposalRow,
  proposalSources,
  proposalsAbout,
  updateProposal,
} from "../tables/profile.ts";
import { deleteRelationsOf, dropPairsOf } from "../tables/relations.ts";
import type { OpenScope } from "../tables/scopes.ts";
import { recordOps } from "../tables/statistics.ts";
import { buryMemory } from "../tables/tombstones.ts";
import { dropVectors } from "../tables/vectors.ts";
import { eraseMemory } from "./change-memory.ts";
import { scopeWrite, type WriteContext } from "./context.ts";
import { eraseFromAgents } from "./erase-agents.ts";
import { eraseFromFiles } from "./markdown.ts";
import { comeBack, planReturns, type Returns } from "./replacement.ts";
import { eraseAnswers } from "./requests.ts";
import { existing, type Forgotten } from "./revise.ts";
import { blankEntries } from "./timeline.ts";

export interface PurgeArgs extends WriteContext {
  ids: string[];
  /** Events that say it too, by seq: kept, and no longer recalled. Default: none. */
  events?: readonly number[];
  /** Also where any other message of the scope says it: the bot's repetition, another mention. Default: false. */
  includeRepetitions?: boolean | undefined;
  /** Only what is still forgotten and due: somebody may have restored it meanwhile. Default: whatever it is. */
  due?: boolean | undefined;
  /** `false`: memories that an erased one had replaced do not come back. Default: true, unless `due`. */
  bringBack?: boolean | undefined;
  /** `false`: it may be learned again from anybody. Default: true. */
  bury?: boolean | undefined;
}

/**
 * Erases for good: row, evidence, intervals, what the history said, and the words in the events
 * it came from. That it happened stays, as a hash; a tombstone keeps it from being extracted again.
 */
export const purge = scopeWrite(purgeIn);

export async function purgeIn(scope: OpenScope, args: PurgeArgs): Promise<Forgotten> {
  const purged: MemoryRow[] = [];
  const isDue = args.due === true;
  const returns = isDue ? NO_RETURNS : await planReturns(scope, args);
  const restored: string[] = [];
  for (const revival of returns.back) restored.push(await comeBack(scope, args, revival, "erased"));
  const erased = new Set(args.events);
  const ids = [...args.ids];
  for (const id of ids) {
    const row = await (isDue ? dueRow(scope, args, id) : existing(scope, args, id));
    if (row === null) continue;
    // Those that were merged into it say the same, and go with it.
    for (const merged of await mergedInto(scope, id)) {
      if (!ids.includes(merged.id)) await eraseRow(scope, args, merged, erased);
    }
    await eraseRow(scope, args, row, erased);
    purged.push(row);
  }
  const hidden = await hideEvents(scope, args.events ?? [], args.at);
  await blankEntries(scope, args, [...erased]);
  await eraseAnswers(scope.tx, scope.tenant);
  return { forgotten: purged, hidden, restored, replaced: [...returns.asks] };
}

const NO_RETURNS: Returns = { back: [], asks: [] };

async function eraseRow(
  scope: OpenScope,
  args: PurgeArgs,
  row: MemoryRow,
  erased: Set<number>,
): Promise<void> {
  const { id } = row;
  const erasure = { row, at: args.at, erased, words: [row.text] };
  await eraseSources(scope, erasure);
  if (args.includeRepetitions === true) await eraseRepetitions(scope, erasure);
  await eraseFromAgents(scope, erasure.words, args.includeRepetitions === true ? row : null);
  await dropFeedbackOf(scope, id);
  await eraseNotes(scope, erasure.words, args.includeRepetitions === true ? row : null);
  if (args.bury !== false) await buryMemory(scope, row, args.at);
  await eraseReasons(scope, row);
  await deleteRelationsOf(scope, id);
  await eraseFromFiles(scope, id);
  await dropPairsOf(scope, id);
  await eraseMemory(scope, args, id);
  if (!args.audit) return;
  const { thread, category } = row;
  await recordOps(scope.tx, scope, [
    {
      thread,
      node: args.node ?? "hotpath",
      op: "delete",
      status: "ok",
      memory: id,
      category,
      sim: null,
      at: args.at,
    },
  ]);
}

async function dueRow(scope: OpenScope, { at }: PurgeArgs, id: string): Promise<MemoryRow | null> {
  const row = await findMemory(scope.tx, scope, id);
  return row?.status === "soft_deleted" && row.purge_at !== null && row.purge_at <= at ? row : null;
}

/** A memory whose words are taken out of events. */
interface Erasure {
  readonly row: MemoryRow;
  readonly at: number;
  /** The places of the events that lose words. */
  readonly erased: Set<number>;
  /** The words that they lose. */
  readonly words: string[];
}

async function eraseSources(scope: OpenScope, erasure: Erasure): Promise<void> {
  const { tx } = scope;
  const { row, at, erased } = erasure;
  const requests = await requestsToForget(scope, row.id);
  const links = new Map<number, EvidenceRow | undefined>();
  // An undone statement is no evidence any more, but its words are still this memory's.
  for (const seq of await evidenceEverOf(scope, row.id)) links.set(seq, undefined);
  for (const link of await evidenceOf(tx, scope, row.id)) links.set(link.event, link);
  const events = await eventsBySeq(tx, scope, [...links.keys()]);
  for (const [seq, event] of events) {
    erased.add(seq);
    const others = (await evidenceFrom(tx, scope, seq)).filter((other) => other.memory !== row.id);
    // A vector says roughly what the words said.
    await dropVectors(scope, "e", seq);
    if (others.length === 0) {
      erasure.words.push(event.text);
      await eraseEventText(scope, { seq, text: ERASED, keepContent: false, at });
    } else await eraseShared(scope, erasure, event, links.get(seq));
  }
  for (const [seq, event] of await eventsBySeq(tx, scope, requests)) {
    if (!events.has(seq)) await eraseShared(scope, erasure, event);
    erased.add(seq);
  }
  await eraseProfileFrom(scope, new Set(Array.from(events.values(), ({ id }) => id)), row.text, at);
}

/** Events that one look takes. */
const PAGE = 500;

async function eraseRepetitions(scope: OpenScope, erasure: Erasure): Promise<void> {
  for (let after = 0; ; ) {
    const events = await eventsAfter(scope.tx, scope, after, PAGE);
    for (const event of events) {
      if (event.text !== ERASED && (await eraseShared(scope, erasure, event))) erasure.erased.add(event.seq);
    }
    if (events.length < PAGE) return;
    after = events.at(-1)!.seq;
  }
}

/**
 * The event says other things too: the words this memory came from go, and whatever else in it speaks of the same. Says
 * whether it lost any.
 */
async function eraseShared(
  scope: OpenScope,
  { row, at, words }: Erasure,
  { seq, text, content }: Event,
  link?: EvidenceRow,
): Promise<boolean> {
  const others = (await evidenceFrom(scope.tx, scope, seq)).filter((other) => other.memory !== row.id);
  const otherTexts: string[] = [];
  for (const { memory } of others) {
    const other = await findMemory(scope.tx, scope, memory);
    if (other !== undefined) otherTexts.push(other.text);
  }
  const quoted = spanOf(link);
  const spans = others.map(spanOf);
  const isAnothers = ([start, end]: Span): boolean =>
    spans.some((span) => span !== null && start < span[1] && span[0] < end);
  const position = text.indexOf(row.text);
  const places: Span[] = [
    ...(quoted === null ? [] : [quoted]),
    ...(quoted === null && position >= 0 ? [[position, position + row.text.length] as const] : []),
    ...mentionsOf(text, row.text, { keptTexts: otherTexts, subject: row.subject }).filter(
      (place) => !isAnothers(place),
    ),
  ];
  if (places.length === 0) return false;
  const cut = mergeSpans(places);
  words.push(...cut.map(([start, end]) => text.slice(start, end)));
  const rest = cutOut(text, cut, spans);
  if (rest === text && content === null) return false;
  await dropVectors(scope, "e", seq);
  // Which part of structured content says it, nobody can tell.
  await eraseEventText(scope, { seq, text: rest, keepContent: false, at });
  await moveSpans(scope, others, spans);
  return true;
}

/** A text without some of its spans; the other spans move along. */
function cutOut(text: string, places: readonly Span[], spans: (Span | null)[]): string {
  let rest = text;
  // From behind, so that what is cut moves nothing that is still to be cut.
  for (const place of places.toReversed()) {
    const cut = cutSpan(rest, place);
    rest = cut.text;
    spans.forEach((span, i) => {
      if (span !== null) spans[i] = cut.move(span);
    });
  }
  return rest;
}

async function moveSpans(
  scope: OpenScope,
  links: readonly EvidenceRow[],
  spans: readonly (Span | null)[],
): Promise<void> {
  for (const [i, link] of links.entries()) {
    const span = spans[i];
    if (span != null) await moveSpan(scope, link, span);
  }
}

function spanOf(link: EvidenceRow | undefined): Span | null {
  if (link === undefined || link.span_start === null || link.span_end === null) return null;
  return [link.span_start, link.span_end];
}

/** Takes the words of a field, or of one of its values, out of every proposal and of the events they came from. */
export async function eraseProfile(
  scope: OpenScope,
  field: ProfileFieldName,
  item: string | null,
  at: number,
): Promise<void> {
  const proposals = (await proposalsAbout(scope, field)).filter((row) => item === null || row.item === item);
  for (const row of proposals) {
    for (const id of proposalSources(row)) {
      const event = await findEvent(scope.tx, scope, id);
      if (event !== undefined) await eraseFromEvent(scope, event, valuesOf(row), at);
    }
    await blankProposal(scope, row, at);
  }
}

/** A memory and the events that it came from are erased: so is what the profile took from them. */
async function eraseProfileFrom(
  scope: OpenScope,
  events: ReadonlySet<string>,
  text: string,
  at: number,
): Promise<void> {
  const said = (value: string): boolean => findWords(text, value).length > 0;
  for (const row of await listProfile(scope.tx, scope)) {
    if (row.source !== null && events.has(row.source) && said(row.value)) await deleteProfile(scope, row);
  }
  for (const row of await proposalsAbout(scope)) {
    if (proposalSources(row).some((id) => events.has(id)) && valuesOf(row).some(said))
      await blankProposal(scope, row, at);
  }
}

function valuesOf(row: ProposalRow): string[] {
  return [row.old_value, row.new_value].filter((value) => value !== null);
}

/** The fact of the decision stays; its text is erased. Open proposals are closed. */
export async function blankProposal(scope: OpenScope, row: ProposalRow, at: number): Promise<void> {
  const words = { item: "", old_value: null, new_value: null, reason: "", erased_at: at } as const;
  const open = { status: "expired", decided_at: at, decided_how: "erased" } as const;
  await updateProposal(scope, row, row.status === "pending" ? { ...words, ...open } : words);
}

async function eraseFromEvent(
  scope: OpenScope,
  event: Event,
  values: readonly string[],
  at: number,
): Promise<void> {
  let { text } = event;
  const links = await evidenceFrom(scope.tx, scope, event.seq);
  const spans = links.map(spanOf);
  for (const value of values) text = cutOut(text, findWords(text, value), spans);
  if (text === event.text) return;
  await dropVectors(scope, "e", event.seq);
  await eraseEventText(scope, { seq: event.seq, text, keepContent: true, at });
  await moveSpans(scope, links, spans);
}
