import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import {
  type MemoirEngine,
  type MemoirOptions,
  openMemoir,
  type ScopeHandle,
  type ScopeInput,
  type ScopeOptions,
} from "../../src/index.ts";
import { migrations } from "../../src/store/migrations.ts";
import { openStore } from "../../src/store/open.ts";
import { sharedLocalEmbedder } from "./embedder.ts";
import { createDatabase, dropDatabase, templateNamed } from "./postgres.ts";
import { oneOf } from "./prove.ts";

/** A clock that stands still until a test moves it. */
export interface TestClock {
  /** Epoch milliseconds. */
  now: number;
  advance(ms: number): void;
}

const START = Date.parse("2026-03-01T12:00:00Z");

export function testClock(start: number = START): TestClock {
  return {
    now: start,
    advance(ms) {
      this.now += ms;
    },
  };
}

export type RawValue = string | number | null;
export type RawRow = Record<string, RawValue>;

/** One empty database, with the engine's way in and a way behind its back. */
export interface FreshDatabase {
  /** The `database` option of `openMemoir()`; valid in another process, too. */
  readonly database: string;
  readonly clock: TestClock;
  /** Opens an engine on it, on the test's clock unless told otherwise. `cleanup` closes what is still open. */
  open(options?: MemoirOptions): Promise<MemoirEngine>;
  /** Raw SQL past the engine, in either database's way: `$1`, `$2`, … */
  query<R extends object = RawRow>(sql: string, params?: readonly RawValue[]): Promise<R[]>;
  closeAll(): Promise<void>;
  cleanup(): Promise<void>;
}

export interface DatabaseKind {
  readonly name: "sqlite" | "postgres" | "postgres-partitioned";
  readonly engine: "sqlite" | "postgres";
  /** `empty`: without tables. Default: with all of them, as the first open leaves them. */
  create(options?: CreateOptions): Promise<FreshDatabase>;
}

interface CreateOptions {
  empty?: boolean;
}

/** CI runs the contracts a second time, on all there is. */
export const isSecondRun = process.env.MEMOIR_PARTITIONED !== undefined;

/** That the schema can be split by tenant is proven by one run of the contracts. */
const partitioned: readonly DatabaseKind[] = isSecondRun
  ? [
      {
        name: "postgres-partitioned",
        engine: "postgres",
        create: (how) => postgresDatabase({ partitions: 4 }, how),
      },
    ]
  : [];

/** Every implementation a contract runs on. */
export const databases: readonly DatabaseKind[] = [
  { name: "sqlite", engine: "sqlite", create: (how) => sqliteDatabase({}, how) },
  { name: "postgres", engine: "postgres", create: (how) => postgresDatabase({}, how) },
  ...partitioned,
];

/**
 * For contracts about rules above the store, whose SQL other contracts run on every database: all of them in CI's second run
 * and in `npm run prove`, in `npm test` the one that the seed chooses.
 */
export const anyDatabase: readonly DatabaseKind[] = isSecondRun ? databases : oneOf(databases);

export async function sqliteDatabase(
  options: Pick<MemoirOptions, "durability">,
  { empty = false }: CreateOptions = {},
): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-test-"));
  const database = join(folder, "memoir.db");
  if (!empty) writeFileSync(database, await sqliteTemplate(), { mode: 0o600 });
  let raw: DatabaseSync | undefined;
  const close = (): void => {
    raw?.close();
    raw = undefined;
  };
  return fresh(database, options, {
    query: async (sql, params) => {
      if (raw === undefined) {
        raw = new DatabaseSync(database, { timeout: 60_000 });
        // Queries in a row share it. It is gone before the answer of any thread or process arrives, so that an engine's
        // connection is the last one to close.
        setImmediate(close);
      }
      return raw.prepare(sql).all(Object.fromEntries(params.map((value, i) => [i + 1, value])));
    },
    remove: async () => {
      close();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

let migratedFile: Promise<Buffer> | undefined;

/** A file that was opened once, as `template` below. */
function sqliteTemplate(): Promise<Buffer> {
  migratedFile ??= makeSqliteTemplate();
  return migratedFile;
}

async function makeSqliteTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-test-"));
  try {
    const database = join(folder, "memoir.db");
    await (await openStore({ database })).close();
    return readFileSync(database);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const INT8 = 20;

const templates = new Map<number, Promise<string>>();

/** A database that was opened once: making its tables takes longer than copying them. */
function template(partitions: number): Promise<string> {
  const known = templates.get(partitions);
  if (known !== undefined) return known;
  const sql = migrations("postgres", partitions).map((one) => one.sql);
  const hash = createHash("sha1").update(sql.join()).digest("hex");
  const made = templateNamed(
    inject("postgresUrl"),
    `memoir_template_${partitions}_${hash}`,
    async (database) => (await openStore({ database, partitions })).close(),
  );
  templates.set(partitions, made);
  return made;
}

async function postgresDatabase(
  options: Pick<MemoirOptions, "partitions">,
  { empty = false }: CreateOptions = {},
): Promise<FreshDatabase> {
  const database = await createDatabase(
    inject("postgresUrl"),
    empty ? undefined : await template(options.partitions ?? 0),
  );
  const pool = new pg.Pool({
    connectionString: database,
    options: "-c search_path=memoir",
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === INT8
          ? Number
          : pg.types.getTypeParser(oid, format ?? "text")) as typeof pg.types.getTypeParser,
    },
    max: 2,
  });
  pool.on("error", () => undefined);
  return fresh(database, options, {
    query: async (sql, params) => (await pool.query(sql, [...params])).rows,
    remove: async () => {
      await pool.end();
      await dropDatabase(database);
    },
  });
}

interface Behind {
  query(sql: string, params: readonly RawValue[]): Promise<unknown[]>;
  remove(): Promise<void>;
}

function fresh(database: string, base: MemoirOptions, behind: Behind): FreshDatabase {
  const clock = testClock();
  const opened = new Set<MemoirEngine>();
  const closeAll = async (): Promise<void> => {
    const engines = [...opened];
    opened.clear();
    await Promise.all(engines.map((engine) => engine.close()));
  };
  return {
    database,
    clock,
    async open(options = {}) {
      const memoir = await openMemoir({
        embedder: "none",
        background: false,
        database,
        now: () => new Date(clock.now),
        ...base,
        ...options,
        ...(options.embedder === "local" ? { embedder: sharedLocalEmbedder() } : {}),
        settings: atHome(patient(options.settings)),
      });
      opened.add(memoir);
      return memoir;
    },
    query: async <R extends object>(sql: string, params: readonly RawValue[] = []) =>
      (await behind.query(sql, params)) as R[],
    closeAll,
    async cleanup() {
      await closeAll();
      await behind.remove();
    },
  };
}

/** The deadline of a recall is for a person who waits. A test on a busy machine waits longer, unless it sets one itself. */
export const DEADLINE_MS = 60_000;

function patient(settings: Settings = {}): Settings {
  const { readPolicy } = settings as { readPolicy?: object };
  return { ...settings, readPolicy: { deadlineMs: DEADLINE_MS, ...readPolicy } };
}

/** A preset's own MEMORY.md is in the home folder: it is written only for tests that say something about it. */
function atHome(settings: Settings): Settings {
  return "markdown" in settings ? settings : { ...settings, markdown: { auto: false } };
}

type Settings = NonNullable<MemoirOptions["settings"]>;

/** The fixture of a contract's tests: one database, one engine, and a separate tenant for each test. */
export interface SharedDatabase extends Pick<FreshDatabase, "database" | "clock" | "open" | "query"> {
  readonly engine: DatabaseKind["engine"];
  /** Opened with the default preset on the test's clock. */
  readonly memoir: MemoirEngine;
  /** New for each test, so that tests cannot meet. */
  readonly tenant: string;
  /** A scope of the test's tenant. */
  scope(scope: ScopeInput, options?: Omit<ScopeOptions, "tenant">): ScopeHandle;
}

/**
 * For the body of a `describe`: a database for all of its tests. When the last one is done, nothing in it may
 * contradict itself, whatever they did.
 */
export function useDatabase(kind: DatabaseKind): SharedDatabase {
  let database: FreshDatabase;
  let memoir: MemoirEngine;
  let own: Set<MemoirEngine>;
  let tests = 0;
  let tenant = "";

  beforeAll(async () => {
    database = await kind.create();
    memoir = await database.open();
  });
  beforeEach(() => {
    own = new Set();
    tests += 1;
    tenant = `tenant-${tests}`;
    database.clock.now = START;
  });
  afterEach(async () => {
    await Promise.all([...own].map((engine) => engine.close()));
  });
  afterAll(async () => {
    try {
      expect(await memoir.check()).toEqual([]);
    } finally {
      await database.cleanup();
    }
  });

  return {
    engine: kind.engine,
    get database() {
      return database.database;
    },
    get clock() {
      return database.clock;
    },
    get memoir() {
      return memoir;
    },
    get tenant() {
      return tenant;
    },
    query: (sql, params) => database.query(sql, params),
    async open(options) {
      const engine = await database.open(options);
      own.add(engine);
      return engine;
    },
    scope: (scope, options = {}) => memoir.scope(scope, { ...options, tenant }),
  };
}
