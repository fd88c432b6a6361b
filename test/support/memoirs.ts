import { afterAll, afterEach, beforeAll } from "vitest";
import { clientOf } from "../../src/client/connect.ts";
import { connectMemoir, type MemoirClient } from "../../src/client/index.ts";
import { createTransport } from "../../src/client/transport.ts";
import type { Memoir, MemoirEngine, MemoirOptions } from "../../src/index.ts";
import { type RunningServer, startServer } from "../../src/server/http/serve.ts";
import {
  type DatabaseKind,
  databases,
  isSecondRun,
  type SharedDatabase,
  sqliteDatabase,
  useDatabase,
} from "./databases.ts";
import { oneOf } from "./prove.ts";

/** An implementation of the public interface. */
export interface MemoirKind extends Omit<DatabaseKind, "name"> {
  readonly name: DatabaseKind["name"] | "server";
}

const onSqlite = databases.filter(({ engine }) => engine === "sqlite");
const onPostgres = databases.filter(({ engine }) => engine === "postgres");

const overHttpTo = ({ engine, create }: Omit<DatabaseKind, "name">): MemoirKind => ({
  name: "server",
  engine,
  create,
});

/**
 * Implementations of the public interface: for contracts that need no more than that. Contracts that reach behind
 * it (the store, a closed engine, a chosen actor) run on `databases`.
 *
 * A server is an engine behind HTTP, so two of them show both databases and both interfaces. CI's second run has every
 * interface on every database.
 */
export const memoirs: readonly MemoirKind[] = isSecondRun
  ? [
      ...onSqlite,
      // A write with an idempotency key is three transactions; that each survives a power cut is proven on `sqlite`.
      // Right after `sqlite`, whose threads wait a few seconds for the next engine that needs them.
      overHttpTo({ engine: "sqlite", create: (how) => sqliteDatabase({ durability: "normal" }, how) }),
      ...onPostgres,
    ]
  : [...onSqlite, ...onPostgres.map(overHttpTo)];

/** As `anyDatabase`, for contracts on the public interface. */
export const anyMemoir: readonly MemoirKind[] = isSecondRun ? memoirs : oneOf(memoirs);

/** The fixture of a contract's tests, for every implementation. */
export interface SharedMemoir extends Omit<SharedDatabase, "memoir" | "open"> {
  readonly memoir: Memoir;
  /** Another one on the same database. */
  open(options?: MemoirOptions): Promise<Memoir>;
  /** Runs the jobs that are ready, where the engine is. Default: that of `memoir`. */
  work(memoir?: Memoir): Promise<void>;
  /** The default actor in the history; of policies, too. */
  readonly actor: { readonly writes: string; readonly policies: string };
}

/** For the body of a `describe`: as `useDatabase()`, for what needs only the public interface. */
export function useMemoir({ name, ...kind }: MemoirKind): SharedMemoir {
  const db = useDatabase({ ...kind, name: name === "server" ? kind.engine : name });
  return name === "server" ? overHttp(db) : withEngine(db);
}

function withEngine(db: SharedDatabase): SharedMemoir {
  return shared(db, {
    memoir: () => db.memoir,
    open: db.open,
    work: (memoir = db.memoir) => (memoir as MemoirEngine).work(),
    actor: { writes: "library", policies: "operator" },
  });
}

/** The name of the keys that tests use. */
const KEY = "library";

function overHttp(db: SharedDatabase): SharedMemoir {
  const engines = new Map<Memoir, MemoirEngine>();
  const servers: RunningServer[] = [];
  const keys = new Map<string, Promise<string>>();
  let memoir: Memoir;
  const keyOf = (tenant: string, name: string): Promise<string> => {
    const known = keys.get(JSON.stringify([tenant, name]));
    if (known !== undefined) return known;
    const made = db.memoir.operator(tenant).keys.create({ name, role: "operator" });
    const key = made.then((one) => one.key);
    keys.set(JSON.stringify([tenant, name]), key);
    return key;
  };
  const served = async (engine: MemoirEngine): Promise<Memoir> => {
    const server = await startServer({ memoir: onAnyPort(engine), version: "test" });
    servers.push(server);
    const first = await connectMemoir({ url: server.url, key: await keyOf("default", KEY) });
    const client = forTenants(first, server.url, keyOf);
    engines.set(client, engine);
    return client;
  };
  const closeFrom = async (first: number): Promise<void> => {
    await Promise.all(servers.splice(first).map((server) => server.close()));
  };
  beforeAll(async () => {
    memoir = await served(db.memoir);
  });
  afterEach(() => closeFrom(1));
  afterAll(() => closeFrom(0));
  return shared(db, {
    memoir: () => memoir,
    open: async (options) => served(await db.open(options)),
    work: async (one = memoir) => engines.get(one)?.work(),
    actor: { writes: KEY, policies: KEY },
  });
}

/** As a server is started, on a port that is free, and for a test that asks more often than anybody. */
function onAnyPort(engine: MemoirEngine): MemoirEngine {
  const server = {
    ...engine.settings.server,
    port: 0,
    requestsPerSecond: null,
    maxBodyKilobytes: 65_536,
    graceMs: 100,
  };
  return { ...engine, settings: { ...engine.settings, server } };
}

/**
 * A key opens one tenant and has one name in the history; a contract has several of both, so each has a client with a
 * separate key.
 */
function forTenants(
  first: MemoirClient,
  url: string,
  keyOf: (tenant: string, name: string) => Promise<string>,
): Memoir {
  const clients = new Map<string, MemoirClient>();
  const of = (tenant = "default", name = KEY): MemoirClient => {
    const id = JSON.stringify([tenant, name]);
    const known = clients.get(id);
    if (known !== undefined) return known;
    const transport = createTransport({
      url,
      key: "made-when-it-is-needed",
      fetch: async (address, init) => {
        const headers = new Headers(init?.headers);
        headers.set("authorization", `Bearer ${await keyOf(tenant, name)}`);
        return fetch(address, { ...init, headers });
      },
    });
    const client = clientOf(transport, { ...first.server, key: { ...first.server.key, tenant } });
    clients.set(id, client);
    return client;
  };
  const close = async (): Promise<void> => {
    await Promise.all([first, ...clients.values()].map((client) => client.close()));
  };
  return {
    preset: first.preset,
    settings: first.settings,
    scope: (scope, { actor, ...options } = {}) => of(options.tenant, actor).scope(scope, options),
    scopeFor: (origin, { actor, ...options } = {}) => of(options.tenant, actor).scopeFor(origin, options),
    names: (accounts, options) => of(options?.tenant).names(accounts, options),
    changes: (options) => of(options?.tenant).changes(options),
    operator: (tenant) => of(tenant).operator(tenant),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Own extends Pick<SharedMemoir, "open" | "work" | "actor"> {
  memoir(): Memoir;
}

function shared(db: SharedDatabase, { memoir, ...own }: Own): SharedMemoir {
  return {
    ...own,
    engine: db.engine,
    get database() {
      return db.database;
    },
    get clock() {
      return db.clock;
    },
    get tenant() {
      return db.tenant;
    },
    get memoir() {
      return memoir();
    },
    query: db.query,
    scope: (scope, options = {}) => memoir().scope(scope, { ...options, tenant: db.tenant }),
  };
}
