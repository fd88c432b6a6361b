import { metrics, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Job } from "../domain/job.ts";
import type { Ending } from "./run-job.ts";

/** One span and one count per try, through whatever the host has registered; nothing by default. */
export function createJobTelemetry(): (job: Job, run: () => Promise<Ending>) => Promise<Ending> {
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
          const ending = await run();
          const { outcome } = ending;
          span.setAttribute("memoir.job.outcome", outcome);
          if (outcome === "failed" || outcome === "dead") span.setStatus({ code: SpanStatusCode.ERROR });
          tries.add(1, { ...attributes, "memoir.job.outcome": outcome });
          return ending;
        } finally {
          span.end();
        }
      },
    );
  };
}
