import type { MemoirClient } from "../../client/connect.ts";
import { packageInfo } from "../package-info.ts";
import { connect, type ServerPlace } from "../server-of.ts";
import type { Suggest } from "../suggest.ts";
import { badBecause, type Check, ok, warn } from "./check.ts";
import { queueCheck } from "./database.ts";

/** Checks of a server over HTTP: whether it answers, whose key it is, whether it accepts writes, and its queue. */
export async function serverChecks(place: ServerPlace, suggest: Suggest): Promise<Check[]> {
  let memoir: MemoirClient;
  try {
    memoir = await connect(place);
  } catch (error) {
    return [badBecause("server", error, "See that it runs, and that address and key are right.")];
  }
  const { version, preset, key } = memoir.server;
  const bound = key.scopes === null ? "" : `, bound to ${key.scopes.join(", ")}`;
  const checks = [
    versionCheck(version, preset),
    ok("key", `${key.name}: role ${key.role}, tenant ${key.tenant}${bound}`),
  ];
  if (key.role !== "operator") return checks;
  const operator = memoir.operator();
  checks.push(
    (await operator.readOnly())
      ? warn("writes", "read-only is on: nothing is written", "Switch it off: PUT /api/ltm/read-only.")
      : ok("writes", "allowed"),
    queueCheck(await operator.jobs.stats(), suggest),
  );
  return checks;
}

function versionCheck(version: string, preset: string): Check {
  const own = packageInfo().version;
  const detail = `answers; Memoir ${version}, preset ${preset}`;
  return version === own
    ? ok("server", detail)
    : warn("server", `${detail}; this command line is ${own}`, "Use the same version on both sides.");
}
