import { statSync } from "node:fs";
import { connectMemoir, type MemoirClient } from "../../client/connect.ts";
import type { JobCounts } from "../../domain/job.ts";
import { type Hook, type MemoirEngine, openMemoir, type Stats } from "../../index.ts";
import type { Config } from "../config.ts";
import type { ServerAccess } from "../context.ts";
import { bytes, countText } from "../format.ts";
import { packageInfo } from "../io.ts";
import { queueText, totalsOf } from "../job-view.ts";
import { databaseFile, engineOptions, isThere, withoutModels } from "../open.ts";
import type { Suggest } from "../output.ts";
import { bad, badBecause, type Check, ok, warn } from "./machine.ts";

/** A database that somebody else holds should not hold the doctor up for long. */
const PATIENCE_MS = 2_000;

/** Opens the database and looks inside. One that does not exist is left so. */
export async function databaseChecks(
  config: Config,
  cwd: string,
  suggest: Suggest,
  rewrite: boolean,
): Promise<Check[]> {
  const file = databaseFile(config.database, cwd);
  if (file !== null && !isThere(file)) {
    return [ok("database", `no database yet at ${file}; it will be created by the first add`)];
  }
  let memoir: MemoirEngine;
  try {
    const { model: _, ...options } = engineOptions(config, cwd);
    memoir = await openMemoir({
      ...options,
      embedder: "none",
      background: false,
      settings: withoutModels(config.settings),
      lockTimeoutMs: PATIENCE_MS,
    });
  } catch (error) {
    return [badBecause("database", error, "Pass another one with --database, or restore a backup.")];
  }
  try {
    return [
      await openCheck(memoir),
      ...(file === null
        ? []
        : [walCheck(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0), rightsCheck(file)]),
      await writesCheck(memoir, config),
      queueCheck(await memoir.operator(config.tenant).jobs.stats(), suggest),
      ...hooksCheck(await memoir.operator(config.tenant).hooks.list(), suggest),
      vectorsCheck((await memoir.operator(config.tenant).stats()).embeddedBy),
      await integrityCheck(memoir, config),
      ...(rewrite ? [await rewriteCheck(memoir)] : []),
    ];
  } catch (error) {
    return [badBecause("database", error, "Restore a backup.")];
  } finally {
    await memoir.close();
  }
}

async function openCheck(memoir: MemoirEngine): Promise<Check> {
  const { engine, engineVersion, location, schemaVersion, bytes: size } = await memoir.info();
  const name = engine === "sqlite" ? "SQLite" : "PostgreSQL";
  return ok(
    "database",
    `${location} opens: ${name} ${engineVersion}, schema version ${schemaVersion}, ${bytes(size)}`,
  );
}

async function rewriteCheck(memoir: MemoirEngine): Promise<Check> {
  let tables: number;
  try {
    tables = await memoir.rewrite();
  } catch (error) {
    return badBecause("rewrite", error, "Run it again when nothing else holds the database.");
  }
  const { engine } = await memoir.info();
  const rest = engine === "postgres" ? "the server's log (pg_wal) and backups are" : "backups are";
  return ok("rewrite", `${countText(tables, "table", "tables")} rewritten; ${rest} yours to let go`);
}

function rightsCheck(file: string): Check {
  const mode = statSync(file).mode & 0o777;
  if (process.platform === "win32" || (mode & 0o077) === 0)
    return ok("rights", "only its owner may read the file");
  return warn(
    "rights",
    `others may read or write the file (mode ${mode.toString(8)})`,
    `Take that away: chmod 600 ${file}`,
  );
}

const LARGE_WAL = 256_000_000;

export function walCheck(size: number): Check {
  if (size <= LARGE_WAL) return ok("wal", `write-ahead log ${bytes(size)}`);
  return warn(
    "wal",
    `the write-ahead log has grown to ${bytes(size)}: something reads for a long time`,
    "Stop the programs that have the database open; the last one to close it moves the log.",
  );
}

async function writesCheck(memoir: MemoirEngine, { tenant, settings }: Config): Promise<Check> {
  const operator = memoir.operator(tenant);
  if (settings.emergencyReadOnly) {
    return warn("writes", "emergencyReadOnly is on: nothing is written", "Switch it off in the settings.");
  }
  if (memoir.settings.emergencyReadOnly) {
    const advice = "Give this user write permission on the file and its folder.";
    return warn("writes", "the file may only be read: nothing is written", advice);
  }
  if (await operator.readOnly()) {
    return warn(
      "writes",
      `the tenant ${operator.tenant} is read-only`,
      "An operator can allow writes again.",
    );
  }
  return ok("writes", `allowed; write policy ${settings.writePolicy.mode}`);
}

async function integrityCheck(memoir: MemoirEngine, { tenant }: Config): Promise<Check> {
  const problems = await memoir.check();
  if (problems.length === 0) {
    const { totals } = await memoir.operator(tenant).stats();
    const memories = countText(totals.memories, "memory", "memories");
    const events = countText(totals.events, "event", "events");
    return ok(
      "integrity",
      `${memories} and ${events} in ${countText(totals.scopes, "scope", "scopes")}, all sound`,
    );
  }
  const examples = problems.slice(0, 5).map(({ check, detail }) => `${check}: ${detail}`);
  const more = problems.length > examples.length ? `; and ${problems.length - examples.length} more` : "";
  return bad(
    "integrity",
    `${countText(problems.length, "problem", "problems")}: ${examples.join("; ")}${more}`,
    "Make a copy of the database, restore a backup, and report this.",
  );
}

/** Jobs that have failed for good need a person. */
export function queueCheck(kinds: readonly JobCounts[], suggest: Suggest): Check {
  const totals = totalsOf(kinds);
  if (totals.dead === 0) return ok("queue", queueText(totals));
  const rest = queueText({ ...totals, dead: 0 });
  return warn(
    "queue",
    `${countText(totals.dead, "job has", "jobs have")} failed for good; else: ${rest}`,
    `See why: ${suggest("jobs list --status dead", { inScope: false })}`,
  );
}

/** Deliveries that were given up need a person. Nothing is said where there are no hooks. */
export function hooksCheck(hooks: readonly Hook[], suggest: Suggest): Check[] {
  if (hooks.length === 0) return [];
  const waiting = hooks.reduce((sum, hook) => sum + hook.waiting, 0);
  const all = `${countText(hooks.length, "hook", "hooks")}, ${countText(waiting, "delivery waits", "deliveries wait")}`;
  const bad = hooks.filter(({ parked }) => parked > 0);
  const parked = bad.reduce((sum, hook) => sum + hook.parked, 0);
  if (bad[0] === undefined) return [ok("hooks", all)];
  return [
    warn(
      "hooks",
      `${countText(parked, "delivery was", "deliveries were")} given up; else: ${all}`,
      `See why: ${suggest(`hooks deliveries ${bad[0].id} --status parked`, { inScope: false })}`,
    ),
  ];
}

/** Scopes with vectors of another model are embedded again in the background; until then both kinds are searched. */
export function vectorsCheck(embedded: Stats["embeddedBy"]): Check {
  const parts = embedded.map(({ models, scopes, behind }) => {
    const by = models === "" ? "not embedded yet" : `embedded by ${models}`;
    return `${countText(scopes, "scope", "scopes")} ${by}${behind === 0 || models === "" ? "" : `, ${behind} with texts that wait`}`;
  });
  const others = embedded.filter(({ models }) => models !== "").length > 1;
  const again = others ? "; those of another model than the one in use are embedded again" : "";
  return ok("vectors", parts.length === 0 ? "nothing to embed" : `${parts.join("; ")}${again}`);
}

/** Checks of a server over HTTP: whether it answers, whose key it is, whether it accepts writes, and its queue. */
export async function serverChecks(place: ServerAccess, suggest: Suggest): Promise<Check[]> {
  let memoir: MemoirClient;
  try {
    memoir = await connectMemoir(place);
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
    ...hooksCheck(await operator.hooks.list(), suggest),
    vectorsCheck((await operator.stats()).embeddedBy),
  );
  return checks;
}

function versionCheck(version: string, preset: string): Check {
  const ownVersion = packageInfo().version;
  const detail = `answers; Memoir ${version}, preset ${preset}`;
  return version === ownVersion
    ? ok("server", detail)
    : warn("server", `${detail}; this command line is ${ownVersion}`, "Use the same version on both sides.");
}
