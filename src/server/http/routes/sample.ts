import { z } from "@hono/zod-openapi";
import { SAMPLE_PEOPLE, SAMPLE_SCOPES, sampleExport } from "../../sample/index.ts";
import { type Route, routesAbout } from "../route.ts";

const { delete: remove, post } = routesAbout("Sample", "operator");

const LANGUAGES = ["en", "zh"] as const satisfies readonly (keyof typeof SAMPLE_SCOPES)[];
const path = "/api/ltm/sample";

/** A made-up person to look around with. It comes through the import and goes without a trace. */
export const sampleRoutes: readonly Route[] = [
  post(path, {
    summary: "Add a made-up person with five weeks of conversation, in a scope that says so.",
    description:
      "It shows what Memoir keeps with a language model; a script stands in for the model, and none is called. It is " +
      "imported like any export, so a sample that was changed is a conflict.",
    body: z.strictObject({ language: z.enum(LANGUAGES).describe("The language of the conversation.") }),
    answer: z.object({ scope: z.string() }),
    status: 201,
    run: async ({ authorizedTenant, service: { memoir }, body: { language }, signal }) => {
      const person = SAMPLE_PEOPLE[language];
      const { scope } = person;
      const operator = authorizedTenant();
      const { scopes } = await operator.stats({ scope });
      if (scopes.some(({ events }) => events > 0)) return { scope };
      const { zone } = memoir.settings.digest;
      const lines = await sampleExport(person, { until: Date.now(), zone });
      await operator.import(lines, { signal });
      return { scope };
    },
  }),

  remove(path, {
    summary: "Remove the sample with everything in it. Nothing says that it was there.",
    answer: z.object({ removed: z.array(z.string()) }),
    run: async ({ authorizedTenant, service: { memoir } }) => {
      const { tenant } = authorizedTenant();
      const removed: string[] = [];
      for (const scope of Object.values(SAMPLE_SCOPES)) {
        if (await memoir.operator(tenant).dropScope(scope)) removed.push(scope);
      }
      return { removed };
    },
  }),
];
