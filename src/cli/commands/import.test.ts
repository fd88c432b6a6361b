import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

const cli = useRunner();
const alice = ["--user", "alice"];
const path = (name: string): string => join(cli.cwd, name);

async function withAlice(): Promise<void> {
  await cli.memoir(["add", "Alice plays the cello", ...alice]);
}

describe("export", () => {
  it("R55: writes a whole file that only its owner can read, and says what is in it", async () => {
    await withAlice();
    const { code, out, err } = await cli.memoir(["export", ...alice, "--out", "alice.jsonl"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /^✓ Exported user:alice: 1 scope, 1 event, 1 memory\n {2}to alice\.jsonl \(\d.* kB\)/,
    );
    expect(out).toContain("memoir import alice.jsonl --dry-run");
    expect(statSync(path("alice.jsonl")).mode & 0o777).toBe(0o600);
    expect(readdirSync(cli.cwd).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("does not write over a file unless told to, and leaves none behind when it fails", async () => {
    await withAlice();
    writeFileSync(path("a.jsonl"), "mine");
    const refused = await cli.memoir(["export", ...alice, "--out", "a.jsonl"]);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("--force")]);
    expect(readFileSync(path("a.jsonl"), "utf8")).toBe("mine");
    expect((await cli.memoir(["export", ...alice, "--out", "a.jsonl", "--force"])).code).toBe(0);
    expect(readFileSync(path("a.jsonl"), "utf8")).toContain("cello");
    expect((await cli.memoir(["export", "--user", "nobody", "--out", "b.jsonl"])).code).toBe(1);
    expect(existsSync(path("b.jsonl")) || existsSync(path("b.jsonl.part"))).toBe(false);
    expect((await cli.memoir(["export", ...alice, "--out", "no/such/c.jsonl"])).code).toBe(2);
  });

  it("goes into a pipe as it is, and not onto a terminal", async () => {
    await withAlice();
    const piped = await cli.memoir(["export", "--all"]);
    expect(piped.out.split("\n")[0]).toContain('"memoir":"export"');
    expect(piped.out.endsWith("}\n")).toBe(true);
    const shown = await cli.memoir(["export", "--all"], { columns: 80 });
    expect([shown.code, shown.err]).toEqual([2, expect.stringContaining("--out FILE")]);
  });

  it.each([
    [["export", "--all", "--user", "alice", "--out", "x"], 2, "Keep one of them"],
    [["export", "--json"], 2, "--out FILE"],
    [["export", "--all", "--out", "x"], 1, "no database"],
  ])("%j ends with %d", async (args, code, says) => {
    const ran = await cli.memoir(args);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(says)]);
    expect(existsSync(path("memoir.db"))).toBe(false);
  });
});

describe("import", () => {
  it("R56, R71: restores elsewhere, says so, and says when there is nothing to do", async () => {
    await withAlice();
    await cli.memoir(["export", "--all", "--out", "all.jsonl"]);
    const there = ["--database", "other.db"];
    const dry = await cli.memoir(["import", "all.jsonl", "--dry-run", ...there]);
    expect([dry.code, dry.err]).toEqual([0, ""]);
    expect(dry.out).toMatch(
      /^✓ Would restore 1 scope\n.*1 memory, exported .* from tenant default\n {2}restore {4}user:alice\n$/,
    );
    expect(existsSync(path("other.db"))).toBe(false);
    const done = await cli.memoir(["import", "all.jsonl", ...there]);
    expect(done.out).toMatch(/^✓ Restored 1 scope\n/);
    expect((await cli.memoir(["list", ...alice, ...there])).out).toContain("cello");
    const again = await cli.memoir(["import", "all.jsonl", ...there]);
    expect(again.out).toMatch(/^✓ Nothing has changed/);
    const report = await cli.json(["import", "-", ...there], {
      typed: readFileSync(path("all.jsonl"), "utf8"),
    });
    expect(report).toMatchObject({
      ...{ into: "default", format: "memoir", dryRun: false, tenant: null },
      scopes: [{ scope: "user:alice", outcome: "unchanged" }],
    });
  });

  it("R71: a conflict and a damaged file change nothing, and the exit code says so", async () => {
    await withAlice();
    await cli.memoir(["export", "--all", "--out", "all.jsonl"]);
    await cli.memoir(["add", "Alice has a cat", ...alice]);
    const dry = await cli.memoir(["import", "all.jsonl", "--dry-run"]);
    expect([dry.code, dry.out]).toEqual([3, expect.stringContaining("conflict   user:alice")]);
    const refused = await cli.memoir(["import", "all.jsonl"]);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("user:alice already holds")]);
    writeFileSync(path("bad.jsonl"), readFileSync(path("all.jsonl"), "utf8").replace("cello", "viola"));
    const damaged = await cli.memoir(["import", "bad.jsonl", "--database", "new.db"]);
    expect([damaged.code, damaged.err]).toEqual([
      2,
      expect.stringMatching(/Line \d+: .*Nothing was imported/),
    ]);
  });

  it("C27: another program's file is seen for what it is, and waits for review", async () => {
    writeFileSync(path("mem0.json"), JSON.stringify([{ id: 1, memory: "Bob sings", user_id: "bob" }]));
    const ran = await cli.memoir(["import", "mem0.json"]);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(ran.out.replace(/[\da-f-]{36}/, "ID")).toBe(
      "✓ Recorded 1 item of memories of mem0 in user:bob\n" +
        "  of what they say: 1 waiting\n" +
        "  What waits is used once you approve it: memoir review\n" +
        "  Take it back, in each scope: memoir undo --batch ID\n",
    );
    expect((await cli.memoir(["review"])).out).toMatch(/Bob sings[\s\S]*user, imported, /);
    expect((await cli.memoir(["import", "mem0.json"])).out).toContain("1 was known already");

    writeFileSync(path("talk.jsonl"), '{"role":"user","content":"Remember that I live in Oslo."}\n');
    const trusted = await cli.json(["import", "talk.jsonl", "--trust", "user", ...alice]);
    expect(trusted).toMatchObject({
      format: "jsonl",
      scopes: [{ scope: "user:alice", outcomes: { added: 1 } }],
    });
    const later = await cli.json(["import", "talk.jsonl", "--no-flush", "--user", "carol"]);
    expect(later).toMatchObject({ scopes: [{ scope: "user:carol", recorded: 1, outcomes: {} }] });
    const plain = await cli.json(["import", "talk.jsonl", "--dry-run"]);
    expect(plain).toMatchObject({ dryRun: true, scopes: [{ scope: "user:me", recorded: 1 }] });
  });

  it.each<[string, string, string[], string]>([
    ["nothing", "", [], "is not there"],
    ["diary.txt", "Dear diary", [], "--format"],
    ["talk.jsonl", '{"text":"hi"}', ["--format", "chatgpt"], "list of conversations"],
    ["talk.jsonl", '{"text":"hi"}', ["--format", "memoir"], "Line 1"],
    ["talk.jsonl", '{"text":"hi"}', ["--format", "excel"], "Allowed choices"],
  ])("%s with %j is refused: %j", async (name, text, more, says) => {
    if (text !== "") writeFileSync(path(name), text);
    const ran = await cli.memoir(["import", name, ...more]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(says)]);
  });

  it("--trust is not for an export", async () => {
    await withAlice();
    await cli.memoir(["export", "--all", "--out", "all.jsonl"]);
    const ran = await cli.memoir(["import", "all.jsonl", "--trust", "user"]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("--trust")]);
  });
});
