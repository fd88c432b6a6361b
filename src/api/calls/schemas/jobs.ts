import { z } from "@hono/zod-openapi";
import { JOB_STATUSES } from "../../../domain/job.ts";
import { momentSchema, namedObject } from "./common.ts";

export const jobStatus = z.enum(JOB_STATUSES);

export const JobSchema = namedObject("Job", {
  id: z.string(),
  tenant: z.string(),
  scope: z.string().nullable(),
  kind: z.string(),
  flight: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
  priority: z.int(),
  status: jobStatus,
  runAt: momentSchema,
  attempts: z.int(),
  maxAttempts: z.int(),
  leaseUntil: momentSchema.nullable(),
  leaseOwner: z.string().nullable(),
  lastError: z.string().nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
});

const counts = z.record(z.string(), z.int()).describe("How many of what a run did.");

export const UpkeepRunSchema = namedObject("UpkeepRun", {
  id: z.string().describe("Also the batch of everything it changed."),
  name: z.string(),
  slot: momentSchema
    .nullable()
    .describe("The schedule's slot; `null` = a person asked, or the run before had more to do."),
  status: z.enum(["running", "done", "failed"]),
  counts,
  more: z.boolean().describe("It stopped at one of its limits."),
  error: z.string().nullable(),
  startedAt: momentSchema,
  endedAt: momentSchema.nullable(),
});

export const UpkeepStatusSchema = namedObject("UpkeepStatus", {
  name: z.string(),
  about: z.string(),
  reversible: z.boolean().describe("Whether a run can be undone."),
  schedule: z.string().nullable().describe("A cron pattern; `null` = it does not run by itself."),
  zone: z.string(),
  nextAt: momentSchema.nullable(),
  last: UpkeepRunSchema.nullable(),
});

export const UpkeepResultSchema = namedObject("UpkeepResult", {
  name: z.string(),
  dryRun: z.boolean(),
  run: UpkeepRunSchema.nullable().describe("`null` for a dry run, which leaves no record."),
  counts,
  changes: z.array(
    z.object({
      action: z.string(),
      scope: z.string().nullable(),
      memoryId: z.string().nullable(),
      text: z.string().nullable(),
      detail: z.string(),
      at: momentSchema,
    }),
  ),
  more: z.boolean().describe("It stopped at one of its limits and there is more to do."),
});
