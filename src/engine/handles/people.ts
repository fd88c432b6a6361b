import { withOptionChecks } from "../../api/calls/index.ts";
import type { ForgetPersonOptions, PeopleHandle, PersonReceipt } from "../../api/people.ts";
import { checkFlag, checkReason } from "../../domain/arguments.ts";
import { checkAborted } from "../../domain/errors.ts";
import { parseScope, type Scope } from "../../domain/scope.ts";
import { checkActor, checkId } from "../../domain/text.ts";
import { ofThisMachine } from "../../features/markdown/files.ts";
import { coreLines } from "../../read/views/core-lines.ts";
import { pageOfReceipts } from "../../read/views/person-receipts.ts";
import type { Acting } from "../../write/tools/write-tools.ts";
import { type CoreOf, forgetPerson, previewPerson, restorePerson } from "../../write/verbs/forget-person.ts";
import type { Engine } from "../engine.ts";

const ALL = { agent: null, categories: null };

export function peopleHandle(engine: Engine, tenant: string): PeopleHandle {
  const actingAs = (actor: string | undefined): Acting => ({
    actor: checkActor(actor),
    access: ALL,
  });
  const previewing = {
    tools: engine,
    tenant,
    coreOf: coreIn(engine, tenant),
    isHere: (place: string) => ofThisMachine(place) !== null,
  };
  const rewritten = async (receipt: PersonReceipt, acting: Acting): Promise<PersonReceipt> => {
    for (const { scope } of receipt.scopes) await engine.markdown.rewrite(parseScope(scope, tenant), acting);
    return receipt;
  };
  return withOptionChecks("people", {
    async preview(who, { hard, signal } = {}) {
      engine.use();
      checkAborted(signal);
      return previewPerson(previewing, who, checkFlag(hard ?? false, "hard"));
    },

    async forget(who, options: ForgetPersonOptions = {}) {
      engine.use();
      const { hard, actor, reason, signal } = options;
      checkAborted(signal);
      const acting = actingAs(actor);
      const how = {
        hard: checkFlag(hard ?? false, "hard"),
        acting,
        signal,
        reason: checkReason(reason, "forget a person"),
      };
      const receipt = await engine.accept(forgetPerson(previewing, who, how));
      return engine.accept(rewritten(receipt, acting));
    },

    async restore(id, { actor, reason, signal } = {}) {
      engine.use();
      checkAborted(signal);
      const acting = actingAs(actor);
      const by = { acting, reason: checkReason(reason, "restore a person"), signal };
      const receipt = await engine.accept(restorePerson(engine, tenant, checkId(id, "id"), by));
      return engine.accept(rewritten(receipt, acting));
    },

    receipts: (options = {}) => pageOfReceipts(engine, tenant, options),
  });
}

/** The lines of every prompt that are somebody's: those of the scope, or of a member's own questions. */
function coreIn(engine: Engine, tenant: string): CoreOf {
  return async ({ scope: name, accounts }) => {
    const scope = parseScope(name, tenant);
    const reading = { scopes: [scope] as [Scope], access: ALL, thread: null };
    if (accounts === null) return (await coreLines(engine, reading, {})).lines.map(({ text }) => text);
    const texts: string[] = [];
    for (const asker of accounts) {
      const { lines } = await coreLines(engine, reading, { asker });
      const theirs = lines.filter(({ source }) =>
        "event" in source ? source.event.actor === asker : source.memory.actor === asker,
      );
      texts.push(...theirs.map(({ text }) => text));
    }
    return texts;
  };
}
