import { randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { name, optional, reasonSchema, scopeBody, when } from "../../../api/calls/schemas/common.ts";
import {
  pendingOptions,
  returned,
  UndoneBatchSchema,
  UndoneSchema,
} from "../../../api/calls/schemas/history.ts";
import { ItemSchema, MemorySchema, memoryUpdate } from "../../../api/calls/schemas/memory.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { WRITE_OUTCOMES } from "../../../domain/change.ts";
import { invalidArgument } from "../../../domain/errors.ts";
import { MEMORY_STATUSES } from "../../../domain/memory.ts";
import type { ForgetTarget, MemoryStatus } from "../../../index.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, reply, routesAbout } from "../route.ts";
import { bringable, forgettable, isVisible, mayActivatePending, replyItem, replyUndone } from "./item-of.ts";

const { post } = routesAbout("Memories", "write");

const { text, key, category, type, tags, importance, confidence, pinned } = memoryUpdate;

export const rememberRoutes: readonly Route[] = [
  post("/api/ltm/remember", {
    summary: "Store a claim as the user's own statement.",
    description:
      "The command itself is the evidence. A claim that is known already is confirmed, not doubled.",
    body: z.strictObject({
      ...scopeBody,
      text: text.unwrap().describe("One sentence that stands by itself."),
      key: key.describe("A stable name of your own; new text under it replaces the old."),
      category,
      type,
      tags,
      importance: importance.describe("Default: 0.5."),
      confidence: confidence.describe("Default: 1."),
      pinned,
      expiresAt: when.optional(),
      validFrom: optional(when, "When it began to be true. Default: now."),
      subject: optional(name, "The person or thing it is about. Default: the scope's user."),
      author: optional(name, "The author."),
      session: name.optional(),
      run: name.optional(),
      platform: name.optional(),
      eventId: optional(name, "The id of the command; the same id again changes nothing."),
      metadata: optional(z.record(z.string(), z.unknown()), "Anything of your own, kept with its event."),
    }),
    twice: "harmless",
    answer: ItemSchema.extend({ outcome: z.enum(WRITE_OUTCOMES).describe("Outcome of the claim.") }),
    status: 201,
    run: async ({ ownScope, body, once, signal }) => {
      const { text, ...rest } = body;
      const handle = ownScope(body);
      const remembered = await handle.remember(
        text,
        optionsOf({ eventId: once ?? undefined, ...rest }, signal),
      );
      return replyItem(handle, remembered.memory, remembered);
    },
  }),
];

const ForgetBody = z.strictObject({
  ...scopeBody,
  id: name.optional(),
  key: name.optional(),
  message: optional(name, "A message, by the id of its event: it is kept, and quoted no more."),
  about: name.optional(),
  dryRun: optional(z.boolean(), "Only say what `about` would forget. Default: false."),
  hard: optional(z.boolean(), "Erase now, for good. Default: false, restorable for a while."),
  includeRepetitions: optional(
    z.boolean(),
    "With `hard`: also out of every other message that speaks of it. Default: false.",
  ),
  echoes: optional(z.boolean(), "The former name of `includeRepetitions`.").meta({ deprecated: true }),
  bringBack: optional(
    z.boolean(),
    "`false`: memories that a forgotten one had superseded stay so. Default: true.",
  ),
  batch: optional(
    name,
    "The operation that this is part of, by a name of yours. Default: with `about` a new one.",
  ),
  statuses: optional(
    z.array(z.enum(MEMORY_STATUSES)),
    "Only memories in one of these. Default: all that are not forgotten, with `hard` those too.",
  ),
  reason: reasonSchema,
});

const NONE_HIDDEN = { found: false, memories: [], batch: null, restored: [], replaced: [] };

export const forgetRoutes: readonly Route[] = [
  post("/api/ltm/forget", {
    summary: "Forget one memory by id or key, or all that contain every word of `about`.",
    description:
      "With `dryRun` it only reports what would be forgotten. A missing memory is no error: `found` is false. Memories that " +
      "the forgotten ones alone had superseded become current again.",
    body: ForgetBody,
    twice: "harmless",
    answer: z.object({
      found: z.boolean(),
      memories: z.array(MemorySchema),
      batch: z.string().nullable().describe("Takes all of it back: `POST /api/ltm/batches/{batch}/undo`."),
      ...returned,
    }),
    run: async ({ ownScope, principal, body, signal }) => {
      const { hard, includeRepetitions = body.echoes, bringBack, reason, dryRun } = body;
      const target = targetOf(body);
      const handle = ownScope(body);
      const { seen, unseen } = forgettable(principal);
      // Both calls are one batch.
      const several = "about" in target || "message" in target;
      const batch = body.batch ?? (several ? randomUUID() : undefined);
      const options = withoutUndefined({ hard, includeRepetitions, bringBack, reason, batch, signal });
      const among = (all: readonly MemoryStatus[]): MemoryStatus[] =>
        all.filter((status) => body.statuses?.includes(status) ?? true);
      // A named memory that the key cannot see is forgotten too, and nothing of it is returned. First, so that the others
      // do not bring it back.
      const hidden =
        among(unseen).length === 0 || dryRun === true
          ? NONE_HIDDEN
          : await handle.forget(target, { ...options, statuses: among(unseen) });
      const result = await handle.forget(target, { ...options, statuses: among(seen) });
      const gone = new Set(hidden.memories.map(({ id }) => id));
      const left = [...hidden.replaced, ...result.replaced].filter((id) => !gone.has(id));
      const answer = {
        found: result.found || hidden.found,
        memories: result.memories,
        batch: result.batch ?? hidden.batch,
        restored: [...hidden.restored, ...result.restored],
        replaced: await bringable(principal, handle, left),
      };
      // An answer that is stored must not hold erased words.
      return hard === true ? reply(answer, { again: { ...answer, memories: [] } }) : answer;
    },
  }),

  post("/api/ltm/undo", {
    summary: "Undo the last change of a scope. Repeat to go further back.",
    body: z.strictObject({ ...scopeBody, reason: reasonSchema, ...pendingOptions }),
    twice: "harmful",
    answer: UndoneSchema,
    run: async ({ ownScope, principal, body, signal }) => {
      const handle = ownScope(body);
      const activatePending = mayActivatePending(principal, body);
      const undone = await handle.memories.undo(undefined, optionsOf({ ...body, activatePending }, signal));
      return replyUndone(principal, handle, undone);
    },
  }),

  post("/api/ltm/batches/{batch}/undo", {
    summary: "Undo a whole batch in a scope, or nothing.",
    description:
      "`batch` is what a bulk forget or an import answered, or what the history shows. A memory that was changed since is a " +
      "`conflict`; one that was purged is `gone`.",
    params: z.strictObject({ batch: name }),
    body: z.strictObject({ ...scopeBody, reason: reasonSchema, ...pendingOptions }),
    twice: "harmful",
    answer: UndoneBatchSchema,
    run: async ({ ownScope, principal, params, body, signal }) => {
      const handle = ownScope(body);
      const activatePending = mayActivatePending(principal, body);
      const options = optionsOf({ ...body, activatePending }, signal);
      const { memories, undone } = await handle.memories.undoBatch(params.batch, options);
      const seen = memories.filter((memory) => isVisible(principal, memory));
      return { scope: handle.scope, memories: seen, undone };
    },
  }),
];

/** Exactly one, so that nothing is forgotten that was not meant. */
function targetOf({ id, key, message, about, dryRun }: z.output<typeof ForgetBody>): ForgetTarget {
  const targets = [
    ...(id === undefined ? [] : [{ id }]),
    ...(key === undefined ? [] : [{ key }]),
    ...(message === undefined ? [] : [{ message }]),
    ...(about === undefined ? [] : [withoutUndefined({ about, dryRun })]),
  ];
  const [target] = targets;
  if (target === undefined || targets.length > 1) {
    throw invalidArgument("Say what to forget by one of `id`, `key`, `message` and `about`.");
  }
  if (dryRun !== undefined && about === undefined) {
    throw invalidArgument("`dryRun` goes with `about`; what an `id` or a `key` names is known.");
  }
  return target;
}
