import type { JobCounts } from "../../domain/job.ts";
import { count } from "../format.ts";
import { totalsOf } from "../jobs/job-view.ts";
import type { Suggest } from "../suggest.ts";
import { queueText } from "../work/report.ts";
import { type Check, ok, warn } from "./check.ts";

/** Jobs that have failed for good need a person. */
export function queueCheck(kinds: readonly JobCounts[], suggest: Suggest): Check {
  const totals = totalsOf(kinds);
  if (totals.dead === 0) return ok("queue", queueText(totals));
  const rest = queueText({ ...totals, dead: 0 });
  return warn(
    "queue",
    `${count(totals.dead, "job has", "jobs have")} failed for good; else: ${rest}`,
    `See why: ${suggest("jobs list --status dead", { inScope: false })}`,
  );
}
