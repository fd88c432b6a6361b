import { z } from "@hono/zod-openapi";
import { POLICY_CALLS, TUNING_CALLS } from "../../../api/calls/policy.ts";
import { PolicySchema, policyNumber } from "../../../api/calls/schemas/policy.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { MemoirError, type PolicyPatch, type PolicyVersion } from "../../../index.ts";
import { tenantRoutes } from "../call-routes.ts";
import { ifMatch, withPrecondition } from "../read-input.ts";
import { type Route, type RouteReply, reply, routesAbout } from "../route.ts";

const { current, set, versions, diff, rollback } = tenantRoutes(POLICY_CALLS, ({ policy }) => policy, {
  current: async ({ authorizedTenant }) => policyReply(await authorizedTenant().policy.current()),

  set: async ({ authorizedTenant, principal, body: { reason, ...changes }, request }) => {
    const { policy } = authorizedTenant();
    const ifVersion = ifMatch(request);
    const options = withoutUndefined({ reason, actor: principal.name, ifVersion });
    // Checked by the engine, as every setting is.
    return policyReply(
      await withPrecondition(ifVersion, () => policy.set(withoutUndefined(changes) as PolicyPatch, options)),
    );
  },

  rollback: async ({ authorizedTenant, principal, body: { version, reason }, request }) => {
    const { policy } = authorizedTenant();
    const ifVersion = ifMatch(request);
    const options = withoutUndefined({ reason, actor: principal.name, ifVersion });
    return policyReply(await withPrecondition(ifVersion, () => policy.rollback(version, options)));
  },
});

const version = routesAbout("Policy", "operator").get("/api/ltm/policy/versions/{version}", {
  summary: "One version.",
  params: z.strictObject({ version: policyNumber }),
  answer: PolicySchema,
  run: async ({ authorizedTenant, params: { version } }) => {
    const all = await authorizedTenant().policy.versions();
    const policyVersion = all.find((other) => other.version === version);
    if (policyVersion !== undefined) return policyVersion;
    throw new MemoirError("not_found", `There is no policy version ${version}.`, { details: { version } });
  },
});

export const policyRoutes: readonly Route[] = [current, set, versions, version, diff, rollback];

export const tuningRoutes: readonly Route[] = Object.values(
  tenantRoutes(TUNING_CALLS, ({ tuning }) => tuning, {
    propose: async ({ authorizedTenant, principal, body: { reason, ...changes } }) => {
      const patch = withoutUndefined(changes) as PolicyPatch;
      const options = withoutUndefined({ reason, actor: principal.name });
      // Without settings a better policy is looked for.
      return authorizedTenant().tuning.propose(Object.keys(patch).length === 0 ? null : patch, options);
    },
  }),
);

function policyReply(policy: PolicyVersion): RouteReply {
  return reply(policy, { headers: { ETag: `"${policy.version}"` } });
}
