import type { WriteEntry, WriteReport } from "../api/write.ts";
import { checkAborted } from "../domain/errors.ts";
import type { EventType } from "../domain/event.ts";
import type { Scope } from "../domain/scope.ts";
import { nextTurn } from "../runtime/yield.ts";
import { toMemory } from "../store/tables/memories.ts";
import { NO_PROGRESS, submitClaim } from "./commit/commit.ts";
import { ReadLog } from "./commit/read-log.ts";
import { classifyOps } from "./commit/report.ts";
import { askAboutMatches } from "./decide/ask-about-matches.ts";
import { withRoles } from "./extract/claim-owner.ts";
import {
  claimsOf,
  extractBatch,
  holdsOnlyReplies,
  MAX_OF_A_MESSAGE,
  type MessageClaims,
  type ProposedClaim,
  proposalsOf,
  reasonToIgnore,
} from "./extract/extract-batch.ts";
import { type Batch, loadBatch } from "./extract/load-batch.ts";
import type { Extracted } from "./tools/extractor.ts";
import { scopeKey } from "./tools/scope-queue.ts";
import type { WriteTools } from "./tools/write-tools.ts";
import { forgetNamed, forgetOnRequest } from "./verbs/forget-requests.ts";

/** Events read at once. */
const BATCH = 40;
/** The same where one call reads all that waits: no session is longer. */
const WHOLE = 2_000;

interface ExtractOptions {
  /** Reads this session only. Default: all that was said in the scope, in its order. */
  readonly session?: string;
  /** Replies that nobody has answered yet wait for the next message, where a language model reads. Default: false. */
  readonly replyWaits?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads all that a scope or a session has not been read from yet, in the stages below. A failure leaves the events
 * unread: they are read again, and memories kept before are matched as known.
 */
export function extractPending(
  tools: WriteTools,
  scope: Scope,
  options: ExtractOptions = {},
): Promise<WriteReport> {
  return tools.turns.run(`extract ${scopeKey(scope)}`, () => extractInBatches(tools, scope, options));
}

/** load → extract → ask about open matches → propose, decide and commit each message. */
async function extractInBatches(
  engineTools: WriteTools,
  scope: Scope,
  { session: only, replyWaits = false, signal }: ExtractOptions,
): Promise<WriteReport> {
  const session = only ?? null;
  const entries: WriteEntry[] = [];
  let events = 0;
  const isWhole = engineTools.settings.extraction.oneCall && engineTools.extractor !== null;
  const maxSize = isWhole ? WHOLE : BATCH;
  let size = maxSize;
  while (engineTools.settings.enable) {
    checkAborted(signal);
    const tools = { ...engineTools, embed: embedOnce(engineTools) };
    const batch = await loadBatch(tools, { scope, session, size });
    if (batch === null) break;
    // A user's message is read before the reply to it is there: that is read with the next message.
    if (replyWaits && tools.extractor !== null && holdsOnlyReplies(batch)) break;
    const extracted = await extractBatch(tools, batch, signal);
    const count = batch.events.length - batch.from;
    if (extracted === "less") {
      size = Math.ceil(count / 2);
      continue;
    }
    size = Math.min(maxSize, size * 2);
    const candidates = await askAboutMatches(tools, batch, withRoles(batch, extracted.candidates), signal);
    entries.push(...(await commitBatch(tools, batch, { ...extracted, candidates }, session)));
    events += count;
  }
  return { events, entries };
}

/**
 * One message after the other, and of each one claim after the other, so that each meets what the one before has
 * become. The watermark goes past an event in the transaction that keeps its last claim.
 */
async function commitBatch(
  tools: WriteTools,
  batch: Batch,
  extracted: Extracted,
  session: string | null,
): Promise<WriteEntry[]> {
  const log = new ReadLog(session);
  for (let position = batch.from; position < batch.events.length; position += 1)
    await commitMessage(tools, claimsOf(batch, extracted, position), log);
  const { seq } = batch.events.at(-1)!;
  if (!log.isCommittedTo(seq)) {
    // The rest of what was read came to nothing.
    const { policy } = await tools.tenants.now(batch.scope);
    const context = tools.context(batch.scope, "extract");
    await tools.store.write("commit", { ...context, ...log.progressTo(seq), entry: null, policy });
  }
  return log.entries;
}

/** Commands and edits have separate decisions. */
const HEARD: ReadonlySet<EventType> = new Set(["message", "tool_result", "import"]);

async function commitMessage(tools: WriteTools, message: MessageClaims, log: ReadLog): Promise<void> {
  const { event } = message;
  const entriesBefore = log.entries.length;
  for (const { text, problem } of message.refused)
    log.refuse(event, { text, stage: "extract", reason: problem });
  const { entries, itself } = await forgetRequested(tools, message);
  log.entries.push(...entries);
  const reason = `one message says more than ${MAX_OF_A_MESSAGE} things`;
  for (const { text } of message.surplus) log.refuse(event, { text, stage: "extract", reason });
  const proposals = itself ? [] : proposalsOf(message);
  log.count(classifyOps(tools, event, proposals.length > 0 ? "ok" : "skipped"));
  for (const proposal of proposals) await commitClaim(tools, message, proposal, log);
  if (log.entries.length === entriesBefore && HEARD.has(event.type))
    log.ignore(event, reasonToIgnore(message));
}

/** Forgets what a message asks to forget. `itself`: it asks to forget what it says itself. */
async function forgetRequested(
  tools: WriteTools,
  { batch: { scope }, event, sourceEvent, candidates, toForget }: MessageClaims,
): Promise<{ entries: WriteEntry[]; itself: boolean }> {
  const message = { sourceEvent, event, claims: candidates.length > 0 };
  if (tools.extractor === null) return forgetOnRequest(tools, scope, message);
  // A model names what is to be forgotten.
  const entries: WriteEntry[] = [];
  for (const targets of toForget) entries.push(...(await forgetNamed(tools, scope, message, targets)));
  return { entries, itself: false };
}

async function commitClaim(
  tools: WriteTools,
  { batch, event }: MessageClaims,
  proposed: ProposedClaim,
  log: ReadLog,
): Promise<void> {
  if ("refused" in proposed) {
    log.refuse(event, { text: proposed.refused, stage: "gate", reason: proposed.reason });
    return;
  }
  const { proposal, also, isLast } = proposed;
  const { text } = proposal.candidate;
  // Nobody waits for what is read: each claim is compared in a turn of the event loop that nothing else has used.
  await nextTurn();
  const entered = await submitClaim(tools, {
    proposal,
    also,
    source: event.seq,
    names: batch.names,
    context: tools.context(batch.scope, "extract"),
    done: isLast ? log.progressTo(event.seq) : NO_PROGRESS,
  });
  if ("refused" in entered) {
    log.refuse(event, { ...entered.refused, text, stage: "gate", case: entered.case });
    return;
  }
  const { outcome, reason, replaced } = entered;
  const memory = entered.memory === null ? null : toMemory(entered.memory, tools.now());
  log.entries.push({ outcome, text, reason, eventId: event.id, memory, replaced });
  if (isLast) log.committed(event.seq);
}

/** A claim is compared before a model is asked about it and again when it is written: its vectors are made once. */
function embedOnce({ embed }: WriteTools): WriteTools["embed"] {
  const cache = new Map<string, ReturnType<WriteTools["embed"]>>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const vectors = embed(text);
    cache.set(text, vectors);
    return vectors;
  };
}
