import type { Candidate, SourceEvent } from "../../domain/candidate.ts";
import type { Event } from "../../domain/event.ts";
import { heldSecret, NOT_KEPT } from "../../domain/redact/redact.ts";
import type { Scope } from "../../domain/scope.ts";
import { visibleText } from "../../domain/text.ts";
import { whyIgnored } from "../../language/salience.ts";
import { bindsOthers } from "../../language/suspicion.ts";
import { type Extracted, type ExtractInput, type Extractor, NOTHING_READ } from "../tools/extractor.ts";
import { type ClaimProposal, sourceOf } from "../tools/proposal.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { bindCandidate, isAboutNobody, roleIn, withOwners } from "./claim-owner.ts";
import { holdingOrders, ordersInside } from "./inner-orders.ts";
import { NOTHING_TOUCHED, strongestKnown, type TouchedMemories, touchedBy } from "./known-memories.ts";
import type { Batch } from "./load-batch.ts";
import { inParts, readApart } from "./read-in-parts.ts";
import { byRequest } from "./request-extractor.ts";
import { isImported, statedIn, statedNote } from "./stated-claims.ts";
import { saysNothing } from "./substance.ts";

/**
 * The candidates of a batch: what people ask to remember, or what a model reads that sees the known memories, which are
 * named by their numbers in the store. `"less"`: the batch holds more than one answer can state; read fewer messages at
 * once before anything is kept.
 */
export async function extractBatch(
  tools: WriteTools,
  batch: Batch,
  signal: AbortSignal | undefined,
): Promise<Extracted | "less"> {
  const stated = statedIn(batch.events, batch.sourceEvents, batch.from);
  const unread = stated.candidates.length === 0 ? await leftUnread(tools, batch, stated.sourceEvents) : null;
  if (unread !== null) return unread;
  const touched = await loadKnownMemories(tools, batch);
  const { writePolicy } = (await tools.tenants.now(batch.scope)).settings;
  const input: ExtractInput = {
    tenant: batch.scope.tenant,
    sourceEvents: stated.sourceEvents,
    from: batch.from,
    knownMemories: touched.memories.map(({ text }, i) => ({ number: i + 1, text })),
    subjects: touched.subjects,
    aliases: touched.aliases,
    maxPerTurn: writePolicy.maxWritesPerTurn,
    now: tools.now(),
    signal,
  };
  const extractor = extractorOf(tools);
  const first = await extractor(input);
  if (!first.complete && batch.events.length - batch.from > 1) return "less";
  const extracted = withNumbers(await inParts(extractor, input, first), touched);
  const inside = tools.extractor === null ? await ordersInside(tools.embed, batch, stated.sourceEvents) : [];
  const held = await holdingOrders(tools.embed, batch, [...extracted.candidates, ...inside]);
  const { names } = tools.settings.categories;
  const renamedClaims = held.map((one) => ({ ...one, category: names[one.category] ?? one.category }));
  const candidates: Candidate[] = [];
  for (const candidate of [...withOwners(batch, renamedClaims), ...stated.candidates])
    candidates.push(await bindCandidate(tools, batch, candidate));
  return { ...extracted, candidates };
}

/**
 * Messages that no model is asked about, marked as read rather than kept waiting: nothing is lost, for the words stay to
 * be quoted and are context of the next batch. `null`: they are to be read.
 */
async function leftUnread(
  tools: WriteTools,
  batch: Batch,
  sourceEvents: readonly SourceEvent[],
): Promise<Extracted | null> {
  if (tools.extractor === null) return null;
  if (holdsOnlyReplies(batch)) return NOTHING_READ;
  const isSmallTalk = await saysNothing(sourceEvents, batch.from, tools.embed);
  return isSmallTalk ? { ...NOTHING_READ, unread: "small talk" } : null;
}

/** Whether all that is new are replies to what was read before: no model is asked about them alone. */
export function holdsOnlyReplies({ events, from }: Pick<Batch, "events" | "from">): boolean {
  const isUsers = ({ role }: { role: string }): boolean => role === "user";
  return events.slice(0, from).some(isUsers) && events.slice(from).every(({ role }) => role === "assistant");
}

async function loadKnownMemories(tools: WriteTools, batch: Batch): Promise<TouchedMemories> {
  const { scopeRow } = batch;
  if (tools.extractor === null || scopeRow === undefined) return NOTHING_TOUCHED;
  const find = tools.settings.extraction.known === "strongest" ? strongestKnown : touchedBy;
  return find(tools, scopeRow, batch);
}

function extractorOf({ extractor: withModel, settings }: WriteTools): Extractor {
  return (part) =>
    withModel === null
      ? Promise.resolve(byRequest(part, settings.commands.names))
      : readApart(withModel, part);
}

/** A model names known memories by their numbers in the prompt; the store knows them by others. */
function withNumbers(extracted: Extracted, { memories }: TouchedMemories): Extracted {
  const inStore = (numbers: readonly number[] = []): number[] =>
    numbers.flatMap((n) => memories[n - 1]?.num ?? []);
  return {
    ...extracted,
    candidates: extracted.candidates.map((candidate) => ({
      ...candidate,
      matches: inStore(candidate.matches),
      contradicts: inStore(candidate.contradicts),
      extends: inStore(candidate.extends),
      seen: inStore(candidate.seen),
    })),
    forget: (extracted.forget ?? []).map((one) => ({ ...one, knownMemories: inStore(one.knownMemories) })),
  };
}

/** Claims of one message that are compared with all that is known; a list of 1,000 is no talk. */
export const MAX_OF_A_MESSAGE = 40;

/** What was extracted from one message of a batch. */
export interface MessageClaims {
  readonly batch: Batch;
  readonly extracted: Extracted;
  readonly event: Event;
  readonly sourceEvent: SourceEvent;
  readonly candidates: readonly Candidate[];
  /** Further candidates than one message may have. */
  readonly surplus: readonly Candidate[];
  readonly refused: Extracted["refused"];
  /** Known memories, by their numbers, and messages, by seq, that a model says it asks to forget. */
  readonly toForget: readonly {
    readonly memories: readonly number[];
    readonly messages: readonly number[];
  }[];
}

/** The part of an extraction that comes from one message, by its position in the batch. */
export function claimsOf(batch: Batch, extracted: Extracted, position: number): MessageClaims {
  const isFromIt = ({ source }: { readonly source: number }): boolean => source === position;
  const all = extracted.candidates.filter(isFromIt);
  return {
    batch,
    extracted,
    event: batch.events[position]!,
    sourceEvent: batch.sourceEvents[position]!,
    candidates: all.slice(0, MAX_OF_A_MESSAGE),
    surplus: all.slice(MAX_OF_A_MESSAGE),
    refused: extracted.refused.filter(isFromIt),
    toForget: (extracted.forget ?? []).filter(isFromIt).map(({ knownMemories, messages }) => ({
      memories: knownMemories,
      messages: messages.map((one) => seqAt(batch, one)),
    })),
  };
}

/** A claim to decide on, or one that is refused before any decision. */
export type ProposedClaim =
  | {
      readonly proposal: ClaimProposal;
      /** Further events that back it, by seq. */
      readonly also: readonly number[];
      readonly isLast: boolean;
    }
  | { readonly refused: string; readonly reason: string };

/** The claims that a message proposes: each is looked up when those before it are kept. */
export function proposalsOf(message: MessageClaims): ProposedClaim[] {
  const { batch, event, sourceEvent, candidates } = message;
  // No model of ours has read what was stated elsewhere.
  const { model, promptHash } = statedNote(event) === null ? message.extracted : NOTHING_READ;
  return candidates.map((claim, i) => {
    if (event.role === "user" && isAboutNobody(batch.scope, sourceEvent, claim))
      return { refused: claim.text, reason: "nobody is known to have said it" };
    if (heldSecret(claim.text)) return { refused: claim.text, reason: NOT_KEPT };
    const attributedClaim = attributeClaim(batch.scope, claim, sourceEvent);
    const candidate = { ...attributedClaim, text: visibleText(attributedClaim.text) };
    return {
      proposal: {
        candidate,
        role: roleIn(batch, candidate),
        source: sourceOf(event),
        overrides: null,
        imported: isImported(event),
        model,
        promptHash,
      },
      also: (candidate.alsoFrom ?? []).map((position) => seqAt(batch, position)),
      isLast: i === candidates.length - 1,
    };
  });
}

/** In a group, a claim that would bind the others is attributed to its speaker. */
function attributeClaim(scope: Scope, candidate: Candidate, { name, actor }: SourceEvent): Candidate {
  const who = name ?? actor;
  if (scope.kind !== "group" || candidate.subject !== null || who === null || !bindsOthers(candidate.text))
    return candidate;
  const by = /\p{sc=Han}/u.test(candidate.text) ? `${who}说：` : `${who} said: `;
  // What could not be told in the third person is quoted, and says already who said it.
  const text = candidate.text.startsWith(by) ? candidate.text : `${by}${candidate.text}`;
  return { ...candidate, text, subject: actor };
}

function seqAt({ events }: Batch, position: number): number {
  return events[position]!.seq;
}

/** Why nothing was kept of a message. */
export function reasonToIgnore({ batch: { scope }, extracted, event, sourceEvent }: MessageClaims): string {
  const { model, unread } = extracted;
  if (unread !== undefined && event.role === "user" && event.type === "message") return unread;
  const hasAuthor = scope.kind !== "group" || sourceEvent.actor !== null;
  const role = event.type === "tool_result" ? "tool" : event.role;
  return whyIgnored({ role, text: event.text, ownText: sourceEvent.text, hasAuthor, model });
}
