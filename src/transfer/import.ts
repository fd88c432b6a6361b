import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImportOptions, ImportProgress, ImportReport } from "../api/transfers.ts";
import { checkFlag, checkOptions, checkSignal, type ImportSource } from "../domain/arguments.ts";
import { checkAborted, MemoirError, show } from "../domain/errors.ts";
import type { Policies } from "../domain/policy.ts";
import { parseScope, type Scope } from "../domain/scope.ts";
import { checkReferences } from "../store/integrity.ts";
import type { Store } from "../store/port.ts";
import { TENANT } from "../store/portable/lines.ts";
import { openStaging } from "../store/sqlite/staging.ts";
import type { Snapshot } from "../store/tx.ts";
import { allHashes, compare, type Outcomes } from "./compare.ts";
import { type Staged, stage } from "./stage.ts";

/** The tools of an import. */
export interface ImportTools {
  readonly store: Store;
  readonly opened: Policies;
  readonly audit: boolean;
  readonly embeds: boolean;
  now(): Date;
  /** These were written. */
  restored(scopes: readonly Scope[]): void;
}

/**
 * Restores an export: first all of it is checked in a database of its own, then one transaction writes it. A scope that
 * is empty becomes as it was; one that holds exactly this stays; one that holds anything else ends the import, and
 * nothing is written anywhere.
 */
export async function importLines(
  tools: ImportTools,
  tenant: string,
  source: ImportSource,
  given: ImportOptions | undefined,
): Promise<ImportReport> {
  const options = checkOptions(given, "import()");
  const signal = checkSignal(options.signal);
  const dryRun = checkFlag(options.dryRun ?? false, "dryRun");
  const onProgress = checkProgress(options.onProgress);
  checkAborted(signal);
  const { schemaVersion: schema } = await tools.store.info();
  const folder = await mkdtemp(join(tmpdir(), "memoir-import-"));
  const path = join(folder, "staging.db");
  const staging = openStaging(path);
  try {
    const staged = await stage(source, staging, {
      ...{ tenant, schema, opened: tools.opened, signal },
      onLine: (lines) => onProgress({ step: "check", lines }),
    });
    staging.seal();
    await checkStaged(staging.read, tenant, staged);
    const outcomes = await compare(tools.store, tenant, staged);
    checkAborted(signal);
    if (!dryRun) {
      refuseConflicts(tenant, outcomes);
      const lines = Object.values(staged.counts).reduce((sum, count) => sum + count, 0);
      onProgress({ step: "write", lines });
      await write(tools, { tenant, path, outcomes, signal });
    }
    return reportOf(dryRun, staged, outcomes);
  } finally {
    staging.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The rows must agree with each other, and be told again as the file tells them. */
async function checkStaged(staging: Snapshot, tenant: string, { manifest, sections }: Staged): Promise<void> {
  const [problem] = await checkReferences(staging);
  if (problem !== undefined) {
    throw new MemoirError(
      "invalid_argument",
      `The file's rows contradict each other: not so that ${problem.check} (${show(problem.detail)}). Nothing was imported.`,
      { details: { ...problem } },
    );
  }
  const hashes = await allHashes(staging, tenant, manifest.schema);
  for (const { name, sha256 } of sections) {
    if (hashes.get(name) === sha256) continue;
    throw new MemoirError(
      "invalid_argument",
      `The rows of ${name} are not in the order in which Memoir writes them. Nothing was imported.`,
    );
  }
}

/** How many are named in a message. */
const NAMED = 5;

function refuseConflicts(tenant: string, outcomes: Outcomes): void {
  const names = [...outcomes].filter(([, outcome]) => outcome === "conflict").map(([{ name }]) => name);
  if (names.length === 0) return;
  const scopes = names.filter((name) => name !== TENANT);
  const more = scopes.length > NAMED ? ` and ${scopes.length - NAMED} more` : "";
  const message =
    scopes.length > 0
      ? `${scopes.slice(0, NAMED).join(", ")}${more} already hold${scopes.length === 1 ? "s" : ""} other rows than ` +
        "the file. An import restores; it does not mix. Import into another tenant, or export only the scopes that are missing here."
      : `Tenant "${tenant}" already has other identities or policies than the file. Import into another tenant, or ` +
        "export the scopes by name: such a file has none of these.";
  throw new MemoirError("conflict", `${message} Nothing was imported.`, {
    details: { scopes: scopes.slice(0, 100), conflicts: names.length },
  });
}

interface Writing {
  readonly tenant: string;
  /** The staging database. */
  readonly path: string;
  readonly outcomes: Outcomes;
  readonly signal: AbortSignal | undefined;
}

async function write(
  { store, audit, embeds, now, restored }: ImportTools,
  { tenant, path, outcomes, signal }: Writing,
): Promise<void> {
  const sections = [...outcomes].filter(([, outcome]) => outcome === "restored").map(([section]) => section);
  if (sections.length === 0) return;
  const scopes = sections.flatMap(({ num }) => num ?? []);
  const own = sections.some(({ name }) => name === TENANT);
  const args = { tenant, path, scopes, own, at: now().getTime(), audit, embeds };
  await store.write("importRows", args, { signal });
  restored(sections.flatMap(({ name }) => (name === TENANT ? [] : parseScope(name, tenant))));
}

function reportOf(dryRun: boolean, { manifest, counts }: Staged, outcomes: Outcomes): ImportReport {
  const all = [...outcomes].map(([{ name }, outcome]) => ({ scope: name, outcome }));
  return {
    dryRun,
    from: { tenant: manifest.tenant, createdAt: manifest.createdAt },
    scopes: all.filter(({ scope }) => scope !== TENANT),
    tenant: all.find(({ scope }) => scope === TENANT)?.outcome ?? null,
    counts,
  };
}

function checkProgress(value: unknown): (progress: ImportProgress) => void {
  if (value === undefined) return () => undefined;
  if (typeof value === "function") return value as (progress: ImportProgress) => void;
  throw new MemoirError("invalid_argument", `onProgress must be a function, got ${show(value)}.`);
}
