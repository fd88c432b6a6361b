import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { BINARY, BY_DEFAULT, environment, root, useProgram } from "../support/program.ts";
import { proving } from "../support/prove.ts";

// Tests that need a separate process. The commands' output and effects are tested beside them, in src/cli.
const cli = useProgram();
const DEFAULT = { env: BY_DEFAULT };

describe("a life of a memory", () => {
  // In `npm test`, packed.test.ts has these commands in processes.
  it.runIf(proving)("is added, listed, found, shown, explained, forgotten and brought back", async () => {
    const added = await cli.memoir(["add", "I take my tea without sugar", "--category", "preference"]);
    expect(added).toMatchObject({ code: 0, err: "" });
    const id = /^ {2}([0-9a-f]{6}) {2}I take my tea without sugar$/m.exec(added.out)![1]!;

    const listed = await cli.memoir(["list"]);
    expect(listed.out.split("\n")[1]).toBe(
      `${id}  preference  active  just now  I take my tea without sugar`,
    );
    expect((await cli.memoir(["search", "how do I take my tea?"])).out).toMatch(
      new RegExp(`^SCORE  ID      MEMORY\n0\\.\\d\\d   ${id}  I take my tea without sugar\n$`),
    );
    expect((await cli.memoir(["show", id])).out).toMatch(
      /^I take my tea without sugar\n\n {2}id {10}[0-9a-f-]{36}\n/,
    );
    expect((await cli.memoir(["why", id])).out).toContain("“«I take my tea without sugar»”");

    expect((await cli.memoir(["forget", id])).out).toContain("✓ Forgot 1 memory:");
    expect((await cli.memoir(["search", "tea"])).out).toContain("Nothing found in user:me.");
    expect((await cli.memoir(["undo"])).out).toContain("Undone: the forgetting");
    expect((await cli.memoir(["search", "tea"])).out).toContain(id);
  });

  it("reads its text from stdin", async () => {
    const { memory } = await cli.json<{ memory: { text: string } }>(["add", "-"], { stdin: "茶\n" });
    expect(memory.text).toBe("茶");
    expect(await cli.memoir(["add", "-"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("text is empty"),
    });
  });

  it("survives a reader that leaves early", async () => {
    // More than a pipe holds, so that the writer is still at it when the reader goes.
    await cli.json(["add", "-"], { stdin: "tea ".repeat(30_000) });
    const { status, stdout, stderr } = spawnSync(
      "sh",
      ["-c", `"${process.execPath}" "${BINARY}" list | head -c 1`],
      { cwd: cli.cwd, encoding: "utf8", env: environment() },
    );
    expect([status, stdout, stderr]).toEqual([0, "I", ""]);
  });
});

// Each of their commands loads the models again, which takes long on a machine that has other work to do.
describe("with the embedder that is there by default", () => {
  it.runIf(proving)("works in Chinese", async () => {
    await cli.json(["add", "我每周六早上练习书法"], DEFAULT);
    const { out } = await cli.memoir(["search", "什么时候练习书法？", "--explain"], DEFAULT);
    expect(out).toContain("我每周六早上练习书法");
    expect(out).toMatch(
      /relevance {3}0\.\d\d × [01]\.\d\d = 0\.\d\d {2}how well it answers, by words and meaning\n/,
    );
  });

  it("finds by meaning what shares no word, also what a process without an embedder wrote", async () => {
    await cli.json(["add", "Alice is allergic to nuts"], DEFAULT);
    const engine = await openMemoir({
      embedder: "none",
      background: false,
      database: join(cli.cwd, "memoir.db"),
      // Reading what was said is another job, which would be due by the end on a slow machine.
      settings: { triggers: { on: { turn_done: [], idle: [], session_end: [] } } },
    });
    await engine.scope("user:me").observe([{ author: "Alice", text: "The train to Lisbon leaves at nine." }]);
    await engine.scope("user:bob").observe([{ author: "Bob", text: "我对花生过敏，不要放在菜里。" }]);
    await engine.close();
    const first = async (...args: string[]): Promise<unknown> => {
      const { hits, degraded } = await cli.json<{
        hits: { text: string; why: { via: string } }[];
        degraded: unknown;
      }>(["search", ...args, "--threshold", "0"], DEFAULT);
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
    expect((await cli.memoir(["work", "--once"], DEFAULT)).out).toContain("✓ 0 jobs done");
  });

  it("takes the tour, which prints what the engine answered and suggests what works in a checkout", async () => {
    interface Told {
      steps: { title: string; call: string; answer: Record<string, unknown> & { kind: string } }[];
    }
    const { steps } = await cli.json<Told>(["tour"], DEFAULT);
    expect(steps.map(({ answer }) => answer.kind)).toEqual(
      "messages memories recall recall recall prompt change change proof memories recall history".split(" "),
    );
    const { memories } = steps[1]!.answer as { memories?: { id: string }[] };
    const [home, , brush] = memories ?? [];
    const hits = (step: number): string[] =>
      (steps[step]!.answer.recall as { hits: { id: string }[] }).hits.map(({ id }) => id);
    // Her own words say more of it: since when, and where from.
    expect(hits(2).slice(0, 2)).toEqual(["tour-1", home!.id]);
    expect(hits(3)[0]).toBe(brush!.id);
    expect(hits(4)).toEqual(["tour-2"]);
    expect(hits(10)).not.toContain(home!.id);
    const { memories: left } = await cli.json<{ memories: unknown[] }>(["list", "--user", "tour", "--all"]);
    expect(left).toEqual([]);

    const again = await cli.memoir(["tour"], { env: { ...BY_DEFAULT, npm_command: "start" } });
    expect([again.code, again.err]).toEqual([0, ""]);
    expect(again.out).toContain('\n  npm exec memoir -- add "I take my tea without sugar"\n');
  });
});

describe("exit codes", () => {
  it("0: the version, help, and a search without a hit", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(await cli.memoir(["--version"])).toMatchObject({ code: 0, out: `${version}\n`, err: "" });
    expect((await cli.memoir(["help", "add"])).out).toContain("Usage: memoir add");
    expect(await cli.memoir(["search", "nothing", "--json"])).toMatchObject({ code: 0, err: "" });
  });

  it("1: what was asked for is not there", async () => {
    expect(await cli.memoir(["show", "3f2a1c"])).toMatchObject({
      code: 1,
      out: "",
      err: "memoir: There is no memory 3f2a1c in user:me. List the memories to see what is there. (not_found)\n",
    });
  });

  it("2: bad usage, as JSON when asked", async () => {
    const { code, out, err } = await cli.memoir(["add", "x", "--user", "a", "--group", "b", "--json"]);
    expect([code, out]).toEqual([2, ""]);
    expect(JSON.parse(err)).toEqual({
      error: {
        code: "invalid_argument",
        message: expect.stringContaining("--user and --group"),
        details: {},
      },
    });
    expect(readdirSync(cli.cwd)).toEqual([]);
  });

  it("3: refused", async () => {
    expect(await cli.memoir(["add", "x"], { env: { MEMOIR_EMERGENCY_READ_ONLY: "true" } })).toMatchObject({
      code: 3,
      err: expect.stringContaining("(read_only)"),
    });
  });

  it("4: the database", async () => {
    writeFileSync(join(cli.cwd, "notes.txt"), "These are not the bytes you are looking for.\n".repeat(100));
    const { code, out, err } = await cli.memoir(["list", "--database", "notes.txt"]);
    expect([code, out]).toEqual([4, ""]);
    expect(err).toMatch(/^memoir: .*notes\.txt is not a usable Memoir database .* \(database_invalid\)\n$/);
    expect(readdirSync(cli.cwd)).toEqual(["notes.txt"]);
  });

  it("130: Ctrl-C", async () => {
    const interrupted = await cli.memoir(["add", "-"], {
      stdin: null,
      onStart: (child) => {
        // More than a pipe holds: once it is written, somebody is reading.
        child.stdin!.on("error", () => undefined).write("x".repeat(1_000_000), () => child.kill("SIGINT"));
      },
    });
    expect(interrupted).toMatchObject({ code: 130, out: "", err: "memoir: Interrupted. (aborted)\n" });
    expect(readdirSync(cli.cwd)).toEqual([]);
  });
});
