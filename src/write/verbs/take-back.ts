import type { TakeBackOptions } from "../../api/scope.ts";
import { checkFlag, checkSignal } from "../../domain/arguments.ts";
import { commandEventIds } from "../../domain/chat-commands/event-id.ts";
import { memberPrefix } from "../../domain/identity.ts";
import { redactInSteps } from "../../domain/redact/redact.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId, checkText, LIMITS } from "../../domain/text.ts";
import { runInSteps } from "../../runtime/yield.ts";
import { eventsOfMembers } from "../../store/tables/events.ts";
import { checkEnabled } from "../tools/proposal.ts";
import type { WriteTools } from "../tools/write-tools.ts";

/** Follows a message that was changed, or (`null`) deleted, where it was sent. */
export async function takeBack(
  tools: WriteTools,
  scope: Scope,
  { id, text }: { readonly id: string; readonly text: string | null },
  options: TakeBackOptions,
): Promise<boolean> {
  tools.use();
  const { settings } = tools;
  const eventId = checkId(id, "id");
  const forget = checkFlag(options.forget ?? false, "forget");
  const signal = checkSignal(options.signal);
  const words =
    text === null
      ? null
      : (
          await runInSteps(
            redactInSteps(checkText(text, "text", LIMITS.eventText), settings.privacy.denyPatterns),
          )
        ).text;
  checkEnabled(settings, "written");
  const reason = text === null ? "message deleted" : "message changed";
  const write = async (where: Scope, editedId: string, now: string | null): Promise<boolean> => {
    const args = { ...tools.context(where, reason), id: editedId, text: now, forget };
    const changed = await tools.store.write("editEvent", args, { signal });
    if (changed) tools.erased(where);
    return changed;
  };
  let changed = await write(scope, eventId, words);
  if (forget) {
    for (const command of await commandsIn(tools, scope, eventId)) {
      changed = (await write(command.scope, command.id, null)) || changed;
    }
  }
  if (changed) tools.changed();
  return changed;
}

/** The events that the commands of a message became: in its scope, or where a group keeps the facts about its members. */
async function commandsIn(
  tools: WriteTools,
  scope: Scope,
  message: string,
): Promise<{ scope: Scope; id: string }[]> {
  const ids = commandEventIds(message);
  const events = ids.map((id) => ({ scope, id }));
  const prefix = memberPrefix(scope, tools.settings.identity);
  if (prefix === null) return events;
  const { tenant } = scope;
  const memberEvents = await eventsOfMembers(tools.use(), tenant, { prefix, ids });
  return [
    ...events,
    ...memberEvents.map((one) => ({ scope: { tenant, kind: "user" as const, id: one.member }, id: one.id })),
  ];
}
