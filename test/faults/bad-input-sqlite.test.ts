import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MemoirEngine, type MemoirError, openMemoir } from "../../src/index.ts";
import { everything, refused } from "../contracts/support/expect.ts";
import { startProcess } from "../contracts/support/processes.ts";

let folder: string;
let database: string;
const opened: MemoirEngine[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memoir-test-"));
  database = join(folder, "memoir.db");
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((memoir) => memoir.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function open(options: Parameters<typeof openMemoir>[0] = {}): Promise<MemoirEngine> {
  const memoir = await openMemoir({ embedder: "none", background: false, database, ...options });
  opened.push(memoir);
  return memoir;
}

const texts = async (memoir: MemoirEngine): Promise<string[]> =>
  (await everything(memoir.scope("user:alice").memories.list())).map((memory) => memory.text);

describe("an option that there is not", () => {
  it.each([
    [{ databse: "x.db" }, 'openMemoir() has no option "databse". Did you mean database?'],
    [
      { writePolicy: { mode: "auto" } },
      'openMemoir() has no option "writePolicy". There are database, preset, settings,',
    ],
  ])("%j is refused, and nothing is opened", async (options, says) => {
    expect((await refused(open(options as object), "invalid_argument")).message).toContain(says);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a path that is no database of ours", () => {
  it("a text file is refused and left as it is", async () => {
    writeFileSync(database, "Dear diary, this is not a database. ".repeat(100));
    const before = readFileSync(database);
    const error = await refused(open(), "database_invalid");
    expect(error.message).toContain(database);
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(["memoir.db"]);
  });

  it("another program's database is refused and left as it is", async () => {
    const db = new DatabaseSync(database);
    db.exec("create table bookmarks (url text); insert into bookmarks values ('https://example.com')");
    db.close();
    const before = readFileSync(database);
    await refused(open(), "database_invalid");
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(["memoir.db"]);
  });

  it("another program's empty database with its own mark is refused", async () => {
    const db = new DatabaseSync(database);
    db.exec("pragma application_id = 12345; create table t (x); drop table t");
    db.close();
    await refused(open(), "database_invalid");
  });

  it("a folder, and a file in a folder that is missing", async () => {
    mkdirSync(database);
    await refused(open(), "database_invalid");
    await refused(open({ database: join(folder, "missing", "memoir.db") }), "database_unavailable");
    expect(existsSync(join(folder, "missing"))).toBe(false);
    await refused(open({ database: join(database, "x", "y") }), "database_unavailable");
  });

  it("an empty file is a new database", async () => {
    writeFileSync(database, "");
    const memoir = await open();
    await memoir.scope("user:alice").remember("Alice likes tea");
    expect(await texts(memoir)).toEqual(["Alice likes tea"]);
  });

  it("a database with its middle overwritten is refused, or found broken by check", async () => {
    const memoir = await open();
    for (let i = 0; i < 50; i++) await memoir.scope("user:alice").remember(`Claim ${i} ${"x".repeat(500)}`);
    await memoir.close();
    const bytes = readFileSync(database);
    bytes.fill(0x5a, 8_192, bytes.length - 4_096);
    writeFileSync(database, bytes);
    const outcome = await open().then(
      async (broken) => (await broken.check().catch((error: MemoirError) => [error.code])).length > 0,
      (error: MemoirError) => error.code,
    );
    expect([true, "database_invalid"]).toContain(outcome);
  });

  it("a database cut short is refused, or found broken by check", async () => {
    const memoir = await open();
    await memoir.scope("user:alice").remember("Alice likes tea");
    await memoir.close();
    truncateSync(database, Math.floor(statSync(database).size / 2 / 4_096) * 4_096);
    const outcome = await open().then(
      async (broken) => (await broken.check().catch((error: MemoirError) => [error.code])).length > 0,
      (error: MemoirError) => error.code,
    );
    expect([true, "database_invalid"]).toContain(outcome);
  });

  it.each(["", "  ", "mysql://root:secret@localhost/x", "http://example.com/x.db", "file:///tmp/x.db"])(
    "%j is refused, without its password",
    async (path) => {
      const error = await refused(open({ database: path }), "invalid_argument");
      expect(JSON.stringify([error.message, error.details])).not.toContain("secret");
    },
  );
});

describe("a file that may not be written", () => {
  const NOBODY = { uid: 65_534, gid: 65_534 };
  const isRoot = process.getuid?.() === 0;
  const asNobody = async (): Promise<string> => {
    const child = startProcess(NOBODY);
    try {
      await child.ask("open", { database });
      const order = { tenant: "default", scope: "user:alice", texts: ["Nobody writes"] };
      return await child.ask("remember", order).then(
        () => "written",
        (error: Error) => `after opening: ${error.message}`,
      );
    } catch (error) {
      return (error as Error).message;
    } finally {
      await child.end();
    }
  };

  if (isRoot) {
    it.each([
      ["a folder that may be written", 0o777, 0o444],
      ["a folder that may not", 0o755, 0o444],
      ["a folder that may not, though the file may", 0o755, 0o666],
    ])("can be read, and every write is refused, in %s", async (_title, ofFolder, ofFile) => {
      const first = await open();
      await first.scope("user:alice").remember("Alice likes tea");
      await first.close();
      chmodSync(folder, ofFolder);
      chmodSync(database, ofFile);
      const bytes = readFileSync(database);
      const child = startProcess(NOBODY);
      try {
        await child.ask("open", { database, background: true });
        const all = ["Alice likes tea"];
        expect(await child.ask("read", { scope: "user:alice", query: "tea" })).toEqual({
          ...{ listed: all, recalled: all, exported: all },
        });
        const order = { tenant: "default", scope: "user:alice", texts: ["Nobody writes"] };
        await expect(child.ask("remember", order)).rejects.toThrow(
          /^database_read_only: .*may only be read here, so nothing is written\. Give this user write permission/,
        );
        await child.ask("close");
      } finally {
        await child.end();
      }
      expect(readFileSync(database)).toEqual(bytes);
    });

    it("an engine of a user who may not read its log says that the database may only be read, or not at all", async () => {
      const first = await open();
      await first.scope("user:alice").remember("Alice likes tea");
      chmodSync(folder, 0o755);
      chmodSync(database, 0o444);
      expect(await asNobody()).toMatch(/^database_(read_only|unavailable): /);
    });

    it("an empty database in a folder that may not be written opens, and writes say that it may only be read", async () => {
      await (await open()).close();
      chmodSync(folder, 0o755);
      chmodSync(database, 0o444);
      expect(await asNobody()).toMatch(/^after opening: database_read_only: /);
      const memoir = await open();
      expect(await texts(memoir)).toEqual([]);
      expect(await memoir.check()).toEqual([]);
    });

    it("a file that may not be read is reported as unavailable", async () => {
      await (await open()).close();
      chmodSync(folder, 0o755);
      chmodSync(database, 0o600);
      expect(await asNobody()).toMatch(/^database_unavailable: /);
    });

    it("a file works as soon as it may be written", async () => {
      await (await open()).close();
      chmodSync(folder, 0o777);
      chownSync(database, NOBODY.uid, NOBODY.gid);
      expect(await asNobody()).toBe("written");
    });
  } else {
    it.skip("cannot be tried without being root: it needs a second user");
  }
});

describe("a database that another process has locked", () => {
  let holder: ChildProcess | undefined;
  afterEach(async () => {
    if (holder === undefined) return;
    const gone = once(holder, "exit");
    holder.kill("SIGKILL");
    await gone;
    holder = undefined;
  });

  /** Another process that runs SQL, says so, and lets go when told. */
  const hold = async (sql: string): Promise<{ release(): Promise<void> }> => {
    const script = `
      const { DatabaseSync } = require("node:sqlite");
      const db = new DatabaseSync(process.argv[1]);
      db.exec(process.argv[2]);
      console.log("held");
      process.stdin.once("data", () => { db.close(); process.exit(0); });`;
    const child = spawn(process.execPath, ["--no-warnings", "-e", script, database, sql], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    holder = child;
    await once(child.stdout, "data");
    return {
      async release() {
        const gone = once(child, "exit");
        child.stdin.write("go\n");
        await gone;
        holder = undefined;
      },
    };
  };

  it("writes to a locked database fail after the time allowed, reads go on, and writes work once it is free", async () => {
    const memoir = await open({ lockTimeoutMs: 50 });
    const alice = memoir.scope("user:alice");
    await alice.remember("Before");
    const { release } = await hold("begin immediate");
    await refused(alice.remember("During"), "database_locked");
    await refused(alice.observe([{ text: "during" }]), "database_locked");
    expect((await alice.recall("before")).hits).toHaveLength(1);
    expect(await texts(memoir)).toEqual(["Before"]);
    await release();
    await alice.remember("After");
    expect(await texts(memoir)).toEqual(["After", "Before"]);
    expect(await memoir.check()).toEqual([]);
  });

  it("a write waits for a lock that is let go in time", async () => {
    const memoir = await open();
    const { release } = await hold("begin immediate");
    const writes = Promise.all([1, 2, 3].map((n) => memoir.scope("user:alice").remember(`Claim ${n}`)));
    await release();
    await writes;
    expect(await texts(memoir)).toHaveLength(3);
  });

  it("opening a locked database fails after the time allowed", async () => {
    await (await open()).close();
    const { release } = await hold(
      "pragma locking_mode = exclusive; begin immediate; update scope set seq = seq",
    );
    await refused(open({ lockTimeoutMs: 50 }), "database_locked");
    await release();
    await (await open({ lockTimeoutMs: 50 })).scope("user:alice").remember("After");
  });
});

describe("a full disk", () => {
  const [MOUNT, UNMOUNT] = ["mount", "umount"] as const;
  let mounted = false;
  let reason = "";

  beforeEach(() => {
    mkdirSync(join(folder, "small"));
    try {
      execFileSync(MOUNT, ["-t", "tmpfs", "-o", "size=4m", "memoir-test", join(folder, "small")], {
        stdio: "pipe",
      });
      mounted = true;
    } catch (error) {
      reason = String(error);
    }
    database = join(folder, "small", "memoir.db");
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((memoir) => memoir.close()));
    if (mounted) execFileSync(UNMOUNT, [join(folder, "small")]);
    mounted = false;
  });

  const fill = (): string => {
    const file = join(folder, "small", "filler");
    for (let size = 4 * 1024 * 1024; size >= 1_024; size = Math.floor(size / 2)) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: "a" });
      } catch {
        // Smaller pieces may still fit.
      }
    }
    return file;
  };

  it("a full disk is reported, loses nothing that was acknowledged, writes nothing by halves, and is over when there is room", async () => {
    if (!mounted) {
      console.log(`Skipped: a small disk cannot be mounted here (${reason}).`);
      return;
    }
    const memoir = await open();
    const alice = memoir.scope("user:alice");
    await alice.remember("Before");
    const filler = fill();

    const kept = ["Before"];
    const codes = new Set<string>();
    for (let i = 0; i < 40 && !codes.has("disk_full"); i++) {
      const text = `Claim ${i} ${"x".repeat(30_000)}`;
      await alice.remember(text).then(
        () => kept.unshift(text),
        (error: MemoirError) => codes.add(error.code),
      );
    }
    expect([...codes]).toEqual(["disk_full"]);
    // A group that cannot be committed fails as one.
    const together = await Promise.allSettled(
      [1, 2, 3].map((n) => alice.remember(`Together ${n} ${"y".repeat(60_000)}`)),
    );
    for (const one of together) {
      if (one.status === "fulfilled") kept.unshift(one.value.memory.text);
      else expect((one.reason as MemoirError).code).toBe("disk_full");
    }
    expect((await texts(memoir)).sort()).toEqual(kept.sort());
    expect((await alice.recall("before")).hits).toHaveLength(1);

    rmSync(filler);
    await alice.remember("After");
    expect((await texts(memoir)).sort()).toEqual(["After", ...kept].sort());
    expect(await memoir.check()).toEqual([]);
    await memoir.close();
    const again = await open();
    expect((await texts(again)).sort()).toEqual(["After", ...kept].sort());
    expect(await again.check()).toEqual([]);
  });

  it("a purge on a full disk is refused or done, and can be done again", async () => {
    if (!mounted) return;
    const memoir = await open();
    const alice = memoir.scope("user:alice");
    const {
      memory: { id },
    } = await alice.remember(`Alice owns a Brontosaurus ${"z".repeat(100_000)}`);
    const filler = fill();
    const outcome = await alice.forget({ id }, { hard: true }).then(
      () => "done",
      (error: MemoirError) => error.code,
    );
    expect(["done", "disk_full"]).toContain(outcome);
    rmSync(filler);
    // Whatever came of it, the writer is still there and finishes the work.
    await alice.remember("After");
    await alice.forget({ id }, { hard: true }).catch((error: MemoirError) => expect(error.code).toBe("gone"));
    for (const suffix of ["", "-wal"]) {
      const file = `${database}${suffix}`;
      expect(existsSync(file) && readFileSync(file, "latin1").includes("Brontosaurus")).toBe(false);
    }
    expect(await memoir.check()).toEqual([]);
  });

  it("opening on a full disk reports it", async () => {
    if (!mounted) return;
    fill();
    await refused(open(), "disk_full");
  });
});

describe("a database that vanishes while it is open", () => {
  it("no write is acknowledged after its file was deleted", async () => {
    const memoir = await open();
    const alice = memoir.scope("user:alice");
    await alice.remember("Before");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${database}${suffix}`, { force: true });
    await refused(alice.remember("After"), "database_gone");
    await refused(alice.observe([{ text: "after" }]), "database_gone");
    const many = await Promise.allSettled([1, 2, 3].map((n) => alice.remember(`Claim ${n}`)));
    expect(many.every((one) => one.status === "rejected")).toBe(true);
    expect(existsSync(database)).toBe(false);
  });

  it("no write is acknowledged after another file took its place", async () => {
    const other = join(folder, "other.db");
    await (await open({ database: other })).close();
    const memoir = await open();
    await memoir.scope("user:alice").remember("Before");
    copyFileSync(other, `${database}.new`);
    renameSync(`${database}.new`, database);
    await refused(memoir.scope("user:alice").remember("After"), "database_gone");
    await memoir.close();
  });

  it("no write is acknowledged after its folder was removed", async () => {
    const memoir = await open();
    await memoir.scope("user:alice").remember("Before");
    rmSync(folder, { recursive: true, force: true });
    await refused(memoir.scope("user:alice").remember("After"), "database_gone");
    await memoir.close();
  });
});
