/**
 * Works a queue until it gets SIGTERM or dies: `node queue-child.ts DATABASE work`. With `drain` it works until the
 * queue is empty. With `idle` it starts a runner and leaves it alone: the process must end by itself.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "../../src/domain/job.ts";
import { resolveSettings } from "../../src/domain/settings.ts";
import type { Handler } from "../../src/jobs/run-job.ts";
import { Runner } from "../../src/jobs/runner.ts";
import { Scheduler } from "../../src/jobs/schedule.ts";
import { openStore } from "../../src/store/open.ts";
import { countJobs } from "../../src/store/tables/jobs.ts";

const [database = ":memory:", mode = "work"] = process.argv.slice(2);
const store = await openStore({ database });

/** One event per try that took effect: a second effect of the same job would be a second event. */
function effect(job: Job, content: Record<string, unknown>) {
  const at = Date.now();
  return {
    scope: job.scope ?? { tenant: job.tenant, kind: "global" as const, id: "default" },
    at,
    events: [
      {
        id: `${job.id}#${job.attempts}`,
        type: "system" as const,
        role: "system" as const,
        actor: null,
        text: "",
        content: JSON.stringify(content),
        platform: null,
        session: job.kind,
        thread: null,
        turn: null,
        at,
        recordedAt: at,
      },
    ],
  };
}

const handler: Handler = async (job, { complete, signal }) => {
  await sleep(Math.random() * 4, undefined, { signal });
  if (Math.random() < 0.02) throw new Error("before its effect");
  await complete("observe", effect(job, job.payload));
  if (Math.random() < 0.02) throw new Error("after its effect");
};

const scheduler = new Scheduler({
  store,
  schedules: [
    { name: "second", pattern: "* * * * * *", tenant: "a", job: { kind: "tick", maxAttempts: 1_000 } },
  ],
  clock: () => new Date(),
});

const runner = new Runner({
  store,
  handlers: { effect: handler, ping: handler, tick: handler },
  settings: resolveSettings({
    jobs: { concurrency: 8, pollMs: 50, tickMs: 100, leaseMs: 1_500, backoffMs: 20, backoffMaxMs: 200 },
  }).jobs,
  tickers: mode === "work" ? [() => scheduler.tick()] : [],
});

if (mode === "drain") {
  while ((await countJobs(store.read, null)).length > 0) {
    await runner.drain();
    await sleep(20);
  }
  await runner.stop();
  await store.close();
} else {
  runner.start();
}
if (mode === "work") {
  const alive = setInterval(() => undefined, 1_000);
  process.once("SIGTERM", () => {
    void runner
      .stop()
      .then(() => store.close())
      .then(() => clearInterval(alive));
  });
}
process.stdout.write("open\n");
