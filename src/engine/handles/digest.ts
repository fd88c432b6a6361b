import { withOptionChecks } from "../../api/calls/index.ts";
import type { DigestHandle } from "../../api/digest.ts";
import { type Access, checkUnbound } from "../../domain/allowlist.ts";
import { checkWhole, MAX_PER_PAGE } from "../../domain/arguments.ts";
import { MAX_WAIT_MS, renderContext } from "../../domain/digest.ts";
import { checkAborted, invalidArgument } from "../../domain/errors.ts";
import { injectInto } from "../../domain/inject.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId } from "../../domain/text.ts";
import type { Engine } from "../engine.ts";

/** Days are made from events, which belong to no category: who is bound to some sees none of them. */
export function digestHandle(engine: Engine, scope: Scope, access: Access): DigestHandle {
  return withOptionChecks("digest", {
    async context(person, { deadlineMs: requestedMs, signal } = {}) {
      checkUnbound(access, "digests");
      const account = checkPerson(scope, person);
      const { settings } = engine;
      const deadlineMs =
        requestedMs === undefined
          ? settings.digest.deadlineMs
          : checkWhole(requestedMs, "deadlineMs", 0, MAX_WAIT_MS);
      checkAborted(signal);
      engine.use();
      const contextAnswer = await engine.digests.context(scope, account, deadlineMs, signal);
      const { name, text, source, parts, degraded } = contextAnswer;
      const block = renderContext(name, text);
      return {
        person: account,
        name,
        text,
        source,
        parts,
        degraded,
        toPrompt: () => block,
        injectInto: (messages) => injectInto(messages, block, settings.render.placement),
      };
    },

    async days(person, { limit, signal } = {}) {
      checkUnbound(access, "digests");
      const account = person === undefined ? undefined : checkId(person, "person");
      const most = checkWhole(limit ?? 30, "limit", 1, MAX_PER_PAGE);
      checkAborted(signal);
      engine.use();
      return engine.digests.days(scope, account, most);
    },
  });
}

function checkPerson({ kind, id }: Scope, person: string | undefined): string {
  if (person !== undefined) return checkId(person, "person");
  if (kind === "user") return id;
  throw invalidArgument("context() needs to know of whom: pass the account id of a person.");
}
