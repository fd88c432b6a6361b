import { z } from "@hono/zod-openapi";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { wanted } from "../schemas/body.ts";
import { name } from "../schemas/common.ts";
import { ReportSchema } from "../schemas/report.ts";

const tag = "Sessions";
const body = z.strictObject(wanted);
const jobs = z.int().describe("How many jobs this has set going; they run in the background.");

const flush = route(
  {
    method: "post",
    path: "/api/ltm/flush",
    role: "write",
    tag,
    summary: "Extract memories from all unread events now, and report the outcome.",
    body,
    twice: "harmless",
    answer: ReportSchema,
  },
  (call) => ownScope(call.service, call.principal, call.body).flush({ signal: call.signal }),
);

const CALLS = [
  ["end", "A conversation is over.", z.object({ ended: z.boolean(), jobs })],
  ["compress", "The bot has compressed its conversation.", z.object({ jobs })],
  ["heartbeat", "A round of the bot's heartbeat is finished.", z.object({ jobs })],
] as const;

const sessions = CALLS.map(([call, summary, answer]) =>
  route(
    {
      method: "post",
      path: `/api/ltm/sessions/{id}/${call}`,
      role: "write",
      tag,
      summary,
      params: z.strictObject({ id: name }),
      body,
      twice: "harmless",
      answer,
    },
    ({ service, principal, params, body: where, signal }) =>
      ownScope(service, principal, where).session(params.id)[call]({ signal }),
  ),
);

export const sessionRoutes: readonly Route[] = [flush, ...sessions];
