import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Host } from "../../src/cli/command.ts";
import { CLIENTS } from "../../src/cli/commands/install.ts";
import { processIo } from "../../src/cli/io.ts";
import { addCommands, createProgram } from "../../src/cli/main.ts";
import { fetchNode22, type Ran, runProgram, type Started, unpackPackage } from "../support/packed.ts";
import { firstOf, proving } from "../support/prove.ts";

/** One real use of a command. `{name}` in its arguments is what an earlier use kept under that name. */
interface Use extends Pick<Started, "stdin" | "until"> {
  readonly command: string;
  readonly args?: readonly string[];
  readonly says: RegExp;
  /** Default: 0. */
  readonly code?: number;
  /** Keeps the first group of `says` for later uses. */
  readonly keep?: string;
}

const MEM0 = JSON.stringify({
  results: ["Likes jazz", "Owns a boat", "Plays chess", "会下围棋"].map((memory, i) => ({
    id: `m${i}`,
    memory,
    user_id: "me",
  })),
});

/** A story: every command of the program, each on the database that the ones before it left. */
const USES: readonly Use[] = [
  { command: "add", args: ["I take my tea without sugar"], says: /(\w{6}) {2}I take my tea/, keep: "tea" },
  { command: "chat", stdin: "我喜欢喝绿茶\n", says: /Ended session/ },
  { command: "observe", args: ["Remember that I live in Berlin", "--session", "s1"], says: /Recorded 1/ },
  { command: "jobs list", says: /(\w{8}) {2}extract/, keep: "job" },
  { command: "jobs show", args: ["{job}"], says: /extract/ },
  { command: "jobs retry", args: ["{job}"], says: /extract/ },
  { command: "jobs stats", says: /extract/ },
  { command: "jobs cancel", args: ["{job}"], says: /extract/ },
  { command: "flush", says: /The user lives in Berlin/ },
  { command: "end", args: ["s1"], says: /Ended session s1/ },
  { command: "compress", args: ["s1"], says: /Compressed session s1/ },
  { command: "timeline", says: /session s1/ },
  { command: "list", says: /I take my tea/ },
  { command: "show", args: ["{tea}"], says: /I take my tea/ },
  { command: "why", args: ["{tea}"], says: /I take my tea/ },
  { command: "context", says: /on record|ago|now/ },
  { command: "feedback", args: ["helped", "--memory", "{tea}"], says: /Recorded/ },
  { command: "search", args: ["tea"], says: /I take my tea/ },
  { command: "query", args: ["tea"], says: /I take my tea/ },
  { command: "digest", says: /I take my tea/ },
  { command: "tell", args: ["remember that I have a dog"], says: /dog/ },
  { command: "import", args: ["mem0.json"], says: /4 waiting/ },
  { command: "review list", says: /(\w{6}) {2}user:me/, keep: "first" },
  { command: "review edit", args: ["{first}", "I like the game of go"], says: /the game of go/ },
  { command: "review list", says: /(\w{6}) {2}user:me/, keep: "second" },
  { command: "review approve", args: ["{second}"], says: /✓/ },
  { command: "review reject", args: ["--all", "--yes"], says: /Rejected/ },
  { command: "log", says: /I take my tea/ },
  { command: "forget", args: ["{tea}"], says: /I take my tea/ },
  { command: "restore", args: ["{tea}"], says: /I take my tea/ },
  { command: "undo", says: /Undone/ },
  { command: "writes", says: /are allowed/ },
  { command: "export", args: ["--out", "me.jsonl"], says: /me\.jsonl/ },
  { command: "markdown init", says: /MEMORY\.md/ },
  { command: "markdown status", says: /MEMORY\.md/ },
  { command: "markdown diff", says: /./ },
  { command: "markdown render", says: /I have a dog|has a dog/ },
  { command: "markdown sync", says: /MEMORY\.md/ },
  { command: "markdown watch", until: /Ctrl-C/, says: /MEMORY\.md/ },
  { command: "keys create", args: ["bot"], says: /mk_/ },
  { command: "keys list", says: /bot/ },
  { command: "keys revoke", args: ["bot"], says: /bot/ },
  { command: "hooks add", args: ["https://hooks.invalid/memoir"], says: /hook (\w{12}):/, keep: "hook" },
  { command: "hooks list", says: /hooks\.invalid/ },
  { command: "hooks pause", args: ["{hook}"], says: /Paused/ },
  { command: "hooks resume", args: ["{hook}"], says: /Resumed/ },
  { command: "hooks deliveries", args: ["{hook}"], says: /No such delivery/ },
  { command: "hooks retry", args: ["{hook}", "--all"], says: /0 deliveries/ },
  { command: "hooks test", args: ["{hook}"], says: /Not delivered/, code: 1 },
  { command: "hooks remove", args: ["{hook}"], says: /Removed/ },
  { command: "policy show", says: /writePolicy/ },
  { command: "policy set", args: ["readPolicy.maxItems=5"], says: /version 1/ },
  { command: "policy diff", args: ["0"], says: /readPolicy\.maxItems/ },
  { command: "policy versions", says: /1/ },
  { command: "policy rollback", says: /version 2/ },
  { command: "policy propose", args: ["writePolicy.minConfidence=0.7"], says: /[Cc]andidate 3/ },
  { command: "policy compare", says: /Candidate 3/ },
  { command: "policy canary", args: ["3", "--share", "0.25"], says: /25 %/ },
  { command: "policy promote", args: ["3"], says: /version 4/ },
  { command: "policy drift", says: /alarm/ },
  { command: "policy steps", says: /promote/ },
  { command: "models list", says: /memoir-1/ },
  { command: "models pull", says: /memoir-1/ },
  { command: "models remove", says: /./ },
  { command: "models usage", says: /No language model was called/ },
  { command: "upkeep status", says: /sweep/ },
  { command: "upkeep run", args: ["sweep"], says: /sweep/ },
  { command: "work", args: ["--once"], says: /done/ },
  { command: "serve", args: ["--port", "0"], until: /Ctrl-C/, says: /http:\/\/127\.0\.0\.1/ },
  {
    command: "proxy",
    args: ["--upstream", "http://127.0.0.1:9", "--port", "0"],
    until: /Ctrl-C/,
    says: /http:\/\/127\.0\.0\.1/,
  },
  {
    command: "mcp",
    stdin: `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`,
    says: /"id":1/,
  },
  { command: "install", args: ["claude-code"], says: /is set up/ },
  { command: "doctor", says: /integrity/ },
  { command: "tour", says: /What to try next/ },
  { command: "completion", args: ["bash"], says: /complete/ },
];

/** The program's own commands: those that do something, and the groups of them. */
async function commandsOf(): Promise<{ groups: string[]; own: string[] }> {
  const { signal } = new AbortController();
  const io = processIo(signal, () => signal);
  const host: Host = { self: "memoir", run: async () => undefined };
  const program = createProgram(io, host);
  await addCommands(program, [], io, host);
  const isGroup = ({ commands }: Command): boolean => commands.length > 0;
  const groups = program.commands.filter(isGroup);
  const inner = groups.flatMap((group) => group.commands.map((one) => `${group.name()} ${one.name()}`));
  const single = program.commands.filter((one) => !isGroup(one)).map((one) => one.name());
  return { groups: groups.map((group) => group.name()), own: [...single, ...inner] };
}

const { groups, own } = await commandsOf();

it("every command of the program has a use here, and no other", () => {
  expect([...new Set(USES.map(({ command }) => command))].sort()).toEqual([...own].sort());
});

/** `npm test` tries the first of a group's commands, on one Node: a module has all of them. `npm run prove` tries all. */
function firstOfEach(): Use[] {
  const seen = new Set<string>();
  return USES.filter(({ command }) => {
    const [name = ""] = command.split(" ");
    return seen.size !== seen.add(name).size;
  });
}

/** Prints the help of each command, all in one process: most of the time a process takes is its start. */
const HELPS = `
import { main } from ${JSON.stringify("./node_modules/memoir/dist/cli/main.js")};
for (const command of ${JSON.stringify([...groups, ...own])}) {
  const code = await main([...command.split(" "), "--help"]);
  if (code !== 0) console.log("FAILED", command, code);
}`;

const node22 = await fetchNode22();
let packed = "";
let program = "";

describe.each([
  ["24", process.execPath],
  ["22", node22],
])("the package as npm pack makes it, on Node %s", (line, node) => {
  let cwd = "";
  beforeAll(async () => {
    if (node === null) return;
    if (packed === "") {
      packed = mkdtempSync(join(tmpdir(), "memoir-packed-"));
      program = await unpackPackage(packed);
    }
    cwd = mkdtempSync(join(tmpdir(), "memoir-user-"));
    writeFileSync(join(cwd, "mem0.json"), MEM0);
  });
  afterAll(() => {
    if (cwd !== "") rmSync(cwd, { recursive: true });
  });
  const memoir = (args: readonly string[], started: Partial<Started> = {}): Promise<Ran> => {
    const env = { HOME: cwd, XDG_CONFIG_HOME: join(cwd, ".config"), NO_COLOR: "1" };
    return runProgram(node ?? "", [program, ...args], { cwd, env, ...started });
  };

  it.skipIf(node === null)("is that Node", async () => {
    const { out } = await runProgram(node!, ["--version"], { cwd });
    expect(out).toMatch(line === "22" ? /^v22\./ : /^v2[4-9]\./);
  });

  it.skipIf(node === null).each(firstOf(CLIENTS, 1).map(({ name }) => name))(
    "memoir install %s",
    async (name) => {
      const args = ["install", name, "--user", "小明", "--json"];
      const home = join(cwd, "home");
      mkdirSync(home, { recursive: true });
      const env = { HOME: home, XDG_CONFIG_HOME: join(home, ".config") };
      const first = await memoir(args, { env });
      expect([first.code, first.err]).toEqual([0, ""]);
      const { file, written } = JSON.parse(first.out) as { file: string; written: boolean };
      expect(written).toBe(true);
      const text = readFileSync(file, "utf8");
      for (const part of [program, "mcp", join(cwd, "memoir.db"), "小明"]) expect(text).toContain(part);
    },
  );

  it.skipIf(node === null)("every command has its help", async () => {
    writeFileSync(join(packed, "helps.mjs"), HELPS);
    const { code, out, err } = await runProgram(node!, [join(packed, "helps.mjs")], { cwd });
    expect([code, err]).toEqual([0, expect.not.stringContaining("Error")]);
    const usages = [...out.matchAll(/^Usage: memoir ([a-z]+(?: [a-z]+)?)/gm)].map(([, name]) => name);
    expect(usages).toEqual([...groups, ...own].map((command) => expect.stringContaining(command)));
    expect(out).not.toContain("FAILED");
  });

  const kept = new Map<string, string>();
  const filled = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => kept.get(name) ?? name);
  const tried = proving ? USES : firstOfEach();
  it.each(node === null || (line === "22" && !proving) ? [] : tried)(
    "memoir $command",
    async ({ command, args = [], says, code = 0, keep, ...started }) => {
      const ran = await memoir([...command.split(" "), ...args.map(filled)], started);
      const said = ran.out + ran.err;
      expect([ran.code, said]).toEqual([code, expect.stringMatching(says)]);
      if (keep !== undefined) kept.set(keep, says.exec(said)?.[1] ?? "");
    },
  );
});

afterAll(() => {
  if (packed !== "") rmSync(packed, { recursive: true });
});
