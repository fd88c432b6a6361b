import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Memoir, openMemoir } from "../../src/index.ts";

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
  // For the embedder; after the first time nothing is fetched.
  expect((await memoir(["models", "pull"])).code).toBe(0);
}, 300_000);

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "memoir-e2e-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

/** The real program in a process of its own. `onText` hears all that it has said so far. */
function memoir(
  args: string[],
  onText: (child: ChildProcess, text: string) => void = () => undefined,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "bin/memoir.js"), ...args], {
      cwd: cwd ?? root,
      env: { PATH: process.env.PATH ?? "" },
    });
    const said = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said.out += text;
      onText(child, said.out + said.err);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said.err += text;
      onText(child, said.out + said.err);
    });
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, ...said }));
    child.stdin.end();
  });
}

async function json<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await memoir([...args, "--json"]);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as T;
}

/** A bot that records and leaves the thinking to others. */
async function library<T>(work: (memoir: Memoir) => Promise<T>): Promise<T> {
  const engine = await openMemoir({ embedder: "none", background: false, database: join(cwd, "memoir.db") });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** What the system says asks for vectors, and for nothing to be extracted. */
const say = (...texts: string[]): Promise<unknown> =>
  library((engine) =>
    engine.scope("user:mia").observe(texts.map((text) => ({ role: "system" as const, text }))),
  );

function sql<T>(query: string): T[] {
  const database = new DatabaseSync(join(cwd, "memoir.db"), { readOnly: true });
  try {
    return database.prepare(query).all() as T[];
  } finally {
    database.close();
  }
}

describe("jobs", () => {
  it("are listed, shown, retried and cancelled", async () => {
    const scope = { tenant: "default", kind: "user", id: "mia" } as const;
    const [first, second] = await library((engine) =>
      engine.operator().jobs.enqueue(scope, [
        { kind: "embed", payload: { a: 1 } },
        { kind: "embed", delayMs: 600_000 },
      ]),
    );
    await library((engine) => engine.operator("acme").jobs.enqueue(null, [{ kind: "other" }]));

    const listed = await memoir(["jobs", "list"]);
    expect(listed.out.split("\n").slice(0, 3)).toEqual([
      "ID        KIND   SCOPE     STATUS  TRIES   ADDED     NEXT RUN  LAST ERROR",
      expect.stringMatching(
        new RegExp(`^${second!.id.slice(0, 8)}  embed  user:mia  queued  0 of 5  just now  in 9 min  -$`),
      ),
      `${first!.id.slice(0, 8)}  embed  user:mia  queued  0 of 5  just now  now       -`,
    ]);
    expect(await json("jobs", "list", "--tenant", "acme")).toMatchObject({
      tenant: "acme",
      jobs: [{ kind: "other", scope: null, status: "queued" }],
      more: false,
    });
    expect(await json("jobs", "show", first!.id.slice(0, 8))).toMatchObject({
      job: { id: first!.id, scope: "user:mia", payload: { a: 1 }, attempts: 0, lastError: null },
    });
    expect(await json("jobs", "stats")).toMatchObject({ totals: { ready: 1, waiting: 1, dead: 0 } });

    expect(await json("jobs", "retry", second!.id)).toEqual({
      tenant: "default",
      id: second!.id,
      retried: 1,
    });
    expect(await json("jobs", "stats")).toMatchObject({ totals: { ready: 2, waiting: 0 } });
    for (const { id } of [first!, second!]) await json("jobs", "cancel", id.slice(0, 8));
    expect((await memoir(["jobs", "list"])).out).toContain("No jobs: the queue of default is empty.");
    expect(await memoir(["jobs", "show", first!.id])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("it is done, was cancelled, or never was. (not_found)"),
    });
    expect(sql("select kind from job")).toEqual([{ kind: "other" }]);
  });
});

describe("work", () => {
  it("--once makes the vectors that are missing, and leaves no job", async () => {
    await say("I take my tea without sugar", "我每周六早上练习书法");
    expect(sql("select * from vector")).toEqual([]);
    const { code, out, err } = await memoir(["work", "--once"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/ {2}✓ embed of user:mia, .*\n✓ 1 job done; queue: empty\n$/);
    expect(sql("select * from job")).toEqual([]);
    expect(sql("select kind, model from vector order by ref")).toEqual([
      { kind: "e", model: "local/all-MiniLM-L6-v2-int8" },
      { kind: "e", model: "local/bge-small-zh-v1.5-int8" },
    ]);
    const again = await memoir(["work", "--once", "--json"]);
    expect(
      again.out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).event),
    ).toEqual(["start", "end"]);
  });

  it("goes on until it is told to stop, one JSON line for each job", async () => {
    await say("I take my tea without sugar");
    let told = false;
    const { code, out, err } = await memoir(["work", "--json"], (child, text) => {
      if (told || !text.includes('"outcome":"done"')) return;
      told = child.kill("SIGTERM");
    });
    expect([code, err]).toEqual([0, ""]);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ event: "start", embedder: "local", tenant: "default" });
    expect(lines.filter(({ event }) => event === "job")).toEqual([
      expect.objectContaining({ kind: "embed", scope: "user:mia", attempt: 1, outcome: "done", error: null }),
    ]);
    expect(lines.at(-1)).toMatchObject({ event: "end", done: 1, failed: 0, dead: 0, queue: null });
    expect(sql("select * from vector")).toHaveLength(1);
  });

  it("ends at once at the second Ctrl-C; its job waits for whoever takes it over", async () => {
    await say(
      ...Array.from({ length: 1_000 }, (_, i) => `Message ${i}: a long walk in the park, and then tea`),
    );
    let pressed = 0;
    const { code, signal, err } = await memoir(["work"], (child, text) => {
      const running = text.includes("is ready") ? 1 : 0;
      if (pressed < running + (text.includes("Stopping.") ? 1 : 0)) {
        pressed += 1;
        child.kill("SIGINT");
      }
    });
    expect([code, signal, err]).toEqual([null, "SIGINT", expect.stringContaining("! Stopping.")]);
    const [job] = sql<{ status: string }>("select status from job");
    expect(job).toEqual({ status: "running" });
    const shown = await memoir(["jobs", "list"]);
    expect(shown.out).toMatch(/embed {2}user:mia {2}running {2}1 of \d/);
  });
});
