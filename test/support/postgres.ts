import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { startJanitor } from "./janitor.ts";
import { findPrograms, postgresAccount, temporaryFolder } from "./postgres-programs.ts";

/** A real PostgreSQL server of this process's own, on loopback, gone when the process is gone. */
export interface PostgresServer {
  /** Its database `postgres`, as superuser. */
  readonly url: string;
  /** The postmaster's process id; undefined while it is down. */
  readonly pid: number | undefined;
  adminUrl(database: string): string;
  /** Makes an empty database and gives its URL. */
  createDatabase(): Promise<string>;
  /** Fast shutdown; removes the data. */
  stop(): Promise<void>;
  /** SIGKILL to the postmaster, as a crash would. The data stay for `restart`. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data; shuts it down first if it runs. */
  restart(): Promise<void>;
}

// None of these weakens a commit: fsync, full_page_writes and synchronous_commit keep their defaults (on).
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "64MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "1GB",
  checkpoint_timeout: "30min",
  jit: "off",
  timezone: "UTC",
};

/** For tests that show nothing about a machine that dies: the kernel keeps what a killed server wrote. */
const onlyInMemory = {
  fsync: "off",
  full_page_writes: "off",
  // It would visit every database once a minute; no test lives long enough to need it.
  autovacuum: "off",
};

const startLimitMs = 60_000;
const stopLimitMs = 30_000;

export interface PostgresOptions {
  /** Whether a commit survives the machine. Default: true. */
  readonly durable?: boolean;
  /** A folder for the data. Programs may not be allowed to run there. Default: the system's temporary folder. */
  readonly dataUnder?: string | undefined;
  /** Settings of the server beside those above. Default: none. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A backup to begin with, in place of an empty server; it becomes the server's. Default: none. */
  readonly backup?: string | undefined;
}

export async function startPostgres({
  durable = true,
  dataUnder,
  settings: own = {},
  backup,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const account = postgresAccount();
  const folder = mkdtempSync(join(temporaryFolder(account), "memoir-postgres-"));
  const data = join(folder, "data");
  const logFile = join(folder, "log");
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  let bin: string;
  try {
    const give = (path: string): void => {
      if (account.uid !== undefined) chownSync(path, account.uid, account.gid ?? account.uid);
    };
    give(folder);
    if (dataUnder !== undefined) {
      const elsewhere = mkdtempSync(join(dataUnder, "memoir-postgres-"));
      give(elsewhere);
      symlinkSync(elsewhere, data);
    }
    bin = findPrograms(account, folder);
    if (backup !== undefined) renameSync(backup, data);
    else
      await promisify(execFile)(
        join(bin, "initdb"),
        ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
        { ...account, cwd: folder, env },
      );
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }

  const janitor = startJanitor(folder);
  let port = await freePort();
  let postmaster: ChildProcess | undefined;
  let stopped = false;

  const adminUrl = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;

  /** Returns once it answers, or throws with what it logged. */
  async function launch(): Promise<void> {
    const log = openSync(logFile, "a");
    const logStart = statSync(logFile).size;
    const options = Object.entries({ ...settings, ...(durable ? {} : onlyInMemory), ...own, port }).flatMap(
      ([name, value]) => ["-c", `${name}=${value}`],
    );
    // Detached: Ctrl-C in the terminal is for the test run, which then decides about the server.
    const child = spawn(join(bin, "postgres"), ["-D", data, ...options], {
      ...account,
      cwd: folder,
      env,
      detached: true,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    child.unref();
    child.once("error", () => {}); // it also never answers, and that is reported
    child.once("exit", () => {
      if (postmaster === child) postmaster = undefined;
      janitor.watch(undefined);
    });
    postmaster = child;
    janitor.watch(child.pid);
    const deadline = Date.now() + startLimitMs;
    while (postmaster === child && Date.now() < deadline) {
      if (await answers(adminUrl("postgres"))) return;
      await sleep(50);
    }
    child.kill("SIGKILL");
    throw new Error(`PostgreSQL did not start:\n${readFileSync(logFile).subarray(logStart).toString()}`);
  }

  /** After a crash the old backends may live a moment longer, and a free port may be taken meanwhile. */
  async function launchPatiently({ anyPort }: { anyPort: boolean }): Promise<void> {
    const deadline = Date.now() + stopLimitMs;
    for (;;) {
      try {
        return await launch();
      } catch (error) {
        const passing = /already in use|shared memory block|lock file/.test(String(error));
        if (!passing || Date.now() > deadline) throw error;
        if (anyPort) port = await freePort();
        await sleep(100);
      }
    }
  }

  async function shutDown(): Promise<void> {
    const child = postmaster;
    if (child === undefined) return;
    const gone = once(child, "exit");
    child.ref();
    child.kill("SIGINT");
    const lastResort = setTimeout(() => child.kill("SIGQUIT"), stopLimitMs);
    await gone;
    clearTimeout(lastResort);
  }

  function assertNotStopped(): void {
    if (stopped) throw new Error("This PostgreSQL server was stopped and its data removed.");
  }

  try {
    await launchPatiently({ anyPort: true });
  } catch (error) {
    await janitor.finish();
    throw error;
  }

  return {
    url: adminUrl("postgres"),
    get pid() {
      return postmaster?.pid;
    },
    adminUrl,
    createDatabase: () => createDatabase(adminUrl("postgres")),
    async stop() {
      stopped = true;
      await shutDown();
      await janitor.finish();
    },
    async kill() {
      assertNotStopped();
      const child = postmaster;
      if (child === undefined) return;
      const gone = once(child, "exit");
      child.ref();
      child.kill("SIGKILL");
      await gone;
    },
    async restart() {
      assertNotStopped();
      await shutDown();
      await launchPatiently({ anyPort: false });
    },
  };
}

/** Makes a database on the server that `serverUrl` names and gives its URL. Without `template` it is empty. */
export async function createDatabase(serverUrl: string, template = "template1"): Promise<string> {
  const name = `memoir_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(serverUrl, async (client) => {
    // Copying files takes half as long as logging every page. Before PostgreSQL 15 there is no other way.
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int >= 150000 as chooses",
    );
    const strategy = rows[0].chooses ? "strategy file_copy" : "";
    await client.query(`create database ${name} template ${template} ${strategy}`);
  });
  return withPath(serverUrl, name);
}

/** Removes a database that `createDatabase` made, whoever is still connected. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await asAdmin(withPath(url, "postgres"), (client) => client.query(`drop database ${name} with (force)`));
}

/** The name of a database that `fill` filled, to copy with `createDatabase`: by the first of all processes that needs it. */
export function templateNamed(
  serverUrl: string,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  return asAdmin(serverUrl, async (client) => {
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const known = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (known.rowCount === 0) {
      const url = await createDatabase(serverUrl);
      await fill(url);
      await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
    }
    return name;
  });
}

function withPath(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/**
 * A free port below the range from which the system takes ports for outgoing connections, so that it is
 * still free when the server is started again.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!free) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
