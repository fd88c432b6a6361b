import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Memoir, MemoirError, openMemoir } from "../../src/index.ts";
import { everything, refused } from "../contracts/support/expect.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";

let server: PostgresServer;
const opened: Memoir[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
afterEach(async () => {
  await Promise.all(opened.splice(0).map((memoir) => memoir.close()));
});

async function open(database: string): Promise<Memoir> {
  const memoir = await openMemoir({ database });
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
    appendFileSync(file, "");
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
  /** Writes one after the other until told to stop; keeps what was acknowledged and what was refused. */
  function stream(memoir: Memoir, lane: number) {
    const acknowledged: string[] = [];
    const refusals = new Set<string>();
    let stopped = false;
    const done = (async () => {
      for (let i = 0; !stopped; i++) {
        const text = `Claim ${lane} ${i}`;
        await memoir
          .scope(`user:${lane % 2}`)
          .remember(text)
          .then(
            () => acknowledged.push(text),
            (error: unknown) => refusals.add(MemoirError.is(error) ? error.code : String(error)),
          );
        // Refusals come at once; give the server's other clients a turn.
        if (refusals.size > 0) await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    return {
      acknowledged,
      refusals,
      async stop(): Promise<void> {
        stopped = true;
        await done;
      },
    };
  }

  const allTexts = async (memoir: Memoir): Promise<Set<string>> => {
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
      while (lanes.some((lane) => lane.acknowledged.length < 5)) await new Promise((r) => setImmediate(r));
      await down();
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
      // Each lane writes again, on the engine that was open all the time.
      const counts = lanes.map((lane) => lane.acknowledged.length);
      while (lanes.some((lane, i) => lane.acknowledged.length < counts[i]! + 3))
        await new Promise((r) => setImmediate(r));
      await Promise.all(lanes.map((lane) => lane.stop()));

      expect([...new Set(lanes.flatMap((lane) => [...lane.refusals]))]).toEqual(["database_unavailable"]);
      const stored = await allTexts(memoir);
      const lost = lanes.flatMap((lane) => lane.acknowledged).filter((text) => !stored.has(text));
      expect(lost).toEqual([]);
      expect((await memoir.scope("user:0").recall("claim")).degraded).toBeNull();
      expect(await memoir.check()).toEqual([]);
    },
  );

  it("a connection that is cut in the middle of a write is that write's failure alone", async () => {
    const memoir = await open(await server.createDatabase());
    const lane = stream(memoir, 0);
    while (lane.acknowledged.length < 5) await new Promise((r) => setImmediate(r));
    for (let i = 0; i < 5; i++) {
      await asAdmin(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname like 'memoir_%'",
      );
    }
    const count = lane.acknowledged.length;
    while (lane.acknowledged.length < count + 5) await new Promise((r) => setImmediate(r));
    await lane.stop();
    expect([...lane.refusals].filter((code) => code !== "database_unavailable")).toEqual([]);
    const stored = await allTexts(memoir);
    expect(lane.acknowledged.filter((text) => !stored.has(text))).toEqual([]);
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
