/** The triggers of jobs (C13). A preset says which of them start which job. */
const TRIGGERS = [
  "turn_done",
  "token_half",
  "n_turns",
  "idle",
  "session_end",
  "compress",
  "heartbeat",
  "command",
  "cron",
  "read",
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** An event as far as counting turns needs it. */
export interface TurnEvent {
  readonly type: string;
  readonly role: string;
  readonly turn: string | null;
}

/** The amount that some consecutive events add to their session. */
export interface TurnCount {
  /** User turns begun; messages of one turn id count once, also across calls by `lastTurn`. */
  readonly turns: number;
  readonly lastTurn: string | null;
  /** A user spoke; an assistant replied. */
  readonly asked: boolean;
  readonly replied: boolean;
}

export function countTurns(events: readonly TurnEvent[], lastTurn: string | null): TurnCount {
  let turns = 0;
  let last = lastTurn;
  let asked = false;
  let replied = false;
  for (const { type, role, turn } of events) {
    if (type !== "message") continue;
    if (role === "assistant") replied = true;
    if (role !== "user") continue;
    asked = true;
    if (turn === null || turn !== last) turns += 1;
    last = turn;
  }
  return { turns, lastTurn: last, asked, replied };
}

export interface TurnThresholds {
  /** R205: fires when the tokens since the last time are more than half of this. */
  readonly contextWindow: number;
  /** R206. */
  readonly turns: number;
}

/** Which of the counting triggers are due. */
export function dueByCount(
  session: { readonly turns: number; readonly tokens: number },
  thresholds: TurnThresholds,
): ("token_half" | "n_turns")[] {
  return [
    ...(session.tokens > thresholds.contextWindow / 2 ? (["token_half"] as const) : []),
    ...(session.turns >= thresholds.turns ? (["n_turns"] as const) : []),
  ];
}
