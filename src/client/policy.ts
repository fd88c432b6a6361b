import type { PolicyHandle } from "../api/operator.ts";
import type { PolicyDifference } from "../domain/policy.ts";
import { checked, POLICY_CALLS } from "../handles/calls.ts";
import { allOf } from "./page.ts";
import { KEY_ACTS, refuse } from "./request.ts";
import type { Transport } from "./transport.ts";

const PATH = "/api/ltm/policy";

function ifMatch(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { "if-match": `"${version}"` };
}

/** The policies of a tenant on a server. Who changed them is the key, whatever a caller says. */
export function remotePolicy(transport: Transport): PolicyHandle {
  const { send } = transport;
  const handle: PolicyHandle = {
    current: () => send("GET", PATH),
    versions: () => allOf(transport, `${PATH}/versions`),
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
