import { FEEDBACK_CALLS } from "../../../api/calls/feedback.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { noMemory } from "../../../domain/errors.ts";
import { scopeRoutes } from "../call-routes.ts";
import type { Route } from "../route.ts";
import { isVisible } from "./item-of.ts";

export const feedbackRoutes: readonly Route[] = Object.values(
  scopeRoutes(FEEDBACK_CALLS, (scope) => scope, {
    feedback: async ({ authorizedScope, principal, body, signal }) => {
      const { scope, scope_id, agent, ...verdictFields } = body;
      const handle = authorizedScope(body);
      const memory =
        verdictFields.memory === undefined ? null : await handle.memories.get(verdictFields.memory);
      if (memory !== null && !isVisible(principal, memory)) throw noMemory(memory.id);
      return handle.feedback(withoutUndefined(verdictFields), { signal });
    },
  }),
);
