import { randomUUID } from "node:crypto";
import type { Feedback, FeedbackInput } from "../../api/feedback.ts";
import type { CallOptions } from "../../api/options.ts";
import type { Receipt } from "../../api/recall.ts";
import { checkUnbound } from "../../domain/allowlist.ts";
import { checkNames, checkOneOf, checkOptions, checkWhole } from "../../domain/arguments.ts";
import { type BlockRef, checkBlockRef, type LineRef } from "../../domain/block-ref.ts";
import { invalidArgument, MemoirError } from "../../domain/errors.ts";
import { FEEDBACK_VERDICTS } from "../../domain/feedback.ts";
import { redact } from "../../domain/redact/redact.ts";
import { formatScope, type Scope } from "../../domain/scope.ts";
import { checkId, checkOptionalId, checkText, LIMITS } from "../../domain/text.ts";
import { findContext } from "../../store/tables/contexts.ts";
import { eventsBySeq, findEvent } from "../../store/tables/events.ts";
import { toFeedback } from "../../store/tables/feedback.ts";
import { visibleMemory } from "../../store/tables/memories.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { FeedbackArgs } from "../../store/writes/feedback.ts";
import { checkEnabled } from "../tools/proposal.ts";
import type { Acting, WriteTools } from "../tools/write-tools.ts";

type Target = FeedbackArgs["target"];

const FIELDS = ["memory", "event", "reply", "receipt", "line", "verdict", "by", "note"];

/** Who gives feedback, and where. */
interface Giving {
  readonly tools: WriteTools;
  readonly scope: Scope;
  readonly acting: Acting;
}

/** Records what somebody says of a line that a model was given. */
export async function giveFeedback(
  giving: Giving,
  feedback: FeedbackInput,
  { signal }: CallOptions = {},
): Promise<Feedback> {
  const { tools, scope, acting } = giving;
  tools.use();
  const input = checkOptions(feedback, "feedback()");
  checkNames(input, FIELDS, "feedback()");
  checkEnabled(tools.settings, "written");
  const verdict = checkOneOf(input.verdict, FEEDBACK_VERDICTS, "verdict");
  const args = {
    ...tools.context(scope, `feedback: ${verdict}`, acting),
    ...{ verdict, batch: randomUUID(), target: await targetOf(giving, input) },
    reply: checkOptionalId(input.reply, "reply"),
    author: checkOptionalId(input.by, "by"),
    note: noteOf(input.note, tools.settings.privacy.denyPatterns),
  };
  return toFeedback(await tools.store.write("giveFeedback", args, { signal }));
}

/** Secrets are masked in a note, as in everything that is stored. */
function noteOf(note: unknown, denyPatterns: readonly string[]): string | null {
  if (note === undefined || note === null) return null;
  return redact(checkText(note, "note", LIMITS.reason), denyPatterns).text;
}

/** What the feedback is about: named in one way. */
async function targetOf(giving: Giving, input: FeedbackInput): Promise<Target> {
  const { memory, event, receipt, reply, line } = input;
  const ways = [memory, event, receipt].filter((way) => way !== undefined).length;
  const byReply = ways === 0 && reply !== undefined;
  if ((ways !== 1 && !byReply) || (line !== undefined) !== (receipt !== undefined || byReply)) {
    throw invalidArgument(
      "Say what the feedback is about in one way: memory, event, reply with the number of a line, or receipt with one.",
    );
  }
  if (memory !== undefined) return memoryTarget(giving, checkId(memory, "memory"));
  checkUnbound(giving.acting.access, "messages");
  if (event !== undefined) return eventTarget(giving, checkId(event, "event"));
  const block = receipt === undefined ? await blockOf(giving, reply!) : checkedBlock(receipt);
  return lineTarget(giving, block, checkWhole(line, "line", 1, Number.MAX_SAFE_INTEGER));
}

async function memoryTarget({ tools, scope, acting }: Giving, id: string): Promise<Target> {
  const memory = await visibleMemory(tools.use(), scope, acting.access, id);
  // The store tells "never was" from "erased".
  return { memory: memory?.row.id ?? id };
}

async function eventTarget({ tools, scope }: Giving, id: string): Promise<Target> {
  const scopeRef = await findScope(tools.use(), scope);
  const event = scopeRef === undefined ? undefined : await findEvent(tools.use(), scopeRef, id);
  if (event === undefined || event.erasedAt !== null) throw noMessage(id);
  return { event: event.seq, id: event.id };
}

function noMessage(id: string): MemoirError {
  return new MemoirError("not_found", `There is no message ${id} in this scope, or its words are gone.`, {
    details: { id },
  });
}

function checkedBlock(receipt: Receipt): BlockRef {
  return checkBlockRef(checkOptions(receipt, "receipt").block, "receipt.block");
}

async function blockOf({ tools, scope }: Giving, blockName: string): Promise<BlockRef> {
  const reply = checkId(blockName, "reply");
  const scopeRef = await findScope(tools.use(), scope);
  const row = scopeRef === undefined ? undefined : await findContext(tools.use(), scopeRef, reply);
  if (row !== undefined) return checkedBlock(JSON.parse(row.receipt) as Receipt);
  throw new MemoirError("not_found", `No context is on record for the reply ${reply} here.`, {
    details: { reply },
  });
}

async function lineTarget(giving: Giving, { lines }: BlockRef, line: number): Promise<Target> {
  const { tools, scope } = giving;
  const ref: LineRef | undefined = lines[line - 1];
  if (ref === undefined) {
    throw invalidArgument(`line is ${line}, and the block has ${lines.length}.`, { lines: lines.length });
  }
  if (ref.scope !== undefined && ref.scope !== formatScope(scope)) {
    throw invalidArgument(`That line is of ${ref.scope}, which is only read here. Give the feedback there.`);
  }
  if ("id" in ref) return memoryTarget(giving, ref.id);
  const scopeRef = await findScope(tools.use(), scope);
  const event =
    scopeRef === undefined ? undefined : (await eventsBySeq(tools.use(), scopeRef, [ref.seq])).get(ref.seq);
  if (event === undefined || event.erasedAt !== null) throw noMessage(String(ref.seq));
  return { event: event.seq, id: event.id };
}
