import type { PolicyHandle, PolicyOptions } from "../policy.ts";
import type { TuningHandle, TuningOptions } from "../tuning.ts";
import { about, type CallTable, type OptionNames, PAGE, SPAN } from "./call.ts";

const CHANGE: OptionNames<PolicyOptions> = { reason: true, actor: true, ifVersion: true };
const STEP: OptionNames<TuningOptions> = { reason: true, actor: true };

export const POLICY = about("Policy", "operator", {
  current: {
    http: "GET /api/ltm/policy",
    summary: "The policies in force.",
    answer: ({ PolicySchema }) => PolicySchema,
  },
  set: {
    http: "PUT /api/ltm/policy",
    summary: "Create a version with some settings changed.",
    description:
      "Omitted settings keep their value; without a change there is no new version. `docs/reference/configuration.md` lists " +
      'the settings of both sections. With `If-Match: "VERSION"` only if that version is still in force, else 412.',
    args: ["...patch"],
    options: CHANGE,
    ifMatch: "ifVersion",
    body: ({ z, policyPatch, reasonSchema }) => z.strictObject({ ...policyPatch, reason: reasonSchema }),
    answer: ({ PolicySchema }) => PolicySchema,
  },
  versions: {
    http: "GET /api/ltm/policy/versions",
    summary: "All versions, newest first; the last is the configuration of the engine.",
    query: ({ z, paging }) => z.strictObject(paging),
    answer: ({ pageSchema, PolicySchema }) => pageSchema(PolicySchema),
    gives: "all",
  },
  diff: {
    http: "GET /api/ltm/policy/diff",
    summary: "Differences between two versions.",
    args: ["from", "to"],
    query: ({ z, policyNumber }) => z.strictObject({ from: policyNumber, to: policyNumber }),
    answer: ({ z }) =>
      z.object({
        differences: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
      }),
    gives: { field: "differences" },
  },
  rollback: {
    http: "POST /api/ltm/policy/rollback",
    summary: "Create a version equal to an older one.",
    description:
      "Without a version it goes back to what was there before: a running canary ends, or else the last stable version " +
      "before the one in force is in force again.",
    args: ["version"],
    options: CHANGE,
    ifMatch: "ifVersion",
    body: ({ z, policyVersion, reasonSchema }) =>
      z.strictObject({ version: policyVersion.optional(), reason: reasonSchema }),
    answer: ({ PolicySchema }) => PolicySchema,
    twice: "harmful",
  },
} satisfies CallTable<PolicyHandle>);

export const TUNING = about("Policy", "operator", {
  preview: {
    http: "POST /api/ltm/policy/preview",
    summary: "What some settings would have made of the decisions of a span. Nothing is written.",
    description:
      "The logged decisions are decided again, without a model. Default: those of the last 24 hours.",
    args: ["...patch"],
    options: SPAN,
    body: ({ z, policyPatch, spanQuery }) => z.strictObject({ ...policyPatch, ...spanQuery }),
    answer: ({ z, DifferenceSchema, momentSchema }) =>
      z.object({
        fromAt: momentSchema,
        toAt: momentSchema,
        decisions: z.int().describe("Decisions of the span that can be made again."),
        changed: z.int(),
        differences: z.array(DifferenceSchema).describe("The newest 100, newest first."),
        notReplayed: z.array(z.string()).describe("Settings whose effect the log cannot show."),
      }),
  },
  trials: {
    http: "GET /api/ltm/policy/trials",
    summary: "Candidate policies, newest first.",
    query: ({ z, paging }) => z.strictObject(paging),
    answer: ({ pageSchema, TrialSchema }) => pageSchema(TrialSchema),
    gives: "all",
  },
  propose: {
    http: "POST /api/ltm/policy/trials",
    summary: "Propose a policy, or look for a better one.",
    description:
      "The logged decisions are decided again under the candidate, without a model and without touching a memory. Without " +
      "settings a better policy is looked for; `trial` is `null` if none wins on the held-out decisions.",
    args: ["...patch"],
    options: STEP,
    body: ({ z, policyPatch, reasonSchema }) => z.strictObject({ ...policyPatch, reason: reasonSchema }),
    answer: ({ z, TrialSchema }) =>
      z.object({ trial: TrialSchema.nullable(), tried: z.int(), reasons: z.array(z.string()) }),
    twice: "harmful",
  },
  compare: {
    http: "POST /api/ltm/policy/trials/{version}/compare",
    summary: "Decide the logged decisions again under a candidate, up to now.",
    args: ["version"],
    params: ({ z, madeNumber }) => z.strictObject({ version: madeNumber }),
    answer: ({ TrialSchema }) => TrialSchema,
    twice: "harmless",
  },
  differences: {
    http: "GET /api/ltm/policy/trials/{version}/differences",
    summary: "Decisions that a candidate makes otherwise, newest first.",
    args: ["version"],
    options: PAGE,
    params: ({ z, madeNumber }) => z.strictObject({ version: madeNumber }),
    query: ({ z, paging }) => z.strictObject(paging),
    answer: ({ DifferenceSchema, pageSchema }) => pageSchema(DifferenceSchema),
    gives: "page",
  },
  canary: {
    http: "POST /api/ltm/policy/trials/{version}/canary",
    summary: "Put a candidate in force in a share of the scopes.",
    args: ["version"],
    options: { ...STEP, share: true },
    params: ({ z, madeNumber }) => z.strictObject({ version: madeNumber }),
    body: ({ z, optional, reasonSchema, shareSchema }) =>
      z.strictObject({
        share: optional(shareSchema, "Default: `tuning.canaryShare`."),
        reason: reasonSchema,
      }),
    answer: ({ TrialSchema }) => TrialSchema,
    twice: "harmful",
  },
  withdraw: {
    http: "POST /api/ltm/policy/trials/{version}/withdraw",
    summary: "End a canary or a shadow run.",
    args: ["version"],
    options: STEP,
    params: ({ z, madeNumber }) => z.strictObject({ version: madeNumber }),
    body: ({ z, reasonSchema }) => z.strictObject({ reason: reasonSchema }),
    answer: ({ TrialSchema }) => TrialSchema,
    twice: "harmful",
  },
  promote: {
    http: "POST /api/ltm/policy/trials/{version}/promote",
    summary: "Put a candidate in force everywhere, as a new version.",
    args: ["version"],
    options: STEP,
    params: ({ z, madeNumber }) => z.strictObject({ version: madeNumber }),
    body: ({ z, reasonSchema }) => z.strictObject({ reason: reasonSchema }),
    answer: ({ PolicySchema }) => PolicySchema,
    twice: "harmful",
  },
  drift: {
    http: "GET /api/ltm/policy/drift",
    summary: "How far what is remembered has changed.",
    answer: ({ z, DriftSpanSchema, momentSchema, StepSchema }) =>
      z.object({
        at: momentSchema,
        recent: DriftSpanSchema,
        sincePolicy: DriftSpanSchema.extend({ version: z.int() }).nullable(),
        open: z.array(StepSchema).describe("Alarms that are not over."),
      }),
  },
  steps: {
    http: "GET /api/ltm/policy/steps",
    summary: "The steps of tuning, newest first: who did what, when and why.",
    options: PAGE,
    query: ({ z, paging }) => z.strictObject(paging),
    answer: ({ pageSchema, StepSchema }) => pageSchema(StepSchema),
    gives: "page",
  },
  undo: {
    http: "POST /api/ltm/policy/steps/{step}/undo",
    summary: "Take a step back.",
    args: ["step"],
    options: STEP,
    params: ({ z, madeNumber }) => z.strictObject({ step: madeNumber }),
    body: ({ z, reasonSchema }) => z.strictObject({ reason: reasonSchema }),
    answer: ({ StepSchema }) => StepSchema,
    twice: "harmful",
  },
} satisfies CallTable<TuningHandle>);
