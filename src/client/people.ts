import { checked } from "../api/calls/index.ts";
import type { PeopleHandle, PersonTarget } from "../api/people.ts";
import { fetchPage, KEY_ACTS, refuse, scopeText, segment } from "./request.ts";
import type { Transport } from "./transport.ts";

const PEOPLE = "/api/ltm/people";

function bodyOf(who: PersonTarget): Record<string, unknown> {
  if (typeof who === "object" && who !== null && "scope" in who && who.scope !== undefined)
    return { scope: scopeText(who.scope), member: who.member };
  return { ...who };
}

/** Forgetting people on a server. The actor is the key. */
export function remotePeople(transport: Transport): PeopleHandle {
  const { send } = transport;
  return checked("people", {
    async preview(who, { hard, signal } = {}) {
      return send("POST", `${PEOPLE}/preview`, { body: { ...bodyOf(who), hard }, signal });
    },
    async forget(who, { hard, reason, signal, ...options } = {}) {
      refuse(options, "actor", "people.forget()", KEY_ACTS);
      return send("POST", `${PEOPLE}/forget`, { body: { ...bodyOf(who), hard, reason }, signal });
    },
    async restore(id, { reason, signal, ...options } = {}) {
      refuse(options, "actor", "people.restore()", KEY_ACTS);
      return send("POST", `${PEOPLE}/receipts/${segment(id)}/restore`, { body: { reason }, signal });
    },
    receipts: (options) => fetchPage(transport, `${PEOPLE}/receipts`, { ...options }),
  });
}
