import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type MemoirEngine, MemoirError, openMemoir } from "../../src/index.ts";
import { postgresError } from "../../src/store/postgres/errors.ts";
import { everything, refused } from "../contracts/support/expect.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";

let server: PostgresServer;
const opened: MemoirEngine[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
afterEach(async () => {
  await Promise.all(opened.splice(0).map((memoir) => memoir.close()));
});

async function open(database: string): Promise<MemoirEngine> {
  const memoir = await openMemoir({ embedder: "none", background: false, database });
  opened.push(memoir);
  return memoir;
}

async function asAdmin(sql: string): Promise<{ [column: string]: unknown }[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("a PostgreSQL that cannot be reached", () => {
  const SECRET = "s3cr3t-password";
  const expectDiscreet = (error: MemoirError): void => {
    expect(`${error.message} ${JSON.stringify(error.details)}`).not.toContain(SECRET);
  };

  it.each([
    "postgres://user:notaport@host:x/db",
    "postgres://[::bad/db",
    `postgres://u:${SECRET}@h:99999/db`,
    `postgres://u:${SECRET}@127.0.0.1/db?schema=Robert'); drop`,
    `mysql://root:${SECRET}@localhost/x`,
    `mongodb+srv://root:${SECRET}@localhost/x`,
  ])("%s is refused as it is written, without its password", async (url) => {
    expectDiscreet(await refused(open(url), "invalid_argument"));
  });

  it("nobody at the address: unavailable, and the address is named", async () => {
    const error = await refused(open(`postgres://u:${SECRET}@127.0.0.1:9/db`), "database_unavailable");
    expect(error.message).toContain("127.0.0.1:9/db");
    expectDiscreet(error);
  });

  it("no connection free in time: unavailable, not a mistake of ours", () => {
    const error = postgresError(new Error("timeout exceeded when trying to connect"), "host/db");
    expect(error.code).toBe("database_unavailable");
  });

  it("a database that does not exist: unavailable, and is named", async () => {
    const error = await refused(open(server.adminUrl("no_such_database")), "database_unavailable");
    expect(error.message).toContain("no_such_database");
  });

  it("a wrong password: unavailable, and the login is named as the reason", async () => {
    const [row] = await asAdmin("show hba_file");
    const file = String(row?.hba_file);
    const before = readFileSync(file, "utf8");
    writeFileSync(file, `host all locked_user 127.0.0.1/32 scram-sha-256\n${before}`);
    await asAdmin("create role locked_user login password 'right'");
    await asAdmin("select pg_reload_conf()");
    const url = new URL(await server.createDatabase());
    url.username = "locked_user";
    url.password = SECRET;
    const error = await refused(open(url.href), "database_unavailable");
    expect(error.message).toMatch(/login/);
    expectDiscreet(error);

    // The right one, but no right to create anything.
    url.password = "right";
    await asAdmin(`revoke create on database ${url.pathname.slice(1)} from public`);
    expect((await refused(open(url.href), "database_unavailable")).message).toMatch(/may not/);
    writeFileSync(file, before);
  });

  it("a server that is read-only: writes say so, reads go on", async () => {
    const database = await server.createDatabase();
    const first = await open(database);
    await first.scope("user:alice").remember("Before");
    await first.close();
    await asAdmin(
      `alter database ${new URL(database).pathname.slice(1)} set default_transaction_read_only = on`,
    );
    const outcome = await open(database).then(
      async (memoir) => {
        expect((await memoir.scope("user:alice").recall("before")).hits).toHaveLength(1);
        return memoir
          .scope("user:alice")
          .remember("After")
          .then(
            () => "written",
            (error: MemoirError) => error.code,
          );
      },
      (error: MemoirError) => error.code,
    );
    expect(outcome).toBe("database_read_only");
  });
});

describe("a PostgreSQL that goes away and comes back", () => {
  /** Writes one after the other, until it gets a stop signal or is refused. */
  function stream(memoir: MemoirEngine, lane: number) {
    const acknowledged: string[] = [];
    let refusal: unknown;
    let stopped = false;
    const write = async (): Promise<void> => {
      const text = `Claim ${lane} ${acknowledged.length}`;
      await memoir.scope(`user:${lane % 2}`).remember(text);
      acknowledged.push(text);
    };
    const ended = (async () => {
      try {
        while (!stopped) await write();
      } catch (error) {
        refusal = error;
      }
    })();
    return {
      acknowledged,
      write,
      /** The code it was refused with, if it was. */
      async refusal(): Promise<string | undefined> {
        await ended;
        return MemoirError.is(refusal) ? refusal.code : refusal === undefined ? undefined : String(refusal);
      },
      async stop(): Promise<void> {
        stopped = true;
        await ended;
      },
    };
  }
  const underWay = async (streams: readonly { acknowledged: string[] }[]): Promise<void> => {
    while (streams.some((one) => one.acknowledged.length < 5)) await new Promise((r) => setImmediate(r));
  };

  const allTexts = async (memoir: MemoirEngine): Promise<Set<string>> => {
    const texts = new Set<string>();
    for (const user of [0, 1]) {
      for (const memory of await everything(memoir.scope(`user:${user}`).memories.list({ limit: 1_000 })))
        texts.add(memory.text);
    }
    return texts;
  };

  it.each([
    ["killed", () => server.kill()],
    ["stopped in order", () => server.restart()],
  ])(
    "%s under load: calls say unavailable, nothing acknowledged is lost, and all works again",
    async (_how, down) => {
      const memoir = await open(await server.createDatabase());
      const lanes = [0, 1, 2, 3, 4, 5].map((lane) => stream(memoir, lane));
      await underWay(lanes);
      await down();
      for (const lane of lanes) expect(await lane.refusal()).toBe("database_unavailable");
      if (server.pid === undefined) {
        // Nobody is there now.
        const alice = memoir.scope("user:0");
        await refused(alice.remember("During"), "database_unavailable");
        await refused(alice.observe([{ text: "during" }]), "database_unavailable");
        await refused(alice.memories.list(), "database_unavailable");
        await refused(memoir.operator().stats(), "database_unavailable");
        expect(await alice.recall("claim")).toMatchObject({
          hits: [],
          degraded: { reason: "database_unavailable" },
        });
        await server.restart();
      }
      // On the engine that was open all the time.
      for (let i = 0; i < 3; i++) await Promise.all(lanes.map((lane) => lane.write()));
      const stored = await allTexts(memoir);
      const lost = lanes.flatMap((lane) => lane.acknowledged).filter((text) => !stored.has(text));
      expect(lost).toEqual([]);
      expect((await memoir.scope("user:0").recall("claim")).degraded).toBeNull();
      expect(await memoir.check()).toEqual([]);
    },
  );

  it("a connection that is cut in the middle of a write is that write's failure alone", async () => {
    const memoir = await open(await server.createDatabase());
    const lanes = [0, 1, 2, 3].map((lane) => stream(memoir, lane));
    await underWay(lanes);
    const cut =
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname like 'memoir_%'";
    await asAdmin(cut);
    for (const lane of lanes) {
      await lane.stop();
      expect([undefined, "database_unavailable"]).toContain(await lane.refusal());
      await lane.write();
    }
    const stored = await allTexts(memoir);
    expect(lanes.flatMap((lane) => lane.acknowledged).filter((text) => !stored.has(text))).toEqual([]);
    expect(await memoir.check()).toEqual([]);
  });

  it("a change feed says so, and goes on from its cursor", async () => {
    const memoir = await open(await server.createDatabase());
    const alice = memoir.scope("user:alice");
    await alice.remember("Before");
    const feed = memoir.changes({ since: "start", pollMs: 5 });
    const first = await feed.next();
    const cursor = first.done === true ? "" : first.value.cursor;
    const waiting = refused(feed.next(), "database_unavailable");
    await server.kill();
    await waiting;
    await server.restart();
    await alice.remember("After");
    const again = memoir.changes({ since: cursor, pollMs: 5 });
    expect((await again.next()).value).toMatchObject({ rev: 2, event: "created" });
    await again.return();
  });
});
