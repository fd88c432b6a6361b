import { MemoirError } from "../../domain/errors.ts";
import { candidateHash, logDecisions } from "../decisions.ts";
import { appendEvents, type NewEvent } from "../events.ts";
import { FORGET_WAITS, openForget } from "../forget-waits.ts";
import { findMemory, type MemoryRow } from "../memories.ts";
import { newestPolicy } from "../policies.ts";
import type { Tx } from "../tx.ts";
import { inScope, type WriteContext } from "./context.ts";
import { existing } from "./revise.ts";

export interface AskForgetArgs extends WriteContext {
  ids: readonly string[];
  tool: string;
  /** The tool's call. */
  event: NewEvent;
}

/** Keeps a tool's wish to forget what the user did not ask to forget, until a person answers it (C27). */
export function askForget(tx: Tx, args: AskForgetArgs): Promise<void> {
  return inScope(tx, args, async (scope) => {
    const { tool, at } = args;
    const rows: MemoryRow[] = [];
    for (const id of args.ids) {
      const row = await findMemory(tx, scope, id);
      if (row === undefined || (await openForget(tx, scope, id)) !== undefined) continue;
      rows.push(row);
    }
    if (rows.length === 0) return;
    await appendEvents(scope, [args.event]);
    const policy = (await newestPolicy(tx, scope.tenant))?.version ?? 0;
    const reason = `${tool} asks to forget it; the user has not`;
    const wish = { seq: scope.seq, stage: "gate", outcome: FORGET_WAITS, reason, policy, at } as const;
    await logDecisions(
      scope,
      rows.map(({ id, text }) => ({ ...wish, memory: id, hash: candidateHash(text) })),
    );
  });
}

export interface AnswerForgetArgs extends WriteContext {
  id: string;
  answer: "approved" | "rejected";
}

/** A person's answer to such a wish. Carrying it out is another write; until it is answered it waits. */
export function answerForget(tx: Tx, args: AnswerForgetArgs): Promise<MemoryRow> {
  return inScope(tx, args, async (scope) => {
    const row = await existing(scope, args, args.id);
    const asked = await openForget(tx, scope, args.id);
    if (asked === undefined) {
      throw new MemoirError("conflict", `Nobody asks any more to forget memory ${args.id}.`);
    }
    await logDecisions(scope, [
      {
        seq: asked.seq,
        stage: "review",
        outcome: args.answer,
        reason: `by ${args.actor}`,
        memory: args.id,
        hash: candidateHash(row.text),
        policy: (await newestPolicy(tx, scope.tenant))?.version ?? 0,
        at: args.at,
      },
    ]);
    return row;
  });
}
