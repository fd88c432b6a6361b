import { randomUUID } from "node:crypto";
import type { z } from "@hono/zod-openapi";
import type { forgetFields } from "../../../api/calls/schemas/write.ts";
import { WRITE_CALLS } from "../../../api/calls/write.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { invalidArgument } from "../../../domain/errors.ts";
import type { ForgetTarget, MemoryStatus } from "../../../index.ts";
import { scopeRoutes } from "../call-routes.ts";
import { optionsOf } from "../own-scope.ts";
import { reply } from "../route.ts";
import { bringable, forgettable, replyItem } from "./item-of.ts";

const NONE_HIDDEN = { found: false, memories: [], batch: null, hidden: [], restored: [], replaced: [] };

export const writeRoutes = scopeRoutes(WRITE_CALLS, (scope) => scope, {
  remember: async ({ authorizedScope, body, once, signal }) => {
    const { text, ...rest } = body;
    const handle = authorizedScope(body);
    const remembered = await handle.remember(
      text,
      optionsOf({ eventId: once ?? undefined, ...rest }, signal),
    );
    return replyItem(handle, remembered.memory, remembered);
  },

  forget: async ({ authorizedScope, principal, body, signal }) => {
    const { hard, includeRepetitions = body.echoes, bringBack, reason, dryRun } = body;
    const target = targetOf(body);
    const handle = authorizedScope(body);
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
    const replaced = [...hidden.replaced, ...result.replaced].filter((id) => !gone.has(id));
    const answer = {
      found: result.found || hidden.found,
      memories: result.memories,
      batch: result.batch ?? hidden.batch,
      hidden: [...hidden.hidden, ...result.hidden],
      restored: [...hidden.restored, ...result.restored],
      replaced: await bringable(principal, handle, replaced),
    };
    // An answer that is stored must not hold erased words.
    return hard === true ? reply(answer, { again: { ...answer, memories: [] } }) : answer;
  },

  observe: ({ authorizedScope, body, once, signal }) => {
    const messages = body.messages.map((message, i) =>
      withoutUndefined({ ...message, id: message.id ?? (once === null ? undefined : `${once}-${i}`) }),
    );
    return authorizedScope(body).observe(messages, { signal });
  },

  preview: ({ authorizedScope, body, signal }) =>
    authorizedScope(body).preview(body.messages.map(withoutUndefined), { signal }),
});

type ForgetFields = z.output<z.ZodObject<typeof forgetFields>>;

/** Exactly one, so that nothing is forgotten that was not meant. */
function targetOf({ id, key, message, about, dryRun }: ForgetFields): ForgetTarget {
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
