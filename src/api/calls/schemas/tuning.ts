import { z } from "@hono/zod-openapi";
import { FATES } from "../../../domain/case.ts";
import { OBJECTIVE_NAMES } from "../../../domain/objectives.ts";
import { momentSchema, namedObject } from "./common.ts";

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

export const TrialSchema = namedObject("PolicyTrial", {
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
export const DriftSpanSchema = namedObject("DriftSpan", {
  baseline: spanClaims,
  current: spanClaims,
  similarity: z.number().nullable().describe("Cosine similarity; `null` = too few claims to tell."),
  rates: z.array(z.object({ rate: z.string(), was: z.number(), is: z.number(), isAlarm: z.boolean() })),
  alarms: z.array(z.string()),
});

export const StepSchema = namedObject("TuningStep", {
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

export const DifferenceSchema = namedObject("DecisionDifference", {
  scope: z.string(),
  eventId: z.string().nullable(),
  memoryId: z.string().nullable(),
  was: fate,
  becomes: fate,
  reason: z.string(),
  at: momentSchema,
});
