import type { FeedbackEffect, FeedbackVerdict } from "../../domain/feedback.ts";
import type { MemoryStatus } from "../../domain/memory.ts";
import { addFeedback, type ListedFeedback } from "../tables/feedback.ts";
import { hideEvents } from "../tables/hidden-events.ts";
import { statusAt } from "../tables/memories.ts";
import type { OpenScope } from "../tables/scopes.ts";
import { addFigures } from "../tables/statistics.ts";
import { changeMemory } from "./change-memory.ts";
import { scopeWrite, type WriteContext } from "./context.ts";
import { existing } from "./revise.ts";

export interface FeedbackArgs extends WriteContext {
  /** The effect is undone by this. */
  batch: string;
  target: { memory: string } | { event: number; id: string };
  reply: string | null;
  verdict: FeedbackVerdict;
  author: string | null;
  /** It comes redacted. */
  note: string | null;
}

/** A memory in these is in prompts, or found on request. */
const IN_USE: readonly MemoryStatus[] = ["active", "archived"];

/**
 * Records what somebody said of a line. A line that is wrong or private is out of every prompt from now on: a memory waits
 * for a person, a message is quoted no more. Neither is deleted.
 */
export const recordFeedback = scopeWrite(async (scope, args: FeedbackArgs): Promise<ListedFeedback> => {
  const { target, reply, verdict, author, note, at } = args;
  const effect = await effectOf(scope, args);
  const row = {
    memory: "memory" in target ? target.memory : null,
    event: "event" in target ? target.event : null,
    reply,
    verdict,
    author,
    note,
    effect,
    batch: effect === "none" ? null : args.batch,
    at,
  };
  const num = await addFeedback(scope, row);
  await addFigures(scope.tx, scope.tenant, at, { [`feedback.${verdict}`]: 1 });
  return { ...row, num, event_id: "event" in target ? target.id : null };
});

async function effectOf(scope: OpenScope, args: FeedbackArgs): Promise<FeedbackEffect> {
  const { target, verdict, at, batch } = args;
  if ("event" in target) {
    if (verdict === "helped") return "none";
    await hideEvents(scope, [target.event], at, batch);
    return "hidden";
  }
  const before = await existing(scope, args, target.memory);
  if (verdict === "helped" || !IN_USE.includes(statusAt(before, at))) return "none";
  const after = { ...before, status: "pending", aged_from: null } as const;
  await changeMemory(scope, args, { before, after, event: "updated" });
  return "review";
}
