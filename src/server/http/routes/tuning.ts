import { z } from "@hono/zod-openapi";
import {
  momentSchema,
  namedObject,
  optional,
  pageSchema,
  paging,
  reasonSchema,
  shareSchema,
  spanQuery,
} from "../../../api/calls/schemas/common.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { FATES } from "../../../domain/case.ts";
import { OBJECTIVE_NAMES } from "../../../domain/objectives.ts";
import type { PolicyPatch } from "../../../index.ts";
import { pageOfAll } from "../page-of-all.ts";
import { type Route, routesAbout } from "../route.ts";
import { PolicySchema } from "./policy.ts";

const { get, post } = routesAbout("Policy", "operator");

const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
const fate = z.enum(FATES);

const ScoresSchema = namedObject("PolicyScores", {
  decisions: z.int(),
  labelled: z.int().describe("Decisions that a person has shown to be right or wrong."),
  active: z.number(),
  candidate: z.number(),
  gain: interval,
  objectives: z.array(
    z.object({
      objective: z.enum(OBJECTIVE_NAMES),
      active: z.number(),
      candidate: z.number(),
      difference: interval,
      withinBound: z.boolean(),
    }),
  ),
});

const TrialSchema = namedObject("PolicyTrial", {
  version: z.int().describe("The candidate's policy version."),
  base: z.int().describe("The version that it was proposed against."),
  status: z.enum(["shadow", "canary", "promoted", "refused", "withdrawn"]),
  share: z.number().describe("Share of the scopes in which it is in force."),
  actor: z.string(),
  reason: z.string(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
  canaryAt: momentSchema.nullable(),
  settings: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
  comparison: z.object({
    at: momentSchema,
    decisions: z.int(),
    changed: z.int(),
    changes: z.array(z.object({ was: fate, becomes: fate, count: z.int() })),
    training: ScoresSchema,
    holdout: ScoresSchema,
    otherScopes: ScoresSchema,
    later: ScoresSchema,
    verdict: z.enum(["better", "worse", "undecided"]),
    reasons: z.array(z.string()),
    notReplayed: z.array(z.string()).describe("Settings whose effect the log cannot show."),
  }),
});

const spanClaims = z.object({ fromAt: momentSchema, toAt: momentSchema, claims: z.int() });
const DriftSpanSchema = namedObject("DriftSpan", {
  baseline: spanClaims,
  current: spanClaims,
  similarity: z.number().nullable().describe("Cosine similarity; `null` = too few claims to tell."),
  rates: z.array(z.object({ rate: z.string(), was: z.number(), is: z.number(), isAlarm: z.boolean() })),
  alarms: z.array(z.string()),
});

const StepSchema = namedObject("TuningStep", {
  num: z.int(),
  kind: z.string(),
  version: z.int(),
  was: z.number().nullable().describe("The version in force, or the share of scopes, before it."),
  detail: z.record(z.string(), z.unknown()),
  actor: z.string(),
  reason: z.string(),
  at: momentSchema,
  undoneBy: z.int().nullable(),
});

const DifferenceSchema = namedObject("DecisionDifference", {
  scope: z.string(),
  eventId: z.string().nullable(),
  memoryId: z.string().nullable(),
  was: fate,
  becomes: fate,
  reason: z.string(),
  at: momentSchema,
});

const trials = "/api/ltm/policy/trials";
const number = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const byVersion = z.strictObject({ version: number });
const patch = z.record(z.string().max(100), z.unknown()).optional();
const why = z.strictObject({ reason: reasonSchema });

export const tuningRoutes: readonly Route[] = [
  post("/api/ltm/policy/preview", {
    summary: "What some settings would have made of the decisions of a span. Nothing is written.",
    description:
      "The logged decisions are decided again, without a model. Default: those of the last 24 hours.",
    body: z.strictObject({ writePolicy: patch, readPolicy: patch, ...spanQuery }),
    answer: z.object({
      fromAt: momentSchema,
      toAt: momentSchema,
      decisions: z.int().describe("Decisions of the span that can be made again."),
      changed: z.int(),
      differences: z.array(DifferenceSchema).describe("The newest 100, newest first."),
      notReplayed: z.array(z.string()).describe("Settings whose effect the log cannot show."),
    }),
    run: async ({ ownTenant, body: { since, until, ...changes } }) =>
      ownTenant().tuning.preview(
        withoutUndefined(changes) as PolicyPatch,
        withoutUndefined({ since, until }),
      ),
  }),

  get(trials, {
    summary: "Candidate policies, newest first.",
    query: z.strictObject(paging),
    answer: pageSchema(TrialSchema),
    run: async ({ ownTenant, query }) => pageOfAll(await ownTenant().tuning.trials(), query),
  }),

  post(trials, {
    twice: "harmful",
    summary: "Propose a policy, or look for a better one.",
    description:
      "The logged decisions are decided again under the candidate, without a model and without touching a memory. Without " +
      "settings a better policy is looked for; `trial` is `null` if none wins on the held-out decisions.",
    body: z.strictObject({ writePolicy: patch, readPolicy: patch, reason: reasonSchema }),
    answer: z.object({ trial: TrialSchema.nullable(), tried: z.int(), reasons: z.array(z.string()) }),
    run: async ({ ownTenant, principal, body: { reason: given, ...changes } }) => {
      const asked = withoutUndefined(changes) as PolicyPatch;
      const options = withoutUndefined({ reason: given, actor: principal.name });
      return ownTenant().tuning.propose(Object.keys(asked).length === 0 ? null : asked, options);
    },
  }),

  post(`${trials}/{version}/compare`, {
    twice: "harmless",
    summary: "Decide the logged decisions again under a candidate, up to now.",
    params: byVersion,
    answer: TrialSchema,
    run: async ({ ownTenant, params: { version } }) => ownTenant().tuning.compare(version),
  }),

  get(`${trials}/{version}/differences`, {
    summary: "Decisions that a candidate makes otherwise, newest first.",
    params: byVersion,
    query: z.strictObject(paging),
    answer: pageSchema(DifferenceSchema),
    run: async ({ ownTenant, params: { version }, query }) => {
      const { items, next } = await ownTenant().tuning.differences(version, withoutUndefined(query));
      return { items, next };
    },
  }),

  post(`${trials}/{version}/canary`, {
    twice: "harmful",
    summary: "Put a candidate in force in a share of the scopes.",
    params: byVersion,
    body: z.strictObject({
      share: optional(shareSchema, "Default: `tuning.canaryShare`."),
      reason: reasonSchema,
    }),
    answer: TrialSchema,
    run: async ({ ownTenant, principal, params: { version }, body }) =>
      ownTenant().tuning.canary(version, { ...withoutUndefined(body), actor: principal.name }),
  }),

  post(`${trials}/{version}/withdraw`, {
    twice: "harmful",
    summary: "End a canary or a shadow run.",
    params: byVersion,
    body: why,
    answer: TrialSchema,
    run: async ({ ownTenant, principal, params: { version }, body }) =>
      ownTenant().tuning.withdraw(version, { ...withoutUndefined(body), actor: principal.name }),
  }),

  post(`${trials}/{version}/promote`, {
    twice: "harmful",
    summary: "Put a candidate in force everywhere, as a new version.",
    params: byVersion,
    body: why,
    answer: PolicySchema,
    run: async ({ ownTenant, principal, params: { version }, body }) =>
      ownTenant().tuning.promote(version, { ...withoutUndefined(body), actor: principal.name }),
  }),

  get("/api/ltm/policy/drift", {
    summary: "How far what is remembered has changed.",
    answer: z.object({
      at: momentSchema,
      recent: DriftSpanSchema,
      sincePolicy: DriftSpanSchema.extend({ version: z.int() }).nullable(),
      open: z.array(StepSchema).describe("Alarms that are not over."),
    }),
    run: async ({ ownTenant }) => ownTenant().tuning.drift(),
  }),

  get("/api/ltm/policy/steps", {
    summary: "The steps of tuning, newest first: who did what, when and why.",
    query: z.strictObject(paging),
    answer: pageSchema(StepSchema),
    run: async ({ ownTenant, query }) => {
      const { items, next } = await ownTenant().tuning.steps(withoutUndefined(query));
      return { items, next };
    },
  }),

  post("/api/ltm/policy/steps/{step}/undo", {
    twice: "harmful",
    summary: "Take a step back.",
    params: z.strictObject({ step: number }),
    body: why,
    answer: StepSchema,
    run: async ({ ownTenant, principal, params: { step }, body }) =>
      ownTenant().tuning.undo(step, { ...withoutUndefined(body), actor: principal.name }),
  }),
];
