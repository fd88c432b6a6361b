import { countTurns } from "../trigger.ts";

/** Why a conversation is compressed. */
export type CompressReason = "token_half" | "n_turns" | "idle";

/** A message of the live history, as planning needs it. */
export interface LiveMessage {
  readonly role: string;
  readonly turn: string | null;
  readonly at: number;
}

export interface CompressLimits {
  /** Tokens of the whole prompt. */
  readonly tokens: number;
  readonly contextWindow: number;
  /** User turns after which it is compressed whatever its size; `null` = never (R206). */
  readonly turns: number | null;
  /** Silence before the newest turn after which it is; `null` = never (R207). */
  readonly idleMs: number | null;
  readonly now: number;
}

/** The first condition that is met (R205–R207); `null` = none is. */
export function whyCompress(live: readonly LiveMessage[], limits: CompressLimits): CompressReason | null {
  if (limits.tokens > limits.contextWindow / 2) return "token_half";
  const { turns } = countTurns(
    live.map(({ role, turn }) => ({ type: "message", role, turn })),
    null,
  );
  if (limits.turns !== null && turns >= limits.turns) return "n_turns";
  if (limits.idleMs === null) return null;
  const before = live[firstKept(live, 1) - 1];
  return before !== undefined && limits.now - before.at >= limits.idleMs ? "idle" : null;
}

/**
 * Where the part begins that stays: at the first message of the user's last `turns` turns, so that no answer of a tool is
 * parted from its call. Of a conversation without a user the last message stays.
 */
export function firstKept(live: readonly LiveMessage[], turns: number): number {
  if (turns === 0) return live.length;
  let left = turns;
  let turn: string | null = null;
  let first = live.findLastIndex(({ role }) => role === "user");
  if (first < 0) return Math.max(0, live.length - 1);
  for (let i = first; i >= 0 && left >= 0; i -= 1) {
    const { role, turn: own } = live[i]!;
    if (role !== "user") continue;
    // Messages of one turn id are one turn.
    if (own === null || own !== turn) left -= 1;
    turn = own;
    if (left >= 0) first = i;
  }
  return first;
}
