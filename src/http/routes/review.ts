import { z } from "@hono/zod-openapi";
import { WAITING, type WaitingStatus } from "../../domain/memory.ts";
import { MemoirError } from "../../index.ts";
import { ownScope, ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { name, pageAsked, pageOf, paging, reason, wantedAgent, wantedScope } from "../schemas/common.ts";
import { ItemSchema, MemorySchema } from "../schemas/memory.ts";
import { ProposalSchema } from "../schemas/profile.ts";

const tag = "Review";
const path = "/api/ltm/review";

const list = route(
  {
    method: "get",
    path,
    role: "operator",
    tag,
    summary: "Everything that waits for review, in one scope or in all: memories, then profile changes.",
    query: z.strictObject({
      ...wantedScope,
      ...wantedAgent,
      status: z.enum(WAITING).optional().describe("Default: both."),
      ...paging,
    }),
    answer: pageOf(
      z.union([
        z.object({
          kind: z.literal("memory"),
          asks: z
            .enum(["keep", "forget"])
            .describe(
              "What approving does: lets it in, or forgets an active one because a model's tool asks for it.",
            ),
          scope: z.string(),
          memory: MemorySchema,
          reason: z.string().nullable().describe("Why it waits."),
          evidence: z.array(z.record(z.string(), z.unknown())),
          replaces: z.array(MemorySchema).describe("The memories that are superseded once it is approved."),
        }),
        z.object({
          kind: z.literal("profile"),
          scope: z.string(),
          proposal: ProposalSchema,
          events: z.array(z.record(z.string(), z.unknown())),
        }),
      ]),
    ),
  },
  async ({ service, principal, query, signal }) => {
    const options = { ...pageAsked(query), ...given({ status: query.status }), signal };
    const { items, next } = await (query.scope === undefined
      ? ownTenant(service, principal).review(options)
      : ownScope(service, principal, query).review(options));
    return { items, next };
  },
);

/** Which memory, in which scope. */
const target = { scope: name, ...wantedAgent, id: name.describe("The memory's id."), reason };

const approve = decision(
  "approve",
  "Approve a memory; the memories that it contradicts are superseded. Or forget what a tool asks to forget.",
);
const reject = decision(
  "reject",
  "Refuse a memory: it stays out, also when it is said again. Or keep what a tool asks to forget.",
);

function decision(verdict: "approve" | "reject", summary: string): Route {
  return route(
    {
      method: "post",
      path: `${path}/${verdict}`,
      twice: "harmful",
      role: "operator",
      tag,
      summary,
      body: z.strictObject(target),
      answer: ItemSchema,
    },
    async ({ service, principal, body, signal }) => {
      const { memories, scope } = ownScope(service, principal, body);
      const options = { ...given({ reason: body.reason }), signal };
      return { scope, memory: await memories[verdict](body.id, options) };
    },
  );
}

const edit = route(
  {
    method: "post",
    path: `${path}/edit`,
    twice: "harmful",
    role: "operator",
    tag,
    summary: "Approve a memory with a changed text.",
    body: z.strictObject({ ...target, text: z.string().min(1).max(10_000) }),
    answer: ItemSchema,
  },
  async ({ service, principal, body, signal }) => {
    const { memories, scope } = ownScope(service, principal, body);
    const memory = await memories.get(body.id);
    if (memory === null || !waits(memory.status)) {
      throw new MemoirError("not_found", `No memory ${body.id} waits in ${scope}. GET ${path} lists them.`, {
        details: { id: body.id },
      });
    }
    const options = { ...given({ reason: body.reason }), signal };
    // The first of both writes holds only for the very memory that was looked at; should the second fail, it still waits.
    await memories.update(memory.id, { text: body.text }, { ...options, ifRev: memory.rev });
    return { scope, memory: await memories.approve(memory.id, options) };
  },
);

function waits(status: string): status is WaitingStatus {
  return (WAITING as readonly string[]).includes(status);
}

const accept = answerTo("accept", "Set what a change of a profile proposes.");
const decline = answerTo("decline", "Decline a change of a profile.");

function answerTo(verdict: "accept" | "decline", summary: string): Route {
  return route(
    {
      method: "post",
      path: `${path}/profile/${verdict}`,
      twice: "harmful",
      role: "operator",
      tag,
      summary,
      description: "On the user's behalf; the record says which key did it.",
      body: z.strictObject({
        scope: name,
        ...wantedAgent,
        id: name.describe("The proposal's number in its scope."),
      }),
      answer: z.object({ scope: z.string(), proposal: ProposalSchema }),
    },
    async ({ service, principal, body, signal }) => {
      const { profile, scope } = ownScope(service, principal, body);
      return { scope, proposal: await profile.confirm(body.id, { accept: verdict === "accept", signal }) };
    },
  );
}

export const reviewRoutes: readonly Route[] = [list, approve, reject, edit, accept, decline];
