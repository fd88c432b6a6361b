import { z } from "@hono/zod-openapi";
import {
  momentSchema,
  namedObject,
  pageSchema,
  paging,
  reasonSchema,
} from "../../../api/calls/schemas/common.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { MemoirError, type PolicyPatch, type PolicyVersion } from "../../../index.ts";
import { pageOfAll } from "../page-of-all.ts";
import { ifMatch, matched } from "../read-input.ts";
import { type Route, type RouteReply, reply, routesAbout } from "../route.ts";

const { get, post, put } = routesAbout("Policy", "operator");

export const PolicySchema = namedObject("Policy", {
  version: z.int().describe("0 = what the engine was opened with."),
  active: z.boolean(),
  actor: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: momentSchema.nullable(),
  writePolicy: z.record(z.string(), z.unknown()),
  readPolicy: z.record(z.string(), z.unknown()),
});

const path = "/api/ltm/policy";
const MAX_VERSIONS = 2 ** 31 - 1;
const number = z.coerce.number().int().min(0).max(MAX_VERSIONS);
const patch = z.record(z.string().max(100), z.unknown()).optional();

export const policyRoutes: readonly Route[] = [
  get(path, {
    summary: "The policies in force.",
    answer: PolicySchema,
    run: async ({ ownTenant }) => tagged(await ownTenant().policy.current()),
  }),

  put(path, {
    summary: "Create a version with some settings changed.",
    description:
      "Omitted settings keep their value; without a change there is no new version. `docs/reference/configuration.md` lists " +
      'the settings of both sections. With `If-Match: "VERSION"` only if that version is still in force, else 412.',
    body: z.strictObject({ writePolicy: patch, readPolicy: patch, reason: reasonSchema }),
    answer: PolicySchema,
    run: async ({ ownTenant, principal, body: { reason: why, ...changes }, request }) => {
      const { policy } = ownTenant();
      const ifVersion = ifMatch(request);
      const options = withoutUndefined({ reason: why, actor: principal.name, ifVersion });
      // Checked by the engine, as every setting is.
      return tagged(
        await matched(ifVersion, () => policy.set(withoutUndefined(changes) as PolicyPatch, options)),
      );
    },
  }),

  get(`${path}/versions`, {
    summary: "All versions, newest first; the last is the configuration of the engine.",
    query: z.strictObject(paging),
    answer: pageSchema(PolicySchema),
    run: async ({ ownTenant, query }) => pageOfAll(await ownTenant().policy.versions(), query),
  }),

  get(`${path}/versions/{version}`, {
    summary: "One version.",
    params: z.strictObject({ version: number }),
    answer: PolicySchema,
    run: async ({ ownTenant, params: { version } }) => {
      const all = await ownTenant().policy.versions();
      const found = all.find((other) => other.version === version);
      if (found !== undefined) return found;
      throw new MemoirError("not_found", `There is no policy version ${version}.`, { details: { version } });
    },
  }),

  get(`${path}/diff`, {
    summary: "Differences between two versions.",
    query: z.strictObject({ from: number, to: number }),
    answer: z.object({
      differences: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
    }),
    run: async ({ ownTenant, query: { from, to } }) => ({
      differences: await ownTenant().policy.diff(from, to),
    }),
  }),

  post(`${path}/rollback`, {
    twice: "harmful",
    summary: "Create a version equal to an older one.",
    description:
      "Without a version it goes back to what was there before: a running canary ends, or else the last stable version " +
      "before the one in force is in force again.",
    body: z.strictObject({ version: z.int().min(0).max(MAX_VERSIONS).optional(), reason: reasonSchema }),
    answer: PolicySchema,
    run: async ({ ownTenant, principal, body: { version, reason: why }, request }) => {
      const { policy } = ownTenant();
      const ifVersion = ifMatch(request);
      const options = withoutUndefined({ reason: why, actor: principal.name, ifVersion });
      return tagged(await matched(ifVersion, () => policy.rollback(version, options)));
    },
  }),
];

function tagged(policy: PolicyVersion): RouteReply {
  return reply(policy, { headers: { ETag: `"${policy.version}"` } });
}
