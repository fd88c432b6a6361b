import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openMemoir } from "../../src/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Exits with 0 when dist was built from what is there now. */
const IS_FRESH = `import { readFileSync } from "node:fs";
import { buildFingerprint, stampFile } from "./scripts/lib/fingerprint.js";
process.exit(readFileSync(stampFile, "utf8") === buildFingerprint() ? 0 : 1);`;

beforeAll(async () => {
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (node("--input-type=module", "-e", IS_FRESH).status !== 0) {
    const built = node("scripts/build.js");
    if (built.status !== 0) throw new Error(`the build failed: ${built.stdout}${built.stderr}`);
  }
  // The models come from the registry once; then they are in the cache.
  cwd = tmpdir();
  expect((await memoir(["models", "pull"])).code).toBe(0);
}, 300_000);

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "memoir-e2e-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

interface Ran {
  code: number | null;
  out: string;
  err: string;
}

interface Around {
  env?: Record<string, string>;
  stdin?: string;
  /** Ctrl-C while it reads its stdin, which then stays open. */
  interrupt?: boolean;
}

/** The real program in a process of its own, without a terminal and without this process's settings. */
function memoir(args: string[], { env = {}, stdin = "", interrupt = false }: Around = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "bin/memoir.js"), ...args], {
      cwd,
      env: { PATH: process.env.PATH ?? "", ...env },
    });
    const said = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said.err += text;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...said }));
    if (!interrupt) child.stdin.end(stdin);
    // More than a pipe holds: once it is written, somebody is reading.
    else child.stdin.on("error", () => undefined).write("x".repeat(1_000_000), () => child.kill("SIGINT"));
  });
}

async function json<T>(args: string[], around: Around = {}): Promise<T> {
  const { code, out, err } = await memoir([...args, "--json"], around);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as T;
}

interface Shown {
  id: string;
  shortId: string;
  text: string;
  status: string;
  rev: number;
}

async function add(...args: string[]): Promise<Shown> {
  return (await json<{ memory: Shown }>(["add", ...args])).memory;
}

describe("a life of a memory", () => {
  it("is added, listed, found, shown, explained, forgotten and brought back", async () => {
    const added = await memoir(["add", "I take my tea without sugar", "--category", "preference"]);
    expect(added).toMatchObject({ code: 0, err: "" });
    const id = /^ {2}([0-9a-f]{6}) {2}I take my tea without sugar$/m.exec(added.out)![1]!;

    const listed = await memoir(["list"]);
    expect(listed.out.split("\n")[1]).toBe(
      `${id}  preference  active  just now  I take my tea without sugar`,
    );
    expect((await memoir(["search", "how do I take my tea?"])).out).toMatch(
      new RegExp(`^SCORE  ID      MEMORY\n0\\.\\d\\d   ${id}  I take my tea without sugar\n$`),
    );
    expect((await memoir(["show", id])).out).toMatch(
      /^I take my tea without sugar\n\n {2}id {10}[0-9a-f-]{36}\n/,
    );
    expect((await memoir(["why", id])).out).toContain("“«I take my tea without sugar»”");

    expect((await memoir(["forget", id])).out).toContain("✓ Forgot 1 memory:");
    expect((await memoir(["search", "tea"])).out).toContain("Nothing found in user:me.");
    expect((await memoir(["undo"])).out).toContain("Undone: the forgetting");
    expect((await memoir(["search", "tea"])).out).toContain(id);
  });

  it("speaks JSON at every step, in shapes that stay", async () => {
    const place = { tenant: "default", scope: "user:me" };
    const added = await json<{ memory: Shown }>(["add", "tea"]);
    expect(added).toEqual({ ...place, outcome: "added", memory: expect.any(Object) });
    const { memory } = added;
    const { shortId, id } = memory;
    expect(memory).toMatchObject({ text: "tea", status: "active", confidence: 1, evidenceCount: 1 });

    expect(await json(["list"])).toEqual({ ...place, memories: [memory], more: false });
    expect(await json(["show", shortId])).toEqual({ ...place, memory });
    expect(await json(["search", "tea"])).toEqual({
      ...place,
      agent: null,
      query: "tea",
      from: ["memories"],
      hits: [
        {
          kind: "memory",
          id,
          text: "tea",
          score: expect.any(Number),
          why: {
            relevance: expect.any(Number),
            signals: expect.any(Array),
            importance: 0.5,
            recency: expect.any(Number),
            strength: 0.5,
            rerank: null,
            via: "hybrid",
          },
          evidence: [{ eventId: expect.any(String), method: "user_explicit", at: expect.any(String) }],
          memory,
        },
      ],
      degraded: null,
    });
    expect(await json(["query", "tea"])).toEqual({
      ...place,
      agent: null,
      query: "tea",
      return: "bullets",
      items: [{ id, category: "profile", text: "[profile] tea" }],
    });
    expect(await json(["why", shortId])).toEqual({
      ...place,
      memory: { ...memory, accessCount: 1, lastAccessed: expect.any(String) },
      evidence: [expect.objectContaining({ span: [0, 3], event: expect.objectContaining({ text: "tea" }) })],
      validity: [{ validFrom: expect.any(String), validTo: null, revFrom: 1, revTo: null }],
      decisions: expect.any(Array),
      history: [expect.objectContaining({ event: "ADD", rev: 1, actor: "cli" })],
    });
    const forgotten = { hard: false, dryRun: false, found: true };
    expect(await json(["forget", shortId])).toEqual({
      ...place,
      ...forgotten,
      memories: [expect.objectContaining({ id, status: "soft_deleted" })],
    });
    expect(await json(["undo", shortId])).toEqual({
      ...place,
      undone: { rev: 2, event: "TTL" },
      memory: expect.objectContaining({ id, status: "active" }),
    });
  });

  it("is heard, waits, is approved and explains itself", async () => {
    const env = { MEMOIR_WRITE_POLICY__MODE: "manual" };
    const line = JSON.stringify({
      id: "m1",
      role: "user",
      text: "By the way, I moved to Berlin",
      session: "s1",
    });
    const observed = await memoir(["observe", "--jsonl", "-", "--user", "alice"], {
      env,
      stdin: `${line}\n`,
    });
    expect(observed).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringContaining("✓ Recorded 1 message"),
    });
    const ended = await memoir(["end", "s1", "--user", "alice"], { env });
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining("1 waiting for approval.") });

    const { waiting } = await json<{ waiting: { id: string }[] }>(["review"]);
    const id = waiting[0]!.id;
    expect((await memoir(["search", "Berlin", "--user", "alice"])).out).toContain("Nothing found");
    expect((await memoir(["review", "approve", id])).out).toContain("✓ Approved in user:alice");
    expect((await memoir(["search", "Berlin", "--user", "alice"])).out).toContain(id);
    const why = await memoir(["why", id, "--user", "alice"]);
    expect(why.out).toContain("“By the way, «I moved to Berlin»”");
    expect(why.out).toContain("every write waits for approval");
    expect(why.out).toContain("approved");
  });

  it("works in Chinese", async () => {
    await add("我每周六早上练习书法");
    const { out } = await memoir(["search", "什么时候练习书法？", "--explain"]);
    expect(out).toContain("我每周六早上练习书法");
    expect(out).toMatch(
      /relevance {3}0\.\d\d × 0\.\d\d = 0\.\d\d {2}how well it answers, by words and meaning\n/,
    );
  });

  it("finds by meaning what shares no word, also what a process without an embedder wrote", async () => {
    await add("Alice is allergic to nuts");
    const engine = await openMemoir({
      embedder: "none",
      background: false,
      database: join(cwd, "memoir.db"),
    });
    await engine.scope("user:me").observe([{ author: "Alice", text: "The train to Lisbon leaves at nine." }]);
    await engine.scope("user:bob").observe([{ author: "Bob", text: "我对花生过敏，不要放在菜里。" }]);
    await engine.close();
    const first = async (...args: string[]): Promise<unknown> => {
      const { hits, degraded } = await json<{
        hits: { text: string; why: { via: string } }[];
        degraded: unknown;
      }>(["search", ...args, "--threshold", "0"]);
      return [hits[0]?.text, hits[0]?.why.via, degraded];
    };
    expect(await first("food intolerance")).toEqual(["Alice is allergic to nuts", "hybrid", null]);
    const said = await first("when is the railway departure?", "--from", "events");
    expect(said).toEqual(["The train to Lisbon leaves at nine.", "hybrid", null]);
    expect(await first("哪些食物不能吃？", "--from", "events", "--user", "bob")).toEqual([
      expect.stringContaining("花生"),
      "hybrid",
      null,
    ]);
    // Nothing was left to embed.
    expect((await memoir(["work", "--once"])).out).toContain("✓ 0 jobs done");
  });

  it("reads its text from stdin", async () => {
    expect((await json<{ memory: Shown }>(["add", "-"], { stdin: "茶\n" })).memory.text).toBe("茶");
    expect(await memoir(["add", "-"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("text is empty"),
    });
  });

  it("keeps scopes, tenants and databases apart", async () => {
    await add("alice's", "--user", "alice");
    await add("acme's", "--tenant", "acme");
    await add("everybody's", "--global");
    await add("elsewhere", "--database", "other.db");
    const texts = async (args: string[], env = {}): Promise<string[]> =>
      (await json<{ memories: Shown[] }>(["list", ...args], { env })).memories.map(({ text }) => text);
    expect(await texts([])).toEqual([]);
    expect(await texts(["--user", "alice"])).toEqual(["alice's"]);
    expect(await texts([], { MEMOIR_USER: "alice" })).toEqual(["alice's"]);
    expect(await texts(["--tenant", "acme"])).toEqual(["acme's"]);
    expect(await texts(["--global"])).toEqual(["everybody's"]);
    expect(await texts([], { MEMOIR_DATABASE: "other.db" })).toEqual(["elsewhere"]);
  });
});

describe("exit codes", () => {
  it("0: the version, help, and a search without a hit", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(await memoir(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
    expect((await memoir(["help", "add"])).out).toContain("Usage: memoir add");
    expect(await memoir(["search", "nothing", "--json"])).toMatchObject({ code: 0, err: "" });
  });

  it("1: what was asked for is not there", async () => {
    for (const command of ["show", "why", "forget", "undo"]) {
      expect(await memoir([command, "3f2a1c"])).toEqual({
        code: 1,
        out: "",
        err: "memoir: There is no memory 3f2a1c in user:me. List the memories to see what is there. (not_found)\n",
      });
    }
    expect(await memoir(["undo"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("nothing_to_undo"),
    });
  });

  it("2: bad usage and bad input, as JSON when asked", async () => {
    const { code, out, err } = await memoir(["add", "x", "--user", "a", "--group", "b", "--json"]);
    expect([code, out]).toEqual([2, ""]);
    expect(JSON.parse(err)).toEqual({
      error: {
        code: "invalid_argument",
        message: expect.stringContaining("--user and --group"),
        details: {},
      },
    });
    const missing = await memoir(["list", "--config", "nope.json"]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("there is no file")]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("2: a forget that would have to ask, and cannot", async () => {
    const { shortId } = await add("tea");
    for (const target of [
      ["--about", "tea"],
      [shortId, "--hard"],
    ]) {
      const { code, err } = await memoir(["forget", ...target]);
      expect([code, err]).toEqual([2, expect.stringContaining("Add --yes to do it, or --dry-run to see")]);
    }
    expect((await json<{ memory: Shown }>(["show", shortId])).memory.status).toBe("active");
    const { memories } = await json<{ memories: Shown[] }>(["forget", "--about", "tea", "--hard", "--yes"]);
    expect(memories).toHaveLength(1);
    expect((await memoir(["show", memories[0]!.id])).err).toContain("(gone)");
  });

  it("3: refused", async () => {
    const env = { MEMOIR_EMERGENCY_READ_ONLY: "true" };
    await add("tea");
    expect(await memoir(["add", "milk"], { env })).toMatchObject({
      code: 3,
      err: expect.stringContaining("(read_only)"),
    });
    expect(await memoir(["undo"], { env: { MEMOIR_AUDIT: "off" } })).toMatchObject({ code: 3 });
    expect((await memoir(["list"], { env })).out).toContain("tea");
  });

  it("4: the database", async () => {
    writeFileSync(join(cwd, "notes.txt"), "These are not the bytes you are looking for.\n".repeat(100));
    const { code, out, err } = await memoir(["list", "--database", "notes.txt"]);
    expect([code, out]).toEqual([4, ""]);
    expect(err).toMatch(/^memoir: .*notes\.txt is not a usable Memoir database .* \(database_invalid\)\n$/);
    expect(readdirSync(cwd)).toEqual(["notes.txt"]);
    const nowhere = await memoir(["add", "x", "--database", "no/such/folder.db"]);
    expect([nowhere.code, nowhere.err]).toEqual([4, expect.stringContaining("(database_unavailable)")]);
  });

  it("130: Ctrl-C", async () => {
    expect(await memoir(["add", "-"], { interrupt: true })).toEqual({
      code: 130,
      out: "",
      err: "memoir: Interrupted. (aborted)\n",
    });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("doctor", () => {
  const names = "node sqlite full-text settings embedder model disk database".split(" ");

  const check = async (
    ...args: string[]
  ): Promise<{ code: number | null; byName: Record<string, string> }> => {
    const { code, out } = await memoir(["doctor", "--json", ...args]);
    const { checks } = JSON.parse(out) as { checks: { name: string; status: string }[] };
    return { code, byName: Object.fromEntries(checks.map(({ name, status }) => [name, status])) };
  };

  it("makes no database", async () => {
    const { code, out, err } = await memoir(["doctor"]);
    expect([code, err, readdirSync(cwd)]).toEqual([0, "", []]);
    expect(out).toContain("it will be created by the first add");
    expect(Object.keys((await check()).byName)).toEqual(names);
  });

  it("finds a healthy one healthy", async () => {
    await add("tea");
    const { code, out } = await memoir(["doctor"]);
    expect(code).toBe(0);
    expect(out).toContain("✓ integrity   1 memory and 1 event in 1 scope, all sound\n\nAll is well.\n");
    expect((await check()).byName).toEqual(
      Object.fromEntries([...names, "wal", "writes", "queue", "integrity"].map((name) => [name, "ok"])),
    );
  });

  it("reports what is no database, a folder that is not there, and bad settings", async () => {
    writeFileSync(join(cwd, "notes.txt"), "not a database");
    const { code, out } = await memoir(["doctor", "--database", "notes.txt"]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /✗ database {4}.*notes\.txt is not a usable Memoir database.*\n {14}→ Pass another path/,
    );
    expect(readFileSync(join(cwd, "notes.txt"), "utf8")).toBe("not a database");
    expect(await check("--database", "no/such/folder.db")).toMatchObject({
      code: 1,
      byName: { disk: "fail" },
    });
    expect(await check("--config", "nope.yaml")).toMatchObject({ code: 1, byName: { settings: "fail" } });
  });

  it("warns when nothing can be written", async () => {
    await add("tea");
    const engine = await openMemoir({
      embedder: "none",
      background: false,
      database: join(cwd, "memoir.db"),
    });
    await engine.operator().readOnly(true);
    await engine.close();
    expect(await check()).toMatchObject({ code: 0, byName: { writes: "warn" } });
  });
});

describe("tour", () => {
  it("can be taken again and again, and touches nothing else", async () => {
    const mine = await add("tea");
    const theirs = await add("not the tour's", "--user", "tour");
    const first = await memoir(["tour"]);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).not.toContain("earlier tour");
    expect(first.out).toContain("12. What happened to it");
    expect(first.out).toContain(`The database is ${join(cwd, "memoir.db")}`);

    const second = await memoir(["tour"]);
    expect([second.code, second.out]).toEqual([
      0,
      expect.stringContaining("(3 memories of an earlier tour were erased.)"),
    ]);
    expect(second.out.split("\n")).toHaveLength(first.out.split("\n").length + 1);
    expect((await json<{ memories: Shown[] }>(["list"])).memories).toEqual([mine]);
    const { memories } = await json<{ memories: Shown[] }>(["list", "--user", "tour", "--all"]);
    expect(memories).toHaveLength(4);
    expect(memories).toContainEqual(theirs);
    expect((await memoir(["doctor"])).code).toBe(0);
  });

  it("prints what the engine answered", async () => {
    interface Told {
      erased: number;
      steps: { title: string; call: string; answer: Record<string, unknown> & { kind: string } }[];
    }
    const { erased, steps } = await json<Told>(["tour"]);
    expect(erased).toBe(0);
    expect(steps.map(({ answer }) => answer.kind)).toEqual(
      "messages memories recall recall recall prompt change change proof memories recall history".split(" "),
    );
    const { memories } = steps[1]!.answer as { memories?: Shown[] };
    const [home, , brush] = memories ?? [];
    const hits = (step: number): string[] =>
      (steps[step]!.answer.recall as { hits: { id: string }[] }).hits.map(({ id }) => id);
    expect(hits(2)[0]).toBe(home!.id);
    expect(hits(3)[0]).toBe(brush!.id);
    expect(hits(4)).toEqual(["tour-2"]);
    expect(hits(10)).not.toContain(home!.id);
    const kept = await json<{ history: unknown[] }>(["why", home!.id, "--user", "tour"]);
    expect(kept.history).toEqual(steps[11]!.answer.history);
  });

  it("suggests commands that work as they stand", async () => {
    const { out } = await memoir(["tour"], { env: { npm_command: "start" } });
    const suggested = [...out.matchAll(/^ {2}npm exec memoir -- (.*)$/gm)].map((match) => match[1]!);
    expect(suggested.length).toBeGreaterThan(3);
    for (const command of suggested) {
      const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]!);
      expect(await memoir(args)).toMatchObject({ code: 0, err: "" });
    }
  });
});

it("survives a reader that leaves early", async () => {
  // More than a pipe holds, so that the writer is still at it when the reader goes.
  await json(["add", "-"], { stdin: "tea ".repeat(30_000) });
  const command = `"${process.execPath}" "${join(root, "bin/memoir.js")}" list | head -c 1`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "" },
  });
  expect([status, stdout, stderr]).toEqual([0, "I", ""]);
});
