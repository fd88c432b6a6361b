import { z } from "@hono/zod-openapi";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, wanted } from "../schemas/body.ts";
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

const end = route(
  {
    method: "post",
    path: "/api/ltm/sessions/{id}/end",
    role: "write",
    tag,
    summary: "A conversation is over.",
    params: z.strictObject({ id: name }),
    body: z.strictObject({
      ...wanted,
      wait: z
        .boolean()
        .optional()
        .describe("Read it now, and say what came of it. Default: the setting `triggers.waitAtEnd`."),
    }),
    twice: "harmless",
    answer: z.object({
      ended: z.boolean(),
      jobs,
      new: z.int().optional().describe("How many memories are new; with `wait`."),
      updated: z.int().optional().describe("How many memories were updated; with `wait`."),
      failed: z.string().nullable().optional().describe("Why it could not be read now; a job tries again."),
    }),
  },
  ({ service, principal, params, body: { wait, ...where }, signal }) =>
    ownScope(service, principal, where)
      .session(params.id)
      .end({ signal, ...given({ wait }) }),
);

const CALLS = [
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

export const sessionRoutes: readonly Route[] = [flush, end, ...sessions];
