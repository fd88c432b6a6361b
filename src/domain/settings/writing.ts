import { z } from "zod";
import { MEMORY_TYPES } from "../memory.ts";
import { flag, limit, section, setting, share, whole } from "./fields.ts";

const memoryTypes = z.array(z.enum(MEMORY_TYPES));

export const WritePolicySection = section("Rules for writes.", {
  enable: flag(true, "Whether memories are written at all."),
  mode: setting(
    z.enum(["shadow", "auto", "manual"]),
    "shadow",
    "Where an accepted candidate lands: `shadow` keeps it apart and never injects it, `auto` makes it active once the thresholds are met, `manual` queues it for approval. Only `auto` quotes users' own words; what gives power in a group or binds its others waits for approval in every mode.",
  ),
  minConfidence: setting(share, 0.6, "The least confidence a candidate needs to become active."),
  // At least one: without a source there is no active memory.
  minEvidenceCount: whole(1, 1, "How many independent events must back it."),
  repetitionCap: setting(
    z.number().min(1),
    1.5,
    "The most that repetition multiplies a confidence by: a tenth for each further piece of evidence. `1` = repetition makes nothing surer.",
  ),
  allowedTypes: setting(memoryTypes, [...MEMORY_TYPES], "The memory types that may be written."),
  limits: setting(
    z.enum(["chat", "all"]),
    "chat",
    "The writes that `maxWritesPer…` limits and counts: `chat` those that come from messages and from commands in chat, `all` also `remember()` and tools. Imports and edits by hand are never limited.",
  ),
  maxWritesPerSession: limit(10, "Writes in one session; `null` = no limit.", 0),
  maxWritesPerHour: limit(50, "Writes to one scope within an hour; `null` = no limit.", 0),
  // Seed 004's own; no other seed has them.
  maxWritesPerTurn: limit(null, "Writes that one turn may lead to; `null` = no limit."),
  maxWritesPerDay: limit(null, "Writes to one scope within a day; `null` = no limit."),
  maxItemsPerScope: limit(
    200,
    "Memories a scope holds; above it the oldest of low importance go first. `null` = no limit.",
  ),
  thirdPerson: flag(
    false,
    "Whether `remember()` and tools keep what is said in the first person in the third: `I like tea` as `Alice likes tea.` Commands in chat always do.",
  ),
  keepTypes: setting(
    memoryTypes,
    ["constraint", "profile"],
    "Types that never make room in a full scope. Where every memory is of one of them, a full scope takes nothing new.",
  ),
  tools: setting(
    z.enum(["checked", "trusted"]),
    "checked",
    "The rights of a model's tool calls: `checked` compares claims about the user, and requests to forget, with the user's own messages; `trusted` carries them out.",
  ),
  toolResults: setting(
    z.enum(["shadow", "weighed"]),
    "shadow",
    "Where a claim goes that only a tool's result backs: to `shadow`, or, `weighed`, where its confidence and evidence lead. What it says about the user's own profile and wishes is refused either way.",
  ),
  requireApprovalTypes: setting(memoryTypes, [], "Types that wait for approval in every mode."),
});

/** From where on two claims may be one. Words and numbers always have a veto. */
export const MatchSection = section("From where on two claims may be one.", {
  by: setting(
    z.enum(["words", "cosine"]),
    "words",
    "What makes two claims one without a language model: `words` that say the same, with calibrated similarity in their support, or a raw `cosine` from `auto` up, unless numbers, names, a denial or another value of one thing tell them apart; the surer words then stand.",
  ),
  auto: setting(
    share,
    0.85,
    "From here up no language model is asked: by `words` a claim that says more takes the place of the known one, by `cosine` the two are one.",
  ),
  checkLow: setting(share, 0.6, "From here up a language model is asked, where there is one."),
  fallbackLow: setting(share, 0.3, "Below this two claims are never one."),
  strict: flag(true, "Whether similarity must be above `auto`, not at it."),
});

export const ExtractionSection = section("How a language model reads conversations.", {
  oneCall: flag(
    false,
    "All that waits is read in one call: a model is not asked again about what it left open, cut off or put badly.",
  ),
  known: setting(
    z.enum(["touched", "strongest"]),
    "touched",
    "The memories a model is shown, 50 at most: those that the messages `touched`, or the `strongest`.",
  ),
  importance: setting(
    z.enum(["number", "word"]),
    "number",
    "How a model tells what matters: a `number` from 0 to 1, or a `word`: high (0.8), medium (0.6), low (0.4).",
  ),
  keys: flag(
    false,
    "Whether a model is asked for a key of each fact. Facts of one key are one memory, unless their words tell them apart.",
  ),
  summariseAbove: limit(
    null,
    "Tokens of a conversation above which a model first picks the sentences that matter; `null` = long messages are shortened.",
  ),
  multiFactAbove: whole(
    0,
    0,
    "A user's message of more characters than this may yield up to five facts. A shorter one yields its most important fact, and others from `multiFactConfidence` on. `0` = every message may yield several.",
  ),
  multiFactConfidence: setting(
    share,
    0.9,
    "The least confidence of a further fact from a message that is not long; only where `multiFactAbove` is above 0.",
  ),
});

export const ConsentSection = section("Changes that need a person's consent.", {
  mode: setting(
    z.enum(["off", "fields", "facts"]),
    "off",
    "Changes that wait for consent: `off` none, `fields` the sensitive fields of the profile, `facts` also memories about them.",
  ),
  expireDays: whole(1, 7, "Days a proposal waits for an answer before it expires."),
});
