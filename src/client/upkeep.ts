import type { UpkeepHandle } from "../api/upkeep.ts";
import { checkId } from "../domain/text.ts";
import { UPKEEP_CALLS } from "../handles/calls.ts";
import { checked } from "../handles/checked.ts";
import type { Transport } from "./transport.ts";

const PATH = "/api/ltm/upkeep";

/** The upkeep of a tenant on a server. */
export function remoteUpkeep({ send }: Transport): UpkeepHandle {
  const handle: UpkeepHandle = {
    status: async () => (await send<{ jobs: never[] }>("GET", PATH)).jobs,
    run: (name, { dryRun, signal } = {}) =>
      send("POST", `${PATH}/jobs/${encodeURIComponent(checkId(name, "name"))}/run`, {
        body: { dryRun },
        signal,
      }),
    undo: (run, { reason, signal } = {}) =>
      send("POST", `${PATH}/runs/${encodeURIComponent(checkId(run, "run"))}/undo`, {
        body: { reason },
        signal,
      }),
    runs: async ({ name, limit } = {}) =>
      (await send<{ runs: never[] }>("GET", `${PATH}/runs`, { query: { name, limit } })).runs,
  };
  return checked(handle, UPKEEP_CALLS, "upkeep.");
}
