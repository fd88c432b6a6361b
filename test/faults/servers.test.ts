import { cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { markdownTable } from "../../bench/markdown-table.ts";
import { openMemoir } from "../../src/index.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { buildIfStale } from "../support/program.ts";
import { provingNamed, random, section, seed } from "../support/prove.ts";
import { filledDatabase, type Size, tenantName } from "./servers-fill.ts";
import { type Program, type ServerPlace, startProgram, startServers } from "./servers-fleet.ts";
import { drive, type Load, look, type Spot, spotsOf, warmUp } from "./servers-load.ts";
import { type Account, rollUnderLoad } from "./servers-rolling.ts";
import { startSilentModel, takeOver, withModel } from "./servers-takeover.ts";
import { parentOf, processorSeconds, residentBytes } from "./servers-usage.ts";

/** MEMOIR_SERVERS_TENANTS: fewer tenants than the thousand of `npm run prove servers`. */
const SIZE: Size = provingNamed
  ? {
      tenants: Number(process.env.MEMOIR_SERVERS_TENANTS ?? 1_000),
      ...{ scopesPerTenant: 20, memoriesPerScope: 100, partitions: 16 },
    }
  : { tenants: 8, scopesPerTenant: 2, memoriesPerScope: 10, partitions: 4 };
const SERVERS = 3;
const WORKERS = provingNamed ? 2 : 1;
/** Tenants that are written to. */
const ACTIVE = provingNamed ? 24 : 4;
const BOTS = provingNamed ? 8 : 4;
const RESTARTS = provingNamed ? SERVERS : 1;
const LEASE_MS = provingNamed ? 10_000 : 1_000;
const ROUNDS = provingNamed ? 1_000 : 20;
const LOAD = provingNamed ? { connections: 32, ms: 8_000 } : { connections: 4, ms: 500 };
/** More than the process for upkeep runs at the same time, so that a server has one of them. */
const JOBS = 2 * WORKERS + 1;
/** Keeps the words of this run apart from those of others on the same database. */
const NAMES = (seed % 1_000_000) * 1_000;

/** What was measured, as rows of one table. */
const rows: [what: string, value: string][] = [];
const tell = (what: string, value: string): void => {
  console.log(`${what}: ${value}`);
  rows.push([what, value]);
};
const count = (value: number): string => Math.round(value).toLocaleString("en");
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

describe(`several servers on one partitioned database (seed ${seed})`, () => {
  const next = random(seed);
  let postgres: PostgresServer | undefined;
  let database = "";
  let client: pg.Client;
  let accounts: Account[];
  let spots: Spot[];
  let running: (ServerPlace | Program)[] = [];

  beforeAll(async () => {
    buildIfStale();
    let url = process.env.MEMOIR_SERVERS_POSTGRES ?? inject("postgresUrl");
    if (provingNamed && process.env.MEMOIR_SERVERS_POSTGRES === undefined) {
      // On a disk, with commits that survive the machine.
      const settings = { shared_buffers: "1GB", max_wal_size: "8GB" };
      postgres = await startPostgres({ dataUnder: "/tmp", settings });
      url = postgres.url;
    }
    const began = performance.now();
    database = await filledDatabase(url, SIZE);
    const minutes = (performance.now() - began) / 60_000;
    client = new pg.Client({ connectionString: database });
    await client.connect();
    accounts = await makeKeys();
    spots = spotsOf(accounts, SIZE.scopesPerTenant);
    await tellSize(minutes);
  }, 3_600_000);
  afterAll(async () => {
    if (provingNamed) section("servers", markdownTable(["what", "measured"], rows));
    await end((one) => one.kill());
    await client?.end();
    await postgres?.stop();
  });

  const end = async (how: (one: ServerPlace | Program) => Promise<void>): Promise<void> => {
    const all = running;
    running = [];
    await Promise.all(all.map(how));
  };

  const makeKeys = async (): Promise<Account[]> => {
    await using memoir = await openMemoir({ database, embedder: "none", background: false });
    return Promise.all(
      Array.from({ length: ACTIVE }, async (_, i) => {
        const tenant = tenantName(Math.floor(((i + next()) * SIZE.tenants) / ACTIVE));
        const { key } = await memoir.operator(tenant).keys.create({ name: `load ${NAMES}`, role: "write" });
        return { tenant, key };
      }),
    );
  };

  const tellSize = async (minutes: number): Promise<void> => {
    const { rows } = await client.query<{ bytes: string; memories: string }>(
      `select pg_database_size(current_database()) as bytes, (select count(*) from memoir.memory) as memories`,
    );
    const [bytes, memories] = [Number(rows[0]!.bytes), Number(rows[0]!.memories)];
    const told = `${count(memories)} memories of ${SIZE.tenants} tenants, without vectors, in ${SIZE.partitions} partitions: ${(bytes / 1e9).toFixed(2)} GB, ${count(bytes / memories)} bytes a memory`;
    tell("Database", `${told}; ready after ${minutes.toFixed(1)} minutes; load ${loadavg()[0]!.toFixed(1)}`);
  };

  /** Servers and one process for upkeep, all with the same settings. */
  const start = async (
    workers: number,
    env: Readonly<Record<string, string>> = {},
  ): Promise<ServerPlace[]> => {
    await end((one) => one.kill()); // what a test that failed left behind
    const servers = await startServers(SERVERS, { database, workers, env });
    const upkeep = startProgram(["work", "--database", database], env);
    running = [...servers, upkeep];
    await upkeep.started;
    return servers;
  };

  it("an acknowledged write is in the next recall of another server", async () => {
    const servers = await start(WORKERS);
    const urls = servers.map(({ url }) => url);
    const cold = await look(urls, spots, { rounds: Math.min(ROUNDS / 2, spots.length), names: NAMES });
    await warmUp(urls, SIZE, spots);
    const warm = await look(urls, spots, { rounds: ROUNDS, names: NAMES + 1 });
    expect([cold.missed, warm.missed]).toEqual([0, 0]);
    tell(
      "Fresh on another server",
      `${warm.times.length} writes in the next recall elsewhere, none missed: ${spread(warm.times)} from the acknowledgement to the other's answer; ${cold.times.length} in scopes that it had not loaded: ${spread(cold.times)}`,
    );
    await end((one) => one.stop());
  });

  it("the jobs of a killed server are taken over when their lease has run out", async () => {
    await using model = await startSilentModel(JOBS);
    const servers = await start(WORKERS, withModel(model, LEASE_MS));
    const account = accounts[0]!;
    const { times, dead } = await takeOver(servers, {
      database: client,
      account,
      names: NAMES,
      jobs: JOBS,
      model,
    });
    expect(dead).toBe(0);
    expect(times.length).toBeGreaterThan(0);
    const leases = times.map((ms) => (ms / LEASE_MS).toFixed(2)).toSorted();
    tell(
      "Jobs of a killed server",
      `${times.length} taken over ${leases.at(0)} to ${leases.at(-1)} leases of ${LEASE_MS / 1_000} s after the kill, all done`,
    );
    await end((one) => one.kill());
  });

  it("one, two and three processes answer", async () => {
    const servers = await start(1);
    const urls = servers.map(({ url }) => url);
    const before = residentBytes(servers[0]!.pid);
    await warmUp([urls[0]!], SIZE, spots);
    const after = residentBytes(servers[0]!.pid);
    await warmUp(urls, SIZE, spots);
    tell(
      "Memory of a process",
      `${megabytes(before)} after the start, ${megabytes(after)} with ${spots.length} scopes of ${SIZE.memoriesPerScope} memories loaded: ${count((after - before) / spots.length / 1_000)} kB a scope`,
    );
    await measured("Idle", servers, []);
    for (let processes = 1; processes <= SERVERS; processes++) {
      const load = await measured(`${processes} of ${SERVERS} processes`, servers, urls.slice(0, processes));
      expect(load?.wrong ?? []).toEqual([]);
    }
    await end((one) => one.stop());
  });

  it("a restart of one server after the other is seen by nobody", async () => {
    const servers = await start(WORKERS);
    const rolled = await rollUnderLoad(servers, accounts.slice(0, BOTS), next, {
      restarts: RESTARTS,
      names: NAMES,
    });
    expect(rolled.wrong).toEqual([]);
    expect(rolled.broken).toBe(0);
    expect(rolled.looks.elsewhere).toBeGreaterThan(0);
    const { reads, writes, looks, seconds } = rolled;
    tell(
      "Rolling restart",
      `${RESTARTS} restarts of ${SERVERS} servers of ${WORKERS} workers in ${seconds.toFixed(0)} s under ${BOTS} bots in as many tenants: ${count(reads.length + writes.length)} requests, no error, none sent twice; reads ${spread(reads)}, writes ${spread(writes)}; ${looks.all} looks at what was acknowledged, ${looks.elsewhere} at another server, none missed`,
    );
    await end((one) => one.stop());
  });

  /** Without addresses nothing is sent, and all only wait. */
  const measured = async (
    name: string,
    servers: readonly ServerPlace[],
    urls: readonly string[],
  ): Promise<Load | null> => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const postmaster = parentOf(rows[0]!.pid);
    const used = (): number[] => [
      servers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
      processorSeconds(postmaster),
      process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    ];
    const [cpuBefore, began] = [used(), performance.now()];
    const driven = { size: SIZE, spots, names: NAMES + 10 * urls.length };
    const load = urls.length === 0 ? await sleep(LOAD.ms, null) : await drive(urls, driven, LOAD);
    const seconds = (performance.now() - began) / 1_000;
    const cores = used().map((value, i) => (value - cpuBefore[i]!) / seconds);
    const connected = await client.query<{ n: string }>(
      "select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const [own, theirs, ours] = cores.map((value) => value.toFixed(2));
    const cpu = `cores used: servers ${own}, PostgreSQL ${theirs}, client ${ours} of ${cpus().length}; load ${loadavg()[0]!.toFixed(1)}; ${connected.rows[0]!.n} connections`;
    const answered =
      load === null
        ? ""
        : `${count(load.requests / load.seconds)} requests/s (${count(load.requests / load.seconds / cores[0]!)} a core of the servers), recalls ${spread(load.recalls)}, writes ${spread(load.writes)}; `;
    tell(name, `${answered}${cpu}`);
    return load;
  };
});
