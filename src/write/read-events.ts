import type { Said } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import { fromOwnTool } from "../domain/injected/own-tool.ts";
import { withoutInjected } from "../domain/injected/without-injected.ts";
import { callNames } from "../domain/relevance/who.ts";
import type { Scope } from "../domain/scope.ts";

/** What a name lookup knows of an account. */
export type NameOf = (account: string) => string | null;

/** Events as extraction reads them: without what Memoir itself put there (R295), and under names people go by. */
export function readEvents(events: readonly Event[], scope: Scope, nameOf: NameOf): Said[] {
  return events.map((event) => {
    const actor = event.actor ?? (event.role === "user" && scope.kind === "user" ? scope.id : null);
    return {
      role: event.role,
      type: event.type,
      name: actor === null ? null : (nameOf(actor) ?? spokenName(actor)),
      actor,
      // Of the same length, so that a span in it is a span in the event.
      text: event.erasedAt !== null || fromOwnTool(event.content) ? "" : withoutInjected(event.text).text,
      at: event.at.getTime(),
    };
  });
}

/** An account that is called like a person is that person's name: `alice` is Alice, `u_8231` is nobody's. */
function spokenName(actor: string): string | null {
  if (callNames(actor).length === 0) return null;
  return /^[a-z]+$/.test(actor) ? actor[0]!.toUpperCase() + actor.slice(1) : actor;
}
