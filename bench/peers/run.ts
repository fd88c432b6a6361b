import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceSection } from "../../scripts/lib/sections.js";
import { benchCache, keyOf } from "../cache.ts";
import { watchMachine } from "../machine.ts";
import { UsageError } from "../options.ts";
import { showProgress } from "../progress.ts";
import { installLocked } from "../ratios/install.ts";
import type { BenchResult } from "../support.ts";
import { KINDS } from "./kinds.ts";
import { measure, type Session } from "./measure.ts";
import { commandOf, type PeersOptions, peersOptions, type SetId } from "./options.ts";
import type { PeerKind } from "./peer.ts";
import { comparisonPicture } from "./picture.ts";
import { type Comparison, type Row, reportLines } from "./report.ts";
import type { PeerSet } from "./set.ts";
import { companionSet } from "./sets/companion.ts";
import { peopleSet, sizeSet } from "./sets/people.ts";
import { beamSet, locomoSet } from "./sets/public.ts";
import { readSet } from "./sets/read.ts";
import { openVectors } from "./vectors.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PACKAGES = fileURLToPath(new URL("./packages/", import.meta.url));

/** Memoir beside others: the same messages, the same embedder, the same budget, the same judge. */
export async function peers(args: readonly string[]): Promise<BenchResult<Comparison>> {
  const options = peersOptions(
    args,
    KINDS.map(({ id }) => id),
  );
  const machine = watchMachine();
  const cache = benchCache(options.cache);
  const lock = readFileSync(join(PACKAGES, "package-lock.json"), "utf8");
  const packages = join(cache, `compared-${keyOf(lock)}`);
  const { sets, skipped } = setsOf(options);
  const kinds = KINDS.filter(({ id }) => options.peers.includes(id));
  const problem = kinds.some(isForeign) ? await installed(packages) : null;
  const vectors = openVectors(cache);
  const kept = keptRows(options.resume);
  const rows: Row[] = [];
  for (const set of sets) {
    for (const kind of kinds.filter((one) => isMeasured(one, set))) {
      const missing = isForeign(kind) ? problem : null;
      rows.push(kept.find(kind, set) ?? (await rowOf(kind, set, { vectors, packages }, missing)));
      kept.save(rows);
    }
  }
  await vectors.close();
  const comparison: Comparison = {
    command: commandOf(options, KINDS.length),
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    versions: versionsOf(kinds),
    rows,
    skipped,
  };
  const lines = reportLines(comparison);
  if (options.save) save(comparison, lines);
  return { document: comparison, lines };
}

/** Rows of an earlier run that was stopped, and a place for those of this one. */
function keptRows(file: string | undefined): {
  find(kind: PeerKind, set: PeerSet): Row | undefined;
  save(rows: readonly Row[]): void;
} {
  const earlier =
    file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Row[]) : [];
  const isNew = (rows: readonly Row[], row: Row): boolean =>
    !rows.some(({ set, peer }) => set === row.set && peer === row.peer);
  return {
    find: (kind, { id, budget }) =>
      earlier.find((row) => row.set === id && row.peer === kind.id && row.budget === budget),
    save(rows) {
      if (file === undefined) return;
      const rest = earlier.filter((row) => isNew(rows, row));
      writeFileSync(file, JSON.stringify([...rows, ...rest], null, 1));
    },
  };
}

/** It comes from a package that is not in the checkout. */
const isForeign = (kind: PeerKind): boolean => kind.package !== null && kind.package !== "memoir";

const isMeasured = (kind: PeerKind, { size, conversations }: PeerSet): boolean =>
  (kind.costOnly !== true || size !== undefined) &&
  (kind.reads !== true || conversations.every(({ reader }) => reader !== undefined));

async function installed(packages: string): Promise<string | null> {
  process.stderr.write(`peers: packages are in ${packages}\n`);
  // A dependency of mem0's reads a .env file and says so on stdout.
  process.env.DOTENV_CONFIG_QUIET = "true";
  return installLocked(packages, PACKAGES);
}

async function rowOf(
  kind: PeerKind,
  set: PeerSet,
  session: Omit<Session, "step">,
  missing: string | null,
): Promise<Row> {
  const row = {
    ...{ set: set.id, title: set.title, size: set.size ?? null, budget: set.budget },
    ...{ peer: kind.id, name: kind.name, costOnly: kind.costOnly === true },
  };
  const load = (): number => loadavg()[0]!;
  if (missing !== null) return { ...row, figures: null, problem: missing, load: load() };
  const progress = showProgress(`${set.id}: ${kind.name}`);
  const total = set.conversations.length;
  let done = 0;
  progress.step(0, total);
  try {
    const figures = await measure(kind, set, { ...session, step: () => progress.step(++done, total) });
    return { ...row, figures, problem: null, load: load() };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...row, figures: null, problem, load: load() };
  } finally {
    progress.end();
  }
}

/** What is used by default is enough to tell them apart, and takes minutes instead of hours. */
function setsOf({ data, only, sizes, full, budget }: PeersOptions): { sets: PeerSet[]; skipped: string[] } {
  const part = full ? { conversations: Number.POSITIVE_INFINITY, every: 1 } : { conversations: 3, every: 3 };
  const given = (make: (folder: string) => PeerSet | null): PeerSet | null =>
    data === undefined ? null : make(data);
  const make: Readonly<Record<SetId, () => (PeerSet | null)[]>> = {
    companion: () => [given(companionSet)],
    read: () => [readSet()],
    people: () => [peopleSet(full ? 1 : 10)],
    locomo: () => [given((folder) => locomoSet(folder, part))],
    beam: () => [given((folder) => beamSet(folder, { ...part, every: 1 }))],
    sizes: () => sizes.map((size) => sizeSet(size, full ? 1 : 5)),
  };
  const made = only.map((id) => ({ id, sets: make[id]() }));
  const sets = made
    .flatMap((one) => one.sets.filter((set) => set !== null))
    .map((set) => (budget === undefined ? set : { ...set, budget }));
  if (sets.length === 0)
    throw new UsageError("Nothing to compare: these sets need --data FOLDER; see docs/comparison.md.");
  const absent = made.filter((one) => one.sets.includes(null)).map(({ id }) => id);
  const skipped = absent.length === 0 ? [] : [`Not run, because --data holds none: ${absent.join(", ")}.`];
  return { sets, skipped };
}

function versionsOf(kinds: readonly PeerKind[]): Record<string, string> {
  const names = [...new Set(kinds.flatMap((kind) => kind.package ?? []))];
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  const { dependencies } = JSON.parse(readFileSync(join(PACKAGES, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  return Object.fromEntries(names.map((name) => [name, dependencies[name] ?? version]));
}

function save(comparison: Comparison, lines: readonly string[]): void {
  for (const file of ["docs/comparison.md", "bench/RESULTS.md"]) {
    const path = join(ROOT, file);
    writeFileSync(path, replaceSection(readFileSync(path, "utf8"), "peers", lines.join("\n")));
  }
  writeFileSync(join(ROOT, "docs/images/comparison.svg"), comparisonPicture(comparison.rows));
}
