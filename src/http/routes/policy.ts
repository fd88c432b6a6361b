import { z } from "@hono/zod-openapi";
import type { PolicyPatch, PolicyVersion } from "../../index.ts";
import { MemoirError } from "../../index.ts";
import { ifMatch, matched } from "../if-match.ts";
import { ownTenant } from "../own-scope.ts";
import { type Reply, type Route, reply, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { pageOf, paging, reason } from "../schemas/common.ts";
import { PolicySchema } from "../schemas/operator.ts";
import { pageOfAll } from "./page-of-all.ts";

const tag = "Policy";
const path = "/api/ltm/policy";
const number = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const patch = z.record(z.string().max(100), z.unknown()).optional();

const current = route(
  {
    method: "get",
    path,
    role: "operator",
    tag,
    summary: "The policies in force.",
    answer: PolicySchema,
  },
  async ({ service, principal }) => tagged(await ownTenant(service, principal).policy.current()),
);

const set = route(
  {
    method: "put",
    path,
    role: "operator",
    tag,
    summary: "Create a version with some settings changed.",
    description:
      "What is left out stays as it is; when nothing would change there is no new version. `docs/configuration.md` lists " +
      'the settings of both sections. With `If-Match: "VERSION"` only if that version is still in force, else 412.',
    body: z.strictObject({ writePolicy: patch, readPolicy: patch, reason }),
    answer: PolicySchema,
  },
  async ({ service, principal, body: { reason: why, ...changes }, request }) => {
    const { policy } = ownTenant(service, principal);
    const ifVersion = ifMatch(request);
    const options = given({ reason: why, actor: principal.name, ifVersion });
    // Checked by the engine, as every setting is.
    return tagged(await matched(ifVersion, () => policy.set(given(changes) as PolicyPatch, options)));
  },
);

const versions = route(
  {
    method: "get",
    path: `${path}/versions`,
    role: "operator",
    tag,
    summary: "All versions, newest first; the last is the configuration of the engine.",
    query: z.strictObject(paging),
    answer: pageOf(PolicySchema),
  },
  async ({ service, principal, query }) =>
    pageOfAll(await ownTenant(service, principal).policy.versions(), query),
);

const one = route(
  {
    method: "get",
    path: `${path}/versions/{version}`,
    role: "operator",
    tag,
    summary: "One version.",
    params: z.strictObject({ version: number }),
    answer: PolicySchema,
  },
  async ({ service, principal, params: { version } }) => {
    const all = await ownTenant(service, principal).policy.versions();
    const found = all.find((other) => other.version === version);
    if (found !== undefined) return found;
    throw new MemoirError("not_found", `There is no policy version ${version}.`, { details: { version } });
  },
);

const diff = route(
  {
    method: "get",
    path: `${path}/diff`,
    role: "operator",
    tag,
    summary: "Differences between two versions.",
    query: z.strictObject({ from: number, to: number }),
    answer: z.object({
      differences: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
    }),
  },
  async ({ service, principal, query: { from, to } }) => ({
    differences: await ownTenant(service, principal).policy.diff(from, to),
  }),
);

const rollback = route(
  {
    method: "post",
    path: `${path}/rollback`,
    twice: "harmful",
    role: "operator",
    tag,
    summary: "Create a version equal to an older one.",
    body: z.strictObject({
      version: z
        .int()
        .min(0)
        .max(2 ** 31 - 1),
      reason,
    }),
    answer: PolicySchema,
  },
  async ({ service, principal, body: { version, reason: why }, request }) => {
    const { policy } = ownTenant(service, principal);
    const ifVersion = ifMatch(request);
    const options = given({ reason: why, actor: principal.name, ifVersion });
    return tagged(await matched(ifVersion, () => policy.rollback(version, options)));
  },
);

function tagged(policy: PolicyVersion): Reply {
  return reply(policy, { headers: { ETag: `"${policy.version}"` } });
}

export const policyRoutes: readonly Route[] = [current, set, versions, one, diff, rollback];
