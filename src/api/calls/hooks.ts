import type { HooksHandle } from "../hooks.ts";
import { about, type CallTable, PAGE, SIGNAL } from "./call.ts";

export const HOOKS_CALLS = about("Hooks", "operator", {
  list: {
    http: "GET /api/ltm/hooks",
    summary: "The tenant's hooks, oldest first; never their secrets.",
    query: ({ z, paging }) => z.strictObject(paging),
    answer: ({ HookSchema, pageSchema }) => pageSchema(HookSchema),
    gives: "all",
  },
  add: {
    http: "POST /api/ltm/hooks",
    summary: "Tell an address of every change from now on. The secret is shown only in this answer.",
    options: { url: true, events: true, scopes: true, secret: true, actor: true },
    body: ({ z, changeEvent, name, optional }) =>
      z.strictObject({
        url: z.string().max(2_048).describe("Where to send: a public https address."),
        events: optional(z.array(changeEvent).min(1), "Only these changes. Default: all."),
        scopes: optional(z.array(name).min(1).max(1_000), "Only changes in these scopes. Default: all."),
        secret: optional(z.string().max(200), "`whsec_` and 24 to 64 bytes in base64. Default: a new one."),
      }),
    answer: ({ z, HookSchema }) => HookSchema.extend({ secret: z.string() }),
    status: 201,
  },
  remove: {
    http: "DELETE /api/ltm/hooks/{id}",
    summary: "Remove a hook and everything it was still to be told.",
    args: ["id"],
    answer: ({ z }) => z.object({ id: z.string() }),
    gives: "nothing",
  },
  pause: {
    http: "POST /api/ltm/hooks/{id}/pause",
    summary: "Stop sending to a hook. Changes are kept for it.",
    args: ["id"],
    answer: ({ HookSchema }) => HookSchema,
    twice: "harmless",
  },
  resume: {
    http: "POST /api/ltm/hooks/{id}/resume",
    summary: "Send to a paused hook again, beginning with what it missed.",
    args: ["id"],
    answer: ({ HookSchema }) => HookSchema,
    twice: "harmless",
  },
  test: {
    http: "POST /api/ltm/hooks/{id}/test",
    summary: "Send a test at once, and say how it was answered.",
    args: ["id"],
    options: SIGNAL,
    answer: ({ z }) =>
      z.object({
        delivered: z.boolean().describe("It was answered with a status from 200 to 299."),
        code: z.int().nullable(),
        error: z.string().nullable(),
      }),
    twice: "harmless",
  },
  deliveries: {
    http: "GET /api/ltm/hooks/{id}/deliveries",
    summary: "The deliveries of a hook with their last attempt and their next one, newest first.",
    args: ["id"],
    options: { ...PAGE, status: true },
    query: ({ z, deliveryStatus, paging }) =>
      z.strictObject({ status: deliveryStatus.optional(), ...paging }),
    answer: ({ DeliverySchema, pageSchema }) => pageSchema(DeliverySchema),
    gives: "page",
  },
  retry: {
    http: "POST /api/ltm/hooks/{id}/retry",
    summary: "Try parked and waiting deliveries now: all of a hook, or one of them.",
    args: ["id", "delivery"],
    body: ({ z, name, optional }) => z.strictObject({ delivery: optional(name, "Its id. Default: all.") }),
    answer: ({ z }) => z.object({ retried: z.int() }),
    gives: { field: "retried" },
    twice: "harmless",
  },
} satisfies CallTable<HooksHandle>);
