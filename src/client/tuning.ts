import { checked } from "../api/calls/index.ts";
import type { TuningHandle, TuningOptions } from "../api/tuning.ts";
import { fetchAll, fetchPage, KEY_ACTS, queryTime, refuse, segment } from "./request.ts";
import type { Transport } from "./transport.ts";

const TRIALS = "/api/ltm/policy/trials";
const STEPS = "/api/ltm/policy/steps";

/** The tuning of a tenant on a server. The actor is the key, whatever a caller says. */
export function remoteTuning(transport: Transport): TuningHandle {
  const { send } = transport;
  const one = (version: number, call: string): string =>
    `${TRIALS}/${segment(String(version), "version")}/${call}`;
  const reasonOf = (options: TuningOptions, call: string): { reason: string | undefined } => {
    refuse(options, "actor", call, KEY_ACTS);
    return { reason: options.reason };
  };
  return checked("tuning", {
    preview: async (patch, { since, until } = {}) =>
      send("POST", "/api/ltm/policy/preview", {
        body: { ...patch, since: queryTime(since, "since"), until: queryTime(until, "until") },
      }),
    propose: async (patch, options = {}) =>
      send("POST", TRIALS, { body: { ...(patch ?? {}), ...reasonOf(options, "tuning.propose()") } }),
    trials: () => fetchAll(transport, TRIALS),
    compare: async (version) => send("POST", one(version, "compare")),
    differences: async (version, options = {}) =>
      fetchPage(transport, one(version, "differences"), { ...options }),
    canary: async (version, { share, ...options } = {}) =>
      send("POST", one(version, "canary"), { body: { share, ...reasonOf(options, "tuning.canary()") } }),
    withdraw: async (version, options = {}) =>
      send("POST", one(version, "withdraw"), { body: reasonOf(options, "tuning.withdraw()") }),
    promote: async (version, options = {}) =>
      send("POST", one(version, "promote"), { body: reasonOf(options, "tuning.promote()") }),
    drift: () => send("GET", "/api/ltm/policy/drift"),
    steps: async (options = {}) => fetchPage(transport, STEPS, { ...options }),
    undo: async (step, options = {}) =>
      send("POST", `${STEPS}/${segment(String(step), "step")}/undo`, {
        body: reasonOf(options, "tuning.undo()"),
      }),
  });
}
