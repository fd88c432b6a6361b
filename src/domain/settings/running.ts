import { z } from "zod";
import { UPKEEP_JOBS } from "../enums.ts";
import { flag, limit, section, setting, share, whole } from "./fields.ts";

/** The worker that asks a model which memories are one. */
const Consolidate = section("How a language model is asked which memories state one fact.", {
  enable: flag(
    false,
    "Whether a language model is asked every day which memories state one fact, and those are merged.",
  ),
  pairsPerDay: whole(1, 50, "Pairs of one scope that a model is asked about in a UTC day."),
  pairsPerPrompt: setting(z.int().min(1).max(20), 8, "Pairs in one prompt."),
  tokensPerDay: limit(
    200_000,
    "Tokens, in and out, that this job of one tenant may use in a UTC day; `null` = no separate limit.",
  ),
  freshHours: whole(1, 72, "Memories changed within so many hours are looked at."),
  recentDays: whole(1, 90, "Memories confirmed within so many days are compared."),
  recheckDays: whole(1, 14, "A pair that was compared is left alone for so many days."),
});

/** Insights: what a conversation may say about the person and the relationship. */
const Insight = section("Insights from conversations about the person and the relationship.", {
  enable: flag(
    false,
    "Whether a language model is asked, at most once a day for each user, what a conversation says about them and the relationship.",
  ),
});

export const UpkeepSection = section("When upkeep runs, and how much one run may do.", {
  pattern: setting(z.string().min(1), "0 4 * * *", "When the daily jobs run, as a cron pattern."),
  zone: setting(z.string().min(1), "UTC", "The time zone of `pattern`."),
  off: setting(
    z.array(z.enum(UPKEEP_JOBS)),
    [],
    "Jobs that do not run by themselves, such as `sweep`; `upkeep run` still runs them.",
  ),
  maxRows: whole(
    1,
    10_000,
    "Rows that one run changes at most; what is left is done by a run right after it.",
  ),
  maxSeconds: whole(1, 60, "Seconds that one run may take; what is left is done by a run right after it."),
  compact: flag(
    false,
    "Whether memories that say the same in the same words or their synonyms, or are as near as `match` asks by cosine, are merged every day.",
  ),
  consolidate: Consolidate,
  insight: Insight,
});

export const JobsSection = section("How queued work is run.", {
  concurrency: whole(1, 2, "Jobs one process runs at the same time."),
  pollMs: whole(10, 250, "How often other processes' jobs are looked for; this process's own start at once."),
  tickMs: whole(10, 1_000, "How often schedules and idle sessions are looked for."),
  leaseMs: whole(
    500,
    30_000,
    "How long a job stays with a process that shows no sign of life before another takes it over.",
  ),
  // Five tries, 30 s doubling, at most 30 min.
  maxAttempts: whole(1, 5, "Tries before a job is set aside as dead."),
  backoffMs: whole(0, 30_000, "The wait after the first failure; each further one doubles it."),
  backoffMaxMs: whole(0, 1_800_000, "The longest wait between two tries."),
  backoffJitter: setting(share, 0.25, "The share of a wait that chance may take off."),
  timeoutMs: whole(1, 600_000, "How long one try may take before it counts as failed."),
  graceMs: whole(
    0,
    5_000,
    "How long running jobs may go on when the process stops, before they are handed back.",
  ),
});

/** `extract` reads a scope's new messages, `compress` shortens the session that the trigger names. */
const kinds = z.array(z.enum(["extract", "compress"]));
/** Of triggers that name no session. */
const ofScope = z.array(z.enum(["extract"]));
const EXTRACT: ["extract"] = ["extract"];

/** The kinds of jobs each trigger starts. The schema's own are seed 000's. */
const On = section("The jobs each trigger starts.", {
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
});

/** The triggers of jobs. A preset says which of them start which job. */
export type Trigger = keyof z.output<typeof On>;

export const TriggersSection = section("When background work starts.", {
  on: On,
  contextWindow: whole(1, 128_000, "The bot's context window in tokens, for `token_half`."),
  turns: whole(1, 3, "User turns between two firings of `n_turns`."),
  idleMinutes: whole(1, 10, "Minutes of silence that make a session idle."),
  waitAtEnd: flag(
    false,
    "Whether the end of a session is read at once, and `end()` says how many memories are new or updated; else a job reads it.",
  ),
  replySeconds: whole(
    0,
    1,
    "How long a user's message waits for its reply before it is read without it. A reply that comes later is read with the next message.",
  ),
  cronPattern: setting(z.string().min(1), "0 * * * *", "When `cron` fires, as a cron pattern."),
  cronZone: setting(z.string().min(1), "UTC", "The time zone of `cronPattern`."),
});

const HOSTS = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.hostname()];

/** A host or a network as people write it. */
const host = z.string().refine((name) => HOSTS.some((one) => one.safeParse(name).success), {
  message: 'must be a host or a network, as in "bot.internal", "127.0.0.1" or "10.0.0.0/8"',
});

export const HooksSection = section("How changes are delivered to hooks.", {
  allow: setting(
    z.array(host),
    [],
    "Hosts and networks that a hook may reach although they are private or loopback, and without https: `bot.internal`, `127.0.0.1`, `10.0.0.0/8`.",
  ),
  timeoutMs: whole(1, 10_000, "How long a receiver may take to answer."),
  backoffMs: whole(1, 10_000, "The wait after the first failed attempt; each further one doubles it."),
  backoffMaxMs: whole(1, 3_600_000, "The longest wait between two attempts."),
  giveUpHours: whole(0, 24, "Hours after its first attempt when a delivery that always fails is parked."),
});

export const ServerSection = section("The HTTP server.", {
  host: setting(z.string().min(1), "127.0.0.1", "The address it listens on; loopback unless told otherwise."),
  port: setting(z.int().min(0).max(65_535), 7411, "The port; 0 takes a free one."),
  allowedHosts: setting(
    z.array(z.string().min(1)),
    [],
    "Names by which it may be called besides its own address, such as memory.example.com behind a proxy.",
  ),
  https: flag(
    false,
    "Whether browsers reach it by https, through a proxy; the cookie of a login is then sent over nothing else.",
  ),
  requestsPerSecond: limit(100, "How many requests a second one key may make; null = no limit."),
  burst: whole(1, 200, "How many of them may come at once."),
  maxBodyKilobytes: whole(1, 1_024, "The largest body of a request."),
  maxImportMegabytes: whole(1, 1_024, "The largest file that may be imported."),
  drainMs: whole(
    0,
    0,
    "How long a server that is told to stop still takes requests while `/ready` answers 503: longer than a balancer needs to notice.",
  ),
  graceMs: whole(0, 10_000, "How long open requests may go on when the server stops."),
});
