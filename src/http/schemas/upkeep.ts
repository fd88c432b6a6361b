import { z } from "@hono/zod-openapi";
import { moment } from "./common.ts";

const counts = z.record(z.string(), z.int()).describe("How many of what a run did.");

export const UpkeepRunSchema = z
  .object({
    id: z.string().describe("Also the batch of everything it changed."),
    name: z.string(),
    slot: moment
      .nullable()
      .describe("The schedule's slot; `null` = a person asked, or the run before had more to do."),
    status: z.enum(["running", "done", "failed"]),
    counts,
    more: z.boolean().describe("It stopped at one of its limits."),
    error: z.string().nullable(),
    startedAt: moment,
    endedAt: moment.nullable(),
  })
  .openapi("UpkeepRun");

export const UpkeepStatusSchema = z
  .object({
    name: z.string(),
    about: z.string(),
    reversible: z.boolean().describe("Whether a run can be undone."),
    schedule: z.string().nullable().describe("A cron pattern; `null` = it does not run by itself."),
    zone: z.string(),
    nextAt: moment.nullable(),
    last: UpkeepRunSchema.nullable(),
  })
  .openapi("UpkeepStatus");

export const UpkeepResultSchema = z
  .object({
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
        at: moment,
      }),
    ),
    more: z.boolean().describe("It stopped at one of its limits and there is more to do."),
  })
  .openapi("UpkeepResult");
