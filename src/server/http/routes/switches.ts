import { z } from "@hono/zod-openapi";
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
    run: async ({ authorizedTenant, service }) => standing(service, await authorizedTenant().readOnly()),
  }),

  put(path, {
    summary: "Stop every write of the tenant at once, or allow them again. Reads go on.",
    body: z.strictObject({ readOnly: z.boolean() }),
    answer,
    run: async ({ authorizedTenant, service, body: { readOnly } }) =>
      standing(service, await authorizedTenant().readOnly(readOnly)),
  }),
];

function standing({ memoir }: Service, readOnly: boolean): z.output<typeof answer> {
  return { readOnly, emergencyReadOnly: memoir.settings.emergencyReadOnly };
}
