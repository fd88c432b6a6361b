import { z } from "@hono/zod-openapi";
import {
  listOf,
  momentSchema,
  name,
  namedObject,
  optional,
  scopeQuery,
} from "../../../api/calls/schemas/common.ts";
import { MemorySchema } from "../../../api/calls/schemas/memory.ts";
import { CoreLineSchema, DegradedSchema } from "../../../api/calls/schemas/recall.ts";
import { PERSON_SECTIONS } from "../../../domain/enums.ts";
import { MemoirError } from "../../../index.ts";
import { authorizedGroup, optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { DigestDaySchema } from "./people.ts";
import { ProfileFieldSchema } from "./profile.ts";

const { get } = routesAbout("People", "read");

const { text, later, source, at } = CoreLineSchema.shape;

const AboutPersonSchema = namedObject("AboutPerson", {
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

export const aboutRoutes: readonly Route[] = [
  get("/api/ltm/person", {
    summary: "What is known about one person, in sections for people to read.",
    description:
      "Memories, and the person's own words where no memory says the same. Nothing is counted as delivered. 404 in a scope " +
      "that people share while nobody has spoken there. A key that is bound to categories has no such view.",
    query: z.strictObject({
      ...scopeQuery,
      legacy: optional(listOf(name), "Scopes that are read along with it."),
      person: optional(name, "An account id. Default: the user of a user's scope, else who spoke last."),
      limit: optional(z.coerce.number().int(), "Lines of each section. Default: 6, at most 50."),
    }),
    answer: AboutPersonSchema,
    run: async ({ service, principal, query: { person, ...rest }, signal }) => {
      const scope = authorizedGroup(service, principal, rest);
      const found = await scope.person(person, optionsOf(rest, signal));
      if (found !== null) return found;
      throw new MemoirError("not_found", `Nobody has spoken in ${scope.scope} yet.`);
    },
  }),
];
