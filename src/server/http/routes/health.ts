import { monitorEventLoopDelay } from "node:perf_hooks";
import { z } from "@hono/zod-openapi";
import type { OperatorHandle } from "../../../index.ts";
import { type Sample, sample } from "../metrics.ts";
import { type Route, reply, routesAbout } from "../route.ts";
import type { Service } from "../service.ts";

const { get } = routesAbout("Health", null);

const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

export const healthRoutes: readonly Route[] = [
  get("/health", {
    summary: "The process is alive.",
    answer: z.object({ status: z.literal("ok") }),
    run: async () => ({ status: "ok" }),
  }),

  /** It can do its work: a balancer sends nothing to a server that is stopping or has lost its database. */
  get("/ready", {
    summary: "The database answers and the server is not stopping.",
    answer: z.object({ status: z.enum(["ready", "stopping", "database"]) }),
    run: async ({ service: { memoir, stopping } }) => {
      if (stopping.aborted) return reply({ status: "stopping" }, { status: 503 });
      try {
        // The least that asks the database: anybody may come here, as often as they like.
        await memoir.operator().readOnly();
        return { status: "ready" };
      } catch {
        return reply({ status: "database" }, { status: 503 });
      }
    },
  }),

  get("/metrics", {
    role: "operator",
    summary: "Metrics for Prometheus.",
    description:
      "Requests, recalls and memory are of this process; the queue, the tokens and the figures are of the key's tenant, in every process.",
    answer: z.string(),
    type: "text/plain",
    run: async ({ authorizedTenant, service }) => {
      const samples = [...(await tenantSamples(service, authorizedTenant())), ...processSamples(service)];
      return new Response(service.metrics.expose(samples), { headers: { "content-type": TEXT_FORMAT } });
    },
  }),
];

async function tenantSamples({ memoir }: Service, operator: OperatorHandle): Promise<Sample[]> {
  const today = { since: new Date(), until: new Date() };
  const waiting = await memoir.behind(operator.tenant);
  const queues = await operator.jobs.stats();
  const usage = await operator.modelUsage(today);
  const figures = await operator.figures(today);
  const spent = usage.reduce((sum, row) => sum + row.input_tokens + row.output_tokens, 0);
  const budget = memoir.settings.models.dailyTokenBudget;
  return [
    sample("memoir_messages_waiting", waiting.events),
    sample("memoir_messages_waiting_oldest_seconds", waiting.oldestMs / 1_000),
    ...queues.flatMap(({ kind, failing, oldestMs, ...counts }) => [
      ...(["ready", "waiting", "running", "dead"] as const).map((status) =>
        sample("memoir_jobs", counts[status], { kind, status }),
      ),
      sample("memoir_jobs_failing", failing, { kind }),
      sample("memoir_jobs_oldest_seconds", oldestMs / 1_000, { kind }),
    ]),
    sample("memoir_model_tokens_today", spent),
    ...(budget === null ? [] : [sample("memoir_model_tokens_budget", budget)]),
    ...figures.map(({ name, value }) => sample("memoir_figure_today", value, { name })),
  ];
}

/** Of the process, not of one server in it: there is one event loop. Begun by the first who asks. */
const delay = monitorEventLoopDelay({ resolution: 20 });
let isOn = false;

const NANOSECONDS = 1e9;

/** How the process is doing; of the event loop's delay, the worst since the last time somebody asked. */
function processSamples({ version }: Service): Sample[] {
  const lag = isOn ? delay.max / NANOSECONDS : 0;
  delay.reset();
  isOn = isOn || delay.enable();
  const { rss, heapUsed, external } = process.memoryUsage();
  return [
    sample("memoir_info", 1, { version }),
    sample("memoir_event_loop_delay_max_seconds", lag),
    sample("process_resident_memory_bytes", rss),
    sample("process_start_time_seconds", Math.round(performance.timeOrigin) / 1_000),
    sample("nodejs_heap_used_bytes", heapUsed),
    sample("nodejs_external_memory_bytes", external),
  ];
}
