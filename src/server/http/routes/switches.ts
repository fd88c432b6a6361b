import { z } from "@hono/zod-openapi";
import { name } from "../../../api/calls/schemas/common.ts";
import { type Route, routesAbout } from "../route.ts";
import type { Service } from "../service.ts";

const { get, put } = routesAbout("Operator", "operator");

const path = "/api/ltm/read-only";
const answer = z.object({
  readOnly: z.boolean().describe("Whether every write of this tenant is stopped, in every process."),
  emergencyReadOnly: z
    .boolean()
    .describe(
      "Whether this server was started with the setting `emergencyReadOnly`: it then writes nothing at all.",
    ),
});

export const switchRoutes: readonly Route[] = [
  get(path, {
    summary: "Whether writes are stopped.",
    answer,
    run: async ({ ownTenant, service }) => standing(service, await ownTenant().readOnly()),
  }),

  put(path, {
    summary: "Stop every write of the tenant at once, or allow them again. Reads go on.",
    body: z.strictObject({ readOnly: z.boolean() }),
    answer,
    run: async ({ ownTenant, service, body: { readOnly } }) =>
      standing(service, await ownTenant().readOnly(readOnly)),
  }),

  put("/api/ltm/scopes/writes", {
    summary: "Switch the writes to one scope on or off.",
    body: z.strictObject({ scope: name, enabled: z.boolean() }),
    answer: z.object({ scope: z.string(), enabled: z.boolean() }),
    run: async ({ ownScope, ownTenant, body: { scope: wanted, enabled } }) => {
      const { scope } = ownScope({ scope: wanted });
      await ownTenant().scopeWrites(scope, enabled);
      return { scope, enabled };
    },
  }),
];

function standing({ memoir }: Service, readOnly: boolean): z.output<typeof answer> {
  return { readOnly, emergencyReadOnly: memoir.settings.emergencyReadOnly };
}
