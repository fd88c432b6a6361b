import { MemoirError } from "../../domain/errors.ts";
import { candidateHash, logDecisions } from "../tables/decisions.ts";
import { appendEvents, type NewEvent } from "../tables/events.ts";
import { evidenceOf } from "../tables/evidence.ts";
import { findMemory, type MemoryRow, statusAt } from "../tables/memories.ts";
import { FORGET_WAITS, isWaiting, openForget, replacedWith } from "../tables/review-queue.ts";
import type { OpenScope } from "../tables/scopes.ts";
import { buryMemory } from "../tables/tombstones.ts";
import { intervalsOf } from "../tables/validity.ts";
import { changeMemory } from "./change-memory.ts";
import { supersede } from "./claim.ts";
import { scopeWrite, type WriteContext } from "./context.ts";
import { existing } from "./revise.ts";

export interface ReviewArgs extends WriteContext {
  id: string;
}

/**
 * A person approves a pending memory: it becomes active, its TTL starts now, and the memories it replaces end
 * when the claim became true. Its trust stays that of its sources. An active memory stays as it is.
 */
export const approve = scopeWrite(async (scope, args: ReviewArgs): Promise<MemoryRow> => {
  const before = await existing(scope, args, args.id);
  if (statusAt(before, args.at) === "active") return before;
  refuseUnlessWaiting(before, args.at, "approve");
  const approved = await changeMemory(scope, args, {
    before,
    // Somebody has looked: no threshold may hide it again.
    after: { ...before, status: "active", hearsay: 0, confidence: 1, confirmed_at: args.at },
    event: "updated",
  });
  const since = (await intervalsOf(scope.tx, scope, args.id)).findLast(({ revTo }) => revTo === null);
  const until = since?.validFrom.getTime() ?? args.at;
  const replaced = await replacedWith(scope.tx, scope, args.id);
  const ids = replaced.map(({ id }) => id);
  await supersede(scope, args, approved, { ids, until });
  await logAnswer(scope, args, approved, "approved");
  return approved;
});

/** A person refuses what waited: it is disabled, and a tombstone keeps it from being extracted again. */
export const reject = scopeWrite(async (scope, args: ReviewArgs): Promise<MemoryRow> => {
  const before = await existing(scope, args, args.id);
  if (before.status === "disabled") return before;
  refuseUnlessWaiting(before, args.at, "reject");
  const after: MemoryRow = { ...before, status: "disabled", hearsay: 0 };
  const rejected = await changeMemory(scope, args, { before, after, event: "updated" });
  await buryMemory(scope, before, args.at);
  await logAnswer(scope, args, rejected, "rejected");
  return rejected;
});

function refuseUnlessWaiting(row: MemoryRow, at: number, call: "approve" | "reject"): void {
  const status = statusAt(row, at);
  if (isWaiting(status)) return;
  const instead =
    call === "reject" && status === "active"
      ? 'To take it out, forget it, or set its status to "disabled".'
      : "To bring it back, restore it.";
  throw new MemoirError(
    "conflict",
    `Memory ${row.id} is ${status}; ${call}() takes what waits: pending or shadow. ${instead}`,
    { details: { status } },
  );
}

async function logAnswer(
  scope: OpenScope,
  args: ReviewArgs,
  row: MemoryRow,
  outcome: "approved" | "rejected",
): Promise<void> {
  if (!args.audit) return;
  const [first] = await evidenceOf(scope.tx, scope, row.id);
  if (first !== undefined) await logReview(scope, args, row, { seq: first.event, outcome });
}

/** The words of the reason are in the history, from where a purge can take them. */
async function logReview(
  scope: OpenScope,
  args: WriteContext,
  { id, text }: MemoryRow,
  { seq, outcome }: { readonly seq: number; readonly outcome: "approved" | "rejected" },
): Promise<void> {
  const answer = { seq, stage: "review", outcome, reason: `by ${args.actor}`, policy: scope.policy } as const;
  await logDecisions(scope, [
    { ...answer, memory: id, hash: candidateHash(text), at: args.at, input: null, fate: null },
  ]);
}

export interface AskForgetArgs extends WriteContext {
  ids: readonly string[];
  tool: string;
  /** The tool's call. */
  event: NewEvent;
}

/** Keeps a tool's wish to forget what the user did not ask to forget, until a person answers it. */
export const askForget = scopeWrite(async (scope, args: AskForgetArgs): Promise<void> => {
  const { tool, at } = args;
  const { policy } = scope;
  const rows: MemoryRow[] = [];
  for (const id of args.ids) {
    const row = await findMemory(scope.tx, scope, id);
    if (row === undefined || (await openForget(scope.tx, scope, id)) !== undefined) continue;
    rows.push(row);
  }
  if (rows.length === 0) return;
  await appendEvents(scope, [args.event]);
  const reason = `${tool} asks to forget it; the user has not`;
  const wish = { seq: scope.seq, stage: "gate", outcome: FORGET_WAITS, reason, policy, at } as const;
  await logDecisions(
    scope,
    rows.map(({ id, text }) => ({ ...wish, memory: id, hash: candidateHash(text), input: null, fate: null })),
  );
});

export interface AnswerForgetArgs extends WriteContext {
  id: string;
  answer: "approved" | "rejected";
}

/** A person's answer to such a wish. Carrying it out is another write; until it is answered it waits. */
export const answerForget = scopeWrite(async (scope, args: AnswerForgetArgs): Promise<MemoryRow> => {
  const row = await existing(scope, args, args.id);
  const request = await openForget(scope.tx, scope, args.id);
  if (request === undefined) {
    throw new MemoirError("conflict", `Nobody asks any more to forget memory ${args.id}.`);
  }
  await logReview(scope, args, row, { seq: request.seq, outcome: args.answer });
  return row;
});
