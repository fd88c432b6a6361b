import { z } from "@hono/zod-openapi";
import type { Service } from "../call.ts";
import { ownScope, ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { name } from "../schemas/common.ts";

const tag = "Operator";
const path = "/api/ltm/read-only";
const answer = z.object({
  readOnly: z.boolean().describe("Whether every write of this tenant is stopped, in every process."),
  emergencyReadOnly: z
    .boolean()
    .describe(
      "Whether this server was started with the setting `emergencyReadOnly`: it then writes nothing at all.",
    ),
});

const look = route(
  { method: "get", path, role: "operator", tag, summary: "Whether writes are stopped.", answer },
  async ({ service, principal }) => standing(service, await ownTenant(service, principal).readOnly()),
);

const turn = route(
  {
    method: "put",
    path,
    role: "operator",
    tag,
    summary: "Stop every write of the tenant at once, or allow them again. Reads go on.",
    body: z.strictObject({ readOnly: z.boolean() }),
    answer,
  },
  async ({ service, principal, body: { readOnly } }) =>
    standing(service, await ownTenant(service, principal).readOnly(readOnly)),
);

const writes = route(
  {
    method: "put",
    path: "/api/ltm/scopes/writes",
    role: "operator",
    tag,
    summary: "Switch the writes to one scope on or off.",
    body: z.strictObject({ scope: name, enabled: z.boolean() }),
    answer: z.object({ scope: z.string(), enabled: z.boolean() }),
  },
  async ({ service, principal, body: { scope: wanted, enabled } }) => {
    const { scope } = ownScope(service, principal, { scope: wanted });
    await ownTenant(service, principal).scopeWrites(scope, enabled);
    return { scope, enabled };
  },
);

function standing({ memoir }: Service, readOnly: boolean): z.output<typeof answer> {
  return { readOnly, emergencyReadOnly: memoir.settings.emergencyReadOnly };
}

export const switchRoutes: readonly Route[] = [look, turn, writes];
