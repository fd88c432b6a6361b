import { z } from "zod";
import type { Trigger } from "../trigger.ts";
import { setting, wholeNumber } from "./fields.ts";

/** `extract` reads what a scope was told, `compress` shortens the session that the trigger names. */
const kinds = z.array(z.enum(["extract", "compress"]));
/** Of triggers that name no session. */
const ofScope = z.array(z.enum(["extract"]));
const EXTRACT: ["extract"] = ["extract"];

/** What each trigger asks for: kinds of jobs. The schema's own are seed 000's (R15, R43). */
const On = z
  .strictObject({
    turn_done: setting(
      kinds,
      EXTRACT,
      "Jobs when a turn is done: the reply is recorded, or none came in time.",
    ),
    token_half: setting(kinds, [], "Jobs when a session has filled half of the context window."),
    n_turns: setting(kinds, [], "Jobs after every `turns` user turns of a session."),
    idle: setting(kinds, [], "Jobs when a session has been silent for `idleMinutes`."),
    session_end: setting(kinds, [], "Jobs when a session is ended."),
    compress: setting(kinds, [], "Jobs when the bot compresses its conversation."),
    heartbeat: setting(kinds, [], "Jobs when a round of the bot's heartbeat is finished."),
    command: setting(ofScope, [], "Jobs when a user has given a command such as remember."),
    cron: setting(kinds, EXTRACT, "Jobs at every slot of `cronPattern`, for each scope with something new."),
    read: setting(
      ofScope,
      [],
      "Jobs when a scope was asked, by `recall()` or `query()`; the answer does not wait for them.",
    ),
  } satisfies Record<Trigger, z.ZodType>)
  .prefault({})
  .describe("What each trigger asks for.");

/** What sets work going, and when (C13). */
export const Triggers = z
  .strictObject({
    on: On,
    // R205–R207
    contextWindow: setting(wholeNumber(1), 128_000, "The bot's context window in tokens, for `token_half`."),
    turns: setting(wholeNumber(1), 3, "User turns between two firings of `n_turns`."),
    idleMinutes: setting(wholeNumber(1), 10, "Minutes of silence that make a session idle."),
    // R146
    waitAtEnd: setting(
      z.boolean(),
      false,
      "Whether the end of a session is read at once, and `end()` says how many memories are new or updated; else a job reads it.",
    ),
    replySeconds: setting(
      wholeNumber(0),
      15,
      "How long a user's message waits for its reply before its turn counts as done.",
    ),
    cronPattern: setting(z.string().min(1), "0 * * * *", "When `cron` fires, as a cron pattern."),
    cronZone: setting(z.string().min(1), "UTC", "The time zone of `cronPattern`."),
  })
  .prefault({})
  .describe("What sets work going, and when.");
