import type { PolicyHandle, PolicyVersion } from "../api/policy.ts";
import type { PolicyDifference } from "../domain/policy.ts";
import { POLICY_CALLS } from "../handles/calls.ts";
import { checked } from "../handles/checked.ts";
import { KEY_ACTS, refuse } from "./refuse.ts";
import type { Transport } from "./transport.ts";

const PATH = "/api/ltm/policy";

function ifMatch(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { "if-match": `"${version}"` };
}

/** The policies of a tenant on a server. Who changed them is the key, whatever a caller says. */
export function remotePolicy({ send }: Transport): PolicyHandle {
  const handle: PolicyHandle = {
    current: () => send("GET", PATH),
    async versions() {
      const found: PolicyVersion[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: { items: PolicyVersion[]; next: string | null } = await send("GET", `${PATH}/versions`, {
          query: { limit: 1_000, cursor },
        });
        found.push(...page.items);
        cursor = page.next;
      }
      return found;
    },
    set: async (patch, options = {}) => {
      refuse(options, "actor", "policy.set()", KEY_ACTS);
      const { reason, ifVersion } = options;
      return send("PUT", PATH, { body: { ...patch, reason }, headers: ifMatch(ifVersion) });
    },
    diff: async (from, to) =>
      (await send<{ differences: PolicyDifference[] }>("GET", `${PATH}/diff`, { query: { from, to } }))
        .differences,
    rollback: async (version, options = {}) => {
      refuse(options, "actor", "policy.rollback()", KEY_ACTS);
      const { reason, ifVersion } = options;
      return send("POST", `${PATH}/rollback`, { body: { version, reason }, headers: ifMatch(ifVersion) });
    },
  };
  return checked(handle, POLICY_CALLS, "policy.");
}
