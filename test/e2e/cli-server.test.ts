import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ran, runIn } from "../../src/cli/runner.fixture.ts";
import { type MemoirEngine, openMemoir } from "../../src/index.ts";
import { type RunningServer, startServer } from "../../src/server/http/serve.ts";

/**
 * One story, told by commands. `{1}` is the id of the first memory that was added. The output must be the same on a
 * database and on a server.
 */
const STORY: readonly (readonly string[])[] = [
  ["add", "I take my tea without sugar"],
  ["add", "我对花生过敏", "--category", "health"],
  ["add", "I am allergic to nuts", "--category", "health", "--pin"],
  ["list", "--all"],
  ["show", "{1}"],
  ["why", "{1}"],
  ["search", "how do I take my tea?", "--explain", "--threshold", "0"],
  ["search", "花生", "--from", "memories,events"],
  ["query", "tea", "--full"],
  ["observe", "Remember that I live in Berlin", "--session", "s1", "--id", "m1"],
  ["observe", "Remember that I live in Berlin", "--session", "s1", "--id", "m1"],
  ["flush"],
  ["list", "--core"],
  ["forget", "--core", "m1"],
  ["undo", "--core", "m1"],
  ["end", "s1"],
  ["compress", "s1"],
  ["timeline"],
  ["timeline", "Berlin", "--since", "7d"],
  ["log"],
  ["review"],
  ["forget", "{1}", "--yes"],
  ["show", "{1}"],
  ["undo", "{1}"],
  ["forget", "{1}"],
  ["restore", "{1}"],
  ["forget", "--about", "peanuts", "--yes"],
  ["policy", "set", "writePolicy.mode=manual"],
  ["add", "I like plums"],
  ["policy", "versions"],
  ["policy", "diff", "0", "1"],
  ["policy", "rollback", "0"],
  ["review"],
  ["keys", "create", "bot", "--role", "read", "--scope", "user:me"],
  ["keys", "revoke", "bot"],
  ["hooks", "add", "https://93.184.216.34/memoir", "--scope", "user:me"],
  ["hooks", "list"],
  ["hooks", "remove", "abcdef"],
  ["jobs"],
  ["show", "abcdef"],
];

/** Ids, keys and times differ from run to run; which of them is which must not. */
function same({ code, out, err }: Ran): { code: number; out: string; err: string } {
  const names = new Map<string, string>();
  const named = (text: string): string => {
    if (!names.has(text)) names.set(text, `<${names.size + 1}>`);
    return names.get(text)!;
  };
  const clean = (text: string): string =>
    text
      .replaceAll(/mk_[\w.-]+|whsec_[\w+/=]+/g, "<key>")
      .replaceAll(
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}|"[0-9a-f]{12}"/g,
        named,
      )
      .replaceAll(/"(shortId|id)": "[0-9a-f]{6,}"/g, '"$1": "<short>"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replaceAll(/\[\d{4}-\d\d-\d\d \d\d:\d\d\]/g, "[<minute>]")
      .replaceAll(/"(ms|oldestMs)": [\d.]+/g, '"$1": 0')
      .replaceAll(/0\.\d{6,}/g, (number) => Number(number).toFixed(4));
  return { code, out: clean(out), err: clean(err) };
}

async function told(
  run: (args: readonly string[]) => Promise<Ran>,
): Promise<Map<string, ReturnType<typeof same>>> {
  const answers = new Map<string, ReturnType<typeof same>>();
  const ids: string[] = [];
  for (const [position, words] of STORY.entries()) {
    const args = words.map((word) => word.replace(/^\{(\d)\}$/, (_, i) => ids[Number(i) - 1] ?? word));
    const ran = await run([...args, "--json"]);
    if (words[0] === "add") ids.push((JSON.parse(ran.out) as { memory: { id: string } }).memory.id);
    answers.set(`${position} ${words.join(" ")}`, same(ran));
  }
  return answers;
}

describe("the same commands on a database and on a server", () => {
  let folder: string;
  let memoir: MemoirEngine;
  let server: RunningServer;
  let key: string;
  let local: Map<string, ReturnType<typeof same>>;
  let remote: Map<string, ReturnType<typeof same>>;
  const env = { MEMOIR_EMBEDDER: "none" };
  const onServer = (args: readonly string[], more: Record<string, string> = {}): Promise<Ran> =>
    runIn(folder, args, { env: { ...env, MEMOIR_SERVER: server.url, MEMOIR_KEY: key, ...more } });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "memoir-server-"));
    memoir = await openMemoir({
      database: join(folder, "server.db"),
      embedder: "none",
      background: false,
      settings: { server: { port: 0, requestsPerSecond: null } },
    });
    server = await startServer({ memoir, version: "0.1.0" });
    // The actor is the key there; here it is the command line.
    key = (await memoir.operator().keys.create({ name: "cli", role: "operator" })).key;
    local = await told((args) =>
      runIn(folder, args, { env: { ...env, MEMOIR_DATABASE: join(folder, "local.db") } }),
    );
    remote = await told(onServer);
  });
  afterAll(async () => {
    await server.close();
    await memoir.close();
    rmSync(folder, { recursive: true });
  });

  it.each(STORY.map((words, position) => `${position} ${words.join(" ")}`))("%s", (command) => {
    expect(remote.get(command)).toEqual(local.get(command));
  });

  it("what is exported from the one is imported to the other, and is the same again", async () => {
    const file = join(folder, "all.jsonl");
    expect((await onServer(["export", "--all", "--out", file])).err).toBe("");
    const into = { MEMOIR_DATABASE: join(folder, "copy.db") };
    expect(await runIn(folder, ["import", file, "--json"], { env: { ...env, ...into } })).toMatchObject({
      code: 0,
    });
    const lists = await Promise.all([
      onServer(["list", "--all", "--json"]),
      runIn(folder, ["list", "--all", "--json"], { env: { ...env, ...into } }),
    ]);
    expect(lists[0]!.out).toEqual(lists[1]!.out);
    expect(await onServer(["import", file, "--json"])).toMatchObject({ code: 0, err: "" });
  });

  it("doctor looks at the server", async () => {
    const { code, out } = await onServer(["doctor", "--json"]);
    expect(code).toBe(0);
    expect((JSON.parse(out) as { checks: { name: string }[] }).checks.map(({ name }) => name)).toEqual([
      "server",
      "key",
      "writes",
      "queue",
      "hooks",
      "vectors",
    ]);
  });

  it("chat works through a server", async () => {
    const { code, out } = await runIn(folder, ["chat", "--user", "chatter"], {
      env: { ...env, MEMOIR_SERVER: server.url, MEMOIR_KEY: key },
      typed: "I have a cat called Tom\nwhat is my cat called?\n",
    });
    expect(code).toBe(0);
    expect(out).toMatch(/recalled 1 line[\s\S]*Tom/);
  });

  it.each([
    [["list"], { MEMOIR_KEY: "" }, 3, /key/],
    [["list"], { MEMOIR_KEY: "mk_bad" }, 3, /not valid/],
    [["list"], { MEMOIR_SERVER: "http://127.0.0.1:1" }, 4, /does not answer/],
    [["list"], { MEMOIR_SERVER: "nonsense" }, 2, /must be like http/],
    [["list", "--tenant", "other"], {}, 2, /--tenant is about a database/],
    [["tour", "--server", "http://127.0.0.1:1"], {}, 2, /works on this machine/],
    [["work", "--server", "http://127.0.0.1:1"], {}, 2, /works on this machine/],
    [["models", "list", "--server", "http://127.0.0.1:1"], {}, 2, /works on this machine/],
  ])("%j with %j ends with %i and says what to do", async (args, more, code, says) => {
    const ran = await onServer(args, more as Record<string, string>);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(says);
    expect(ran.err + ran.out).not.toContain(key);
  });

  it("--database names a database, whatever the environment says", async () => {
    const { code, out } = await onServer(["list", "--database", join(folder, "none.db")]);
    expect([code, out]).toEqual([0, expect.stringContaining("No memories")]);
  });

  it("--server and --api-key say where; --key is a memory's, there too", async () => {
    const place = ["--server", server.url, "--api-key", key, "--user", "keyed"];
    const add = (text: string): Promise<Ran> =>
      runIn(folder, ["add", text, "--key", "home", ...place], { env });
    expect(await add("I live in Lisbon")).toMatchObject({
      code: 0,
      out: expect.stringContaining("Remembered in"),
    });
    expect(await add("I live in Porto")).toMatchObject({
      code: 0,
      out: expect.stringContaining("Replaced in"),
    });
  });

  it("a key that may only read cannot write", async () => {
    const reader = (await memoir.operator().keys.create({ name: "reader", role: "read" })).key;
    expect(await onServer(["add", "x y z"], { MEMOIR_KEY: reader })).toMatchObject({ code: 3 });
    expect(await onServer(["list"], { MEMOIR_KEY: reader })).toMatchObject({ code: 0 });
  });
});
