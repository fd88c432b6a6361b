import { type Attributes, type Tracer, type TracerProvider, trace } from "@opentelemetry/api";
import { afterEach, expect, it } from "vitest";
import type { Job } from "../../domain/job.ts";
import { createJobTelemetry } from "../../jobs/telemetry.ts";
import { type JobTry, watchJobs } from "./watch-jobs.ts";

afterEach(() => trace.disable());

const job = { id: "3f2a", tenant: "acme", kind: "embed", attempts: 2 } as Job;

it("hears of each try and of its end", async () => {
  const heard: unknown[] = [];
  const stop = watchJobs((one) => {
    heard.push(one);
    return (outcome) => heard.push(outcome);
  });
  expect(await createJobTelemetry()(job, async () => "dead")).toBe("dead");
  expect(heard).toEqual([{ id: "3f2a", tenant: "acme", kind: "embed", attempt: 2 } satisfies JobTry, "dead"]);
  stop();
  await createJobTelemetry()(job, async () => "done");
  expect(heard).toHaveLength(2);
});

it("leaves the spans to whoever had them, and leaves them again", async () => {
  const spans: Attributes[] = [];
  const before = { getTracer: () => recorder(spans) } as unknown as TracerProvider;
  trace.setGlobalTracerProvider(before);
  const stop = watchJobs(() => () => undefined);
  await createJobTelemetry()(job, async () => "done");
  expect(spans).toEqual([{ "memoir.job.outcome": "done", ended: true }]);
  expect(trace.getTracer("other").startActiveSpan("other", () => 7)).toBe(7);
  stop();
  await createJobTelemetry()(job, async () => "done");
  expect(spans.filter((span) => span["memoir.job.outcome"] === "done")).toHaveLength(2);
});

/** A tracer that keeps what its spans are told. */
function recorder(spans: Attributes[]): Tracer {
  return {
    startActiveSpan: (...args: unknown[]) => {
      const own: Attributes = {};
      spans.push(own);
      const span = {
        setAttribute: (key: string, value: string) => {
          own[key] = value;
        },
        end: () => {
          own.ended = true;
        },
      };
      return (args.at(-1) as (given: unknown) => unknown)(span);
    },
  } as unknown as Tracer;
}
