import { randomUUID } from "node:crypto";
import { erasedEntry, METHOD_TAGS, type TimelineMethod } from "../../domain/timeline/entry.ts";
import { appendEvents, type NewEvent } from "../tables/events.ts";
import { independentEvidence, linkEvidence } from "../tables/evidence.ts";
import { eraseHistoryOf } from "../tables/history.ts";
import { findMemory, type MemoryRow } from "../tables/memories.ts";
import { IN_SCOPE, type OpenScope } from "../tables/scopes.ts";
import { findSession, NO_SESSION, pointerIn } from "../tables/sessions.ts";
import { compressionEntries, insertSpan, type SpanRow, spansOver, talkState } from "../tables/timeline.ts";
import { firstInterval } from "../tables/validity.ts";
import type { Tx } from "../tx.ts";
import { changeMemory, eraseMemory, freeId, UNAGED } from "./change-memory.ts";
import { inScope, scopeWrite, type WriteContext } from "./context.ts";

/** The outcome for some messages of a session. */
export interface NewEntries {
  method: TimelineMethod;
  /** One text, or the parts of a dump. Empty: there were no words to keep. */
  texts: string[];
  /** The first and the last message. */
  fromSeq: number;
  toSeq: number;
  /** When the last one was said. */
  lastAt: number;
  model: string | null;
  promptHash: string | null;
}

export interface CompressArgs extends WriteContext, NewEntries {
  session: string;
  /** How far the session was compressed when the messages were read: if that moved, nothing is written. */
  ifPointer: number;
  /** `talkState` of the messages then: what was forgotten meanwhile must not come back in a summary. */
  ifState: string;
}

/**
 * Keeps a compressed part of a session as timeline entries, and moves the session's pointer to its last message:
 * one transaction. `null`: somebody else compressed it meanwhile, or forgot some of its words.
 */
export const compressSession = scopeWrite(async (scope, args: CompressArgs): Promise<MemoryRow[] | null> => {
  const row = await findSession(scope.tx, scope, args.session);
  if (row === undefined || pointerIn(row) !== args.ifPointer) return null;
  if ((await talkState(scope.tx, scope, args)) !== args.ifState) return null;
  const created: MemoryRow[] = [];
  for (const [part, text] of args.texts.entries()) {
    created.push(await createEntry(scope, args, text, part));
  }
  // A tool's words come after the last message that was counted: the pointer may not end up behind the session's end.
  await scope.run(
    `update session set compressed_seq = $4, compressed_at = $5, compress_failures = 0, turns = 0, tokens = 0,
       last_seq = case when last_seq < $4 then $4 else last_seq end
     where ${IN_SCOPE} and id = $3`,
    [args.session, args.toSeq, args.lastAt],
  );
  return created;
});

export interface FailCompressionArgs extends Pick<WriteContext, "scope" | "at"> {
  session: string;
  ifPointer: number;
}

/** Counts a summary that failed, and says how many in a row have; 0 where another one has succeeded meanwhile. */
export const failCompression = scopeWrite(async (scope, args: FailCompressionArgs): Promise<number> => {
  const row = await findSession(scope.tx, scope, args.session);
  if (row === undefined || pointerIn(row) !== args.ifPointer) return 0;
  const failures = row.compress_failures + 1;
  await scope.run(`update session set compress_failures = $4 where ${IN_SCOPE} and id = $3`, [
    args.session,
    failures,
  ]);
  return failures;
});

/** Longer session ids are known by their beginning here: a key is an id, too. */
const LONGEST_NAME = 200;

type EntryContext = WriteContext & NewEntries & { session: string };

/** The entry as a memory, backed by the note that the conversation was compressed. */
async function createEntry(
  scope: OpenScope,
  context: EntryContext,
  text: string,
  part: number,
): Promise<MemoryRow> {
  const { at, session, method, fromSeq, toSeq, lastAt } = context;
  const id = await freeId(scope);
  await appendEvents(scope, [noteOf(context)]);
  const created = await changeMemory(scope, context, {
    before: null,
    after: entryRow(context, id, text),
    event: "created",
    evidence: scope.seq,
  });
  await linkEvidence(scope, {
    memory: id,
    event: scope.seq,
    method: method === "model" ? "llm_extract" : "rule",
    trust: 0.5,
    span_start: null,
    span_end: null,
    model: context.model,
    prompt_hash: context.promptHash,
    meta: "{}",
    created_at: at,
  });
  const count = await independentEvidence(scope, created);
  await scope.run(`update memory set evidence_count = $4 where ${IN_SCOPE} and id = $3`, [id, count]);
  await firstInterval(scope, id, lastAt, created.rev);
  const span = { memory: id, session, part, method, from_seq: fromSeq, to_seq: toSeq, stale: 0 };
  await insertSpan(scope, span);
  return { ...created, evidence_count: count };
}

/** The words of the messages stay theirs alone: the note has none, so that an erasure need not look for them here. */
function noteOf({ at, session, fromSeq, toSeq }: EntryContext): NewEvent {
  return {
    id: `compress_${randomUUID()}`,
    type: "system",
    role: "system",
    actor: null,
    text: "A conversation was compressed.",
    content: JSON.stringify({ compressed: { session, from: fromSeq, to: toSeq } }),
    platform: null,
    session: null,
    thread: null,
    turn: null,
    at,
    recordedAt: at,
  };
}

function entryRow({ at, session, method, lastAt }: EntryContext, id: string, text: string): MemoryRow {
  return {
    id,
    key: `ctx_${session.slice(0, LONGEST_NAME)}_${randomUUID()}`,
    rev: 0,
    terms: "",
    kind: "timeline",
    type: "episode",
    category: "timeline",
    text,
    tags: JSON.stringify(METHOD_TAGS[method]),
    confidence: method === "model" ? 0.8 : 1,
    importance: 0.5,
    strength: 0.5,
    strength_at: lastAt,
    evidence_count: 0,
    status: "active",
    hearsay: 0,
    pinned: 0,
    superseded_by: null,
    merged_into: null,
    subject: null,
    actor: null,
    role: "assistant",
    user_id: null,
    agent: null,
    run: null,
    thread: null,
    session: session === NO_SESSION ? null : session,
    platform: null,
    // Dated by what was said, not by when it was compressed.
    created_at: lastAt,
    updated_at: at,
    confirmed_at: lastAt,
    last_activated: lastAt,
    activation_count: 0,
    last_accessed: null,
    access_count: 0,
    ttl_days: null,
    expires_at: null,
    purge_at: null,
    slot: null,
    affirmed: 1,
    rank: 0,
    trust: 0.5,
    ...UNAGED,
  };
}

/**
 * Takes the words out of all entries that hold any of these events: nobody can tell which part of a summary came
 * from which message. A job writes the remaining part again from the messages that are left.
 */
export async function blankEntries(
  scope: OpenScope,
  context: WriteContext,
  seqs: readonly number[],
): Promise<void> {
  for (const span of await spansOver(scope, seqs)) {
    const before = await findMemory(scope.tx, scope, span.memory);
    if (before === undefined) continue;
    await scope.run(`update timeline_span set stale = stale + 1 where ${IN_SCOPE} and memory = $3`, [
      span.memory,
    ]);
    const text = erasedEntry(span.method, before.text);
    if (before.text === text) continue;
    // It follows from what was forgotten: nobody has to be allowed to do it, and nobody can undo it alone.
    const change = {
      ...context,
      categories: undefined,
      batch: undefined,
      audit: false,
    };
    await changeMemory(scope, change, { before, after: { ...before, text }, event: "updated" });
    await eraseHistoryOf(scope, span.memory);
  }
}

export interface RebuildArgs extends WriteContext {
  /** The entries of one compression as they were when the messages were read. */
  spans: Pick<SpanRow, "memory" | "session" | "from_seq" | "stale">[];
  /** Their new texts. Where there are fewer, the last entries go; where there are more, new ones come. */
  texts: string[];
  method: TimelineMethod;
  model: string | null;
  promptHash: string | null;
}

/** Writes entries again from what is left of their messages; `false`: words were taken away meanwhile. */
export function rebuildEntries(tx: Tx, rebuild: RebuildArgs): Promise<boolean> {
  const args = { ...rebuild, audit: false };
  return inScope(tx, args, async (scope) => {
    const [first] = args.spans;
    if (first === undefined) return true;
    const now = await compressionEntries(tx, scope, first);
    const same =
      now.length === args.spans.length &&
      now.every(({ memory, stale }, i) => memory === args.spans[i]!.memory && stale === args.spans[i]!.stale);
    if (!same) return false;
    for (const [part, span] of now.entries()) {
      const text = args.texts[part];
      const before = await findMemory(tx, scope, span.memory);
      if (text === undefined || before === undefined) {
        await eraseMemory(scope, args, span.memory);
        continue;
      }
      await scope.run(`update timeline_span set stale = 0, method = $4 where ${IN_SCOPE} and memory = $3`, [
        span.memory,
        args.method,
      ]);
      const after = { ...before, text, tags: JSON.stringify(METHOD_TAGS[args.method]) };
      if (text !== before.text) await changeMemory(scope, args, { before, after, event: "updated" });
    }
    const last = now.at(-1)!;
    const lastAt = (await findMemory(tx, scope, last.memory))?.created_at ?? args.at;
    const { session, from_seq: fromSeq, to_seq: toSeq } = last;
    const further = { ...args, session, fromSeq, toSeq, lastAt };
    for (const [part, text] of args.texts.entries()) {
      if (part >= now.length) await createEntry(scope, further, text, part);
    }
    return true;
  });
}

export interface DropEntriesArgs extends WriteContext {
  ids: string[];
}

/** Erases entries that are older than they may get. Their messages are not touched. */
export const dropEntries = scopeWrite(async (scope, args: DropEntriesArgs): Promise<number> => {
  for (const id of args.ids) await eraseMemory(scope, args, id);
  return args.ids.length;
});
