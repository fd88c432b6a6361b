import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ImportOptions, ImportOutcome, ImportProgress, ImportReport } from "../../api/transfers.ts";
import { checkFlag, checkOptions, checkSignal, type ImportSource } from "../../domain/arguments.ts";
import { checkAborted, invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { parseScope } from "../../domain/scope.ts";
import { checkReferences } from "../../store/integrity.ts";
import type { Store } from "../../store/port.ts";
import { isEmptyScope, TENANT } from "../../store/portable/lines.ts";
import { openStaging, type Staging } from "../../store/portable/staging.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { Snapshot } from "../../store/tx.ts";
import type { WriteTools } from "../../write/tools/write-tools.ts";
import { sectionHashes } from "./export.ts";
import { type Staged, type StagedSection, stage } from "./stage.ts";
import { makeStagingFolder } from "./staging-folder.ts";

/** The engine parts that an import uses. */
interface ImportTools extends Pick<WriteTools, "store" | "settings" | "now" | "embedLater" | "changed"> {
  readonly embedder: object | null;
}

/**
 * Restores an export: first all of it is checked in a temporary database, then one transaction writes it. A scope that
 * is empty becomes as it was; one that holds exactly this stays; one that holds anything else ends the import, and
 * nothing is written anywhere.
 */
export async function importLines(
  tools: ImportTools,
  tenant: string,
  source: ImportSource,
  rawOptions: ImportOptions | undefined,
): Promise<ImportReport> {
  const options = checkOptions(rawOptions, "import()");
  const signal = checkSignal(options.signal);
  const dryRun = checkFlag(options.dryRun ?? false, "dryRun");
  const onProgress = checkProgress(options.onProgress);
  checkAborted(signal);
  const { schemaVersion: schema } = await tools.store.info();
  const folder = await makeStagingFolder();
  const path = join(folder, "staging.db");
  let staging: Staging | undefined;
  try {
    staging = openStaging(path);
    const staged = await stage(source, staging, {
      tenant,
      schema,
      opened: tools.settings,
      signal,
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
    staging?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The rows must be consistent, and exporting them again must give the same lines. */
async function checkStaged(staging: Snapshot, tenant: string, { manifest, sections }: Staged): Promise<void> {
  const [problem] = await checkReferences(staging);
  if (problem !== undefined) {
    throw invalidArgument(
      `The file's rows contradict each other: not so that ${problem.check} (${show(problem.detail)}). Nothing was imported.`,
      { ...problem },
    );
  }
  const hashes = await sectionHashes(staging, tenant, null, manifest.schema);
  for (const { name, sha256 } of sections) {
    if (hashes.get(name) === sha256) continue;
    throw invalidArgument(
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

async function write(tools: ImportTools, { tenant, path, outcomes, signal }: Writing): Promise<void> {
  const sections = [...outcomes].filter(([, outcome]) => outcome === "restored").map(([section]) => section);
  if (sections.length === 0) return;
  const scopes = sections.flatMap(({ num }) => num ?? []);
  const isOwn = sections.some(({ name }) => name === TENANT);
  const { settings, embedder } = tools;
  const marks = { at: tools.now(), audit: settings.audit === "full", embeds: embedder !== null };
  await tools.store.write("importRows", { tenant, path, scopes, isOwn: isOwn, ...marks }, { signal });
  for (const { name } of sections) if (name !== TENANT) tools.embedLater(parseScope(name, tenant));
  tools.changed();
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
  throw invalidArgument(`onProgress must be a function, got ${show(value)}.`);
}

type Outcomes = ReadonlyMap<StagedSection, ImportOutcome>;

/**
 * The outcome for each section, given the current data. "The same rows" is the same checksum, in the form that the
 * file's schema version gives them.
 */
async function compare(store: Store, tenant: string, { manifest, sections }: Staged): Promise<Outcomes> {
  const outcomes = new Map<StagedSection, ImportOutcome>();
  const now = await store.snapshot();
  try {
    // A whole tenant is compared at once; scope by scope would take as many queries as there are scopes.
    const { schema } = manifest;
    const all = manifest.scopes === null ? await sectionHashes(now, tenant, null, schema) : null;
    for (const section of sections) {
      const row = all === null ? await findScope(now, parseScope(section.name, tenant)) : undefined;
      const hashes = all ?? (row && (await sectionHashes(now, tenant, row.num, schema)));
      outcomes.set(section, await outcomeOf(now, tenant, section, hashes?.get(section.name)));
    }
  } finally {
    await now.end();
  }
  return outcomes;
}

/** `hash` is that of what is there; `undefined` = nothing. */
async function outcomeOf(
  now: Snapshot,
  tenant: string,
  { name, sha256 }: StagedSection,
  hash: string | undefined,
): Promise<ImportOutcome> {
  if (hash === undefined) return "restored";
  if (hash === sha256) return "unchanged";
  if (name === TENANT) return "conflict";
  const row = await findScope(now, parseScope(name, tenant));
  return row === undefined || (await isEmptyScope(now, row)) ? "restored" : "conflict";
}
