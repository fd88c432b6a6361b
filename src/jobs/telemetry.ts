import { metrics, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Job } from "../domain/job.ts";

/** How one try of a job ended. */
export type Outcome = "done" | "failed" | "dead" | "released" | "lost";

/** One span and one count per try, through whatever the host has registered; nothing by default. */
export function createJobTelemetry(): (job: Job, run: () => Promise<Outcome>) => Promise<Outcome> {
  const tracer = trace.getTracer("memoir");
  const tries = metrics.getMeter("memoir").createCounter("memoir.jobs.tries", {
    description: "Tries of jobs by kind and outcome.",
  });
  return (job, run) => {
    const attributes = { "memoir.job.kind": job.kind };
    return tracer.startActiveSpan(
      `memoir.job ${job.kind}`,
      {
        attributes: {
          ...attributes,
          "memoir.tenant": job.tenant,
          "memoir.job.id": job.id,
          "memoir.job.attempt": job.attempts,
        },
      },
      async (span) => {
        try {
          const outcome = await run();
          span.setAttribute("memoir.job.outcome", outcome);
          if (outcome === "failed" || outcome === "dead") span.setStatus({ code: SpanStatusCode.ERROR });
          tries.add(1, { ...attributes, "memoir.job.outcome": outcome });
          return outcome;
        } finally {
          span.end();
        }
      },
    );
  };
}
