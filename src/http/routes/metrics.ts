import { z } from "@hono/zod-openapi";
import type { OperatorHandle } from "../../index.ts";
import type { Service } from "../call.ts";
import type { Gauge } from "../metrics.ts";
import { ownTenant } from "../own-scope.ts";
import { processGauges } from "../process-gauges.ts";
import { type Route, route } from "../route.ts";

const TYPE = "text/plain; version=0.0.4; charset=utf-8";

const metrics = route(
  {
    method: "get",
    path: "/metrics",
    role: "operator",
    tag: "Health",
    summary: "Metrics for Prometheus.",
    description:
      "Requests, recalls and memory are of this process; the queue, the tokens and the figures are of the key's tenant, in every process.",
    answer: z.string(),
    type: "text/plain",
  },
  async ({ service, principal }) => {
    const tenant = ownTenant(service, principal);
    const gauges = [
      { name: "memoir_info", help: "The version that runs.", labels: { version: service.version }, value: 1 },
      {
        name: "memoir_messages_unread_total",
        help: "Messages passed over because they took too long to read.",
        labels: {},
        value: service.memoir.unread(),
        type: "counter" as const,
      },
      ...(await readingGauges(service, principal.tenant)),
      ...(await queueGauges(tenant)),
      ...(await tokenGauges(service, tenant)),
      ...(await figureGauges(tenant)),
      ...processGauges(),
    ];
    return new Response(service.metrics.expose(gauges), { headers: { "content-type": TYPE } });
  },
);

async function readingGauges({ memoir }: Service, tenant: string): Promise<Gauge[]> {
  const { events, oldestMs } = await memoir.behind(tenant);
  return [
    {
      name: "memoir_messages_waiting",
      help: "Events that were observed and not yet read.",
      labels: {},
      value: events,
    },
    {
      name: "memoir_messages_waiting_oldest_seconds",
      help: "How long the oldest of them has been waiting.",
      labels: {},
      value: oldestMs / 1_000,
    },
  ];
}

async function queueGauges({ jobs }: OperatorHandle): Promise<Gauge[]> {
  const kinds = await jobs.stats();
  return kinds.flatMap(({ kind, oldestMs, ...counts }) => [
    ...(["ready", "waiting", "running", "dead"] as const).map((status) => ({
      name: "memoir_jobs",
      help: "Jobs by kind and status; dead ones have used up their tries.",
      labels: { kind, status },
      value: counts[status],
    })),
    {
      name: "memoir_jobs_failing",
      help: "Jobs whose last try failed and that will be tried again.",
      labels: { kind },
      value: counts.failing,
    },
    {
      name: "memoir_jobs_oldest_seconds",
      help: "How long the oldest job that may run has been waiting.",
      labels: { kind },
      value: oldestMs / 1_000,
    },
  ]);
}

async function figureGauges(tenant: OperatorHandle): Promise<Gauge[]> {
  const today = new Date();
  const figures = await tenant.figures({ since: today, until: today });
  return figures.map(({ name, value }) => ({
    name: "memoir_figure_today",
    help: "What upkeep did and how extraction fared since midnight UTC, by name.",
    labels: { name },
    value,
  }));
}

async function tokenGauges({ memoir }: Service, tenant: OperatorHandle): Promise<Gauge[]> {
  const today = new Date();
  const usage = await tenant.modelUsage({ since: today, until: today });
  const spent = usage.reduce((sum, row) => sum + row.input_tokens + row.output_tokens, 0);
  const budget = memoir.settings.models.dailyTokenBudget;
  const spentToday = {
    name: "memoir_model_tokens_today",
    help: "Tokens of language models since midnight UTC.",
    labels: {},
    value: spent,
  };
  if (budget === null) return [spentToday];
  const help = "Tokens that a day may cost.";
  return [spentToday, { name: "memoir_model_tokens_budget", help, labels: {}, value: budget }];
}

export const metricsRoutes: readonly Route[] = [metrics];
