import { z } from "@hono/zod-openapi";
import { PERSON_SECTIONS } from "../../../domain/enums.ts";
import { momentSchema, name, namedObject } from "./common.ts";
import { MemorySchema } from "./memory.ts";
import { ProfileFieldSchema } from "./profile.ts";
import { CoreLineSchema, DegradedSchema } from "./recall.ts";
import { eventText } from "./write.ts";

const part = z.string().nullable();
export const DigestDaySchema = namedObject("DigestDay", {
  day: z.string(),
  person: z.string(),
  name: z.string(),
  text: z.string(),
  method: z.enum(["model", "extract"]),
  model: z.string().nullable(),
});

export const DigestContextSchema = z.object({
  person: z.string(),
  name: z.string(),
  text: part,
  source: z.enum(["merged", "facts", "today", "history", "joined", "last_good", "nothing"]),
  parts: z.object({ facts: part, today: part, history: part }),
  degraded: DegradedSchema.nullable(),
  prompt: z.string(),
});

const { text, later, source, at } = CoreLineSchema.shape;

export const AboutPersonSchema = namedObject("AboutPerson", {
  account: z.string(),
  name: z.string(),
  core: z.array(CoreLineSchema).describe("The lines of every prompt; the sections do not repeat them."),
  profile: z.array(ProfileFieldSchema).describe("Empty where the scope is not one user's."),
  sections: z
    .array(
      z.object({
        section: z.enum(PERSON_SECTIONS),
        lines: z.array(namedObject("PersonLine", { text, later, source, at })),
      }),
    )
    .describe("Those that have lines. The best lines come first; of `lately` the newest."),
  timeline: z.array(MemorySchema).describe("Summaries of compressed conversations, newest first."),
  days: z.array(DigestDaySchema).describe("Stored summaries of past days, newest first."),
  members: z
    .array(
      namedObject("Member", {
        account: z.string(),
        name: z.string(),
        messages: z.int(),
        lastAt: momentSchema,
      }),
    )
    .describe("Who speaks in a scope that people share, the last to speak first; empty in a user's scope."),
  degraded: DegradedSchema,
});

const MAX_PEOPLE = 1_000;
const MAX_NAMES = 100;

export const commandMessage = z.strictObject({
  text: eventText,
  author: name.optional(),
  authorName: name.optional(),
  id: name.optional(),
  session: name.optional(),
  platform: name.optional(),
  people: z
    .array(z.strictObject({ id: name, names: z.array(name).max(MAX_NAMES) }))
    .max(MAX_PEOPLE)
    .optional(),
  addressed: z.boolean().optional(),
});

export const CommandResultSchema = z.object({
  command: z.enum(["remember", "forget", "ask"]).nullable(),
  outcome: z.enum([
    "none",
    "remembered",
    "waits",
    "forgotten",
    "not_found",
    "told",
    "unresolved",
    "ambiguous",
    "refused",
  ]),
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  unresolved: z.string().nullable(),
  memories: z.array(MemorySchema),
  hidden: z.int().describe("Messages that are no longer quoted, each as a whole."),
  batch: z.string().nullable().describe("Takes all of it back: `POST /api/ltm/batches/{batch}/undo`."),
  say: z.string().nullable(),
});
