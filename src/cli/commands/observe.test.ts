import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { WriteReport } from "../../index.ts";
import { useRunner } from "../runner.fixture.ts";
import { width } from "../width.ts";
import { readJsonl } from "./observe.ts";

const cli = useRunner();
const alice = ["--user", "alice"];
afterEach(() => vi.unstubAllEnvs());

interface Observed {
  recorded: number;
  duplicates: number;
  redacted: number;
  report?: WriteReport;
}

describe("observe", () => {
  it("records a message once by its id, and cuts secrets out", async () => {
    const args = ["observe", "My password is hunter2hunter2", "--id", "m1", ...alice];
    const first = await cli.memoir(args);
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(first.out).toBe(
      "✓ Recorded 1 message in user:alice\n" +
        "  1 secret was cut out before storing\n" +
        "  Nothing is remembered of it until it is read: memoir flush --user alice\n",
    );
    expect(await cli.json(args)).toEqual({
      tenant: "default",
      scope: "user:alice",
      recorded: 0,
      duplicates: 1,
      redacted: 1,
    });
  });

  it("R324: the same file again changes nothing", async () => {
    const lines = [
      {
        id: "c1",
        role: "user",
        author: "alice",
        text: "Remember that I live in Berlin",
        at: "2026-05-01T10:00Z",
        session: "s1",
      },
      { id: "c2", role: "assistant", content: "Noted." },
      { id: "c3", role: "user", author: "alice", text: "记住我喜欢爵士乐" },
    ];
    writeFileSync(join(cli.cwd, "chat.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
    const args = ["observe", "--jsonl", "chat.jsonl", "--flush", ...alice];
    const first = await cli.json<Observed>(args);
    expect(first).toMatchObject({ recorded: 3, duplicates: 0, report: { events: 3 } });
    expect(first.report!.entries.map(({ outcome, eventId }) => [outcome, eventId])).toEqual([
      ["added", "c1"],
      ["ignored", "c2"],
      ["added", "c3"],
    ]);
    expect(await cli.json<Observed>(args)).toMatchObject({
      recorded: 0,
      duplicates: 3,
      report: { events: 0, entries: [] },
    });
    expect((await cli.memoir(args)).err).toBe("");
  });

  it("does not take the name of a file for what somebody said", async () => {
    writeFileSync(join(cli.cwd, "chat.jsonl"), '{"text":"I live in Berlin"}\n');
    const { code, err } = await cli.memoir(["observe", "chat.jsonl", ...alice]);
    expect(code).not.toBe(0);
    expect(err).toContain("chat.jsonl is a file. To record the messages in it: --jsonl chat.jsonl");
    const said = ["x".repeat(5_000), "我住在柏林。".repeat(60), "no-such-file.jsonl"];
    for (const text of said) {
      expect(await cli.json<Observed>(["observe", text, ...alice])).toMatchObject({ recorded: 1 });
    }
  });

  it("reads lines and texts from stdin, and says what has no id", async () => {
    const { err } = await cli.memoir(["observe", "--jsonl", "-", ...alice], {
      typed: '{"text":"a"}\n{"text":"b"}\n',
    });
    expect(err).toContain("2 messages have no id: the same file again would record them again.");
    const { out } = await cli.memoir(["observe", "-", "--flush", ...alice], {
      typed: "Remember that I live in Berlin\n",
    });
    expect(out).toContain("Alice lives in Berlin");
  });

  it.each([
    [["observe"], "in one way"],
    [["observe", "x", "--jsonl", "y"], "in one way"],
    [["observe", "--jsonl", "none.jsonl"], "none.jsonl is not there"],
    [["observe", "--jsonl", "-", "--id", "m1"], "each line has its own id"],
    [["observe", "x", "--role", "queen"], "Allowed choices are"],
    [["observe", "x", "--at", "soon"], "messages[0].at must be"],
    [["observe", " "], "text is empty"],
  ])("refuses %j, and leaves no database behind", async (args, message) => {
    const { code, out, err } = await cli.memoir(args);
    expect([code, out, err]).toEqual([2, "", expect.stringContaining(message)]);
  });

  it("R300: a model that cannot be reached loses nothing", async () => {
    vi.stubEnv("OPENAI_API_KEY", "x");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
    const env = { MEMOIR_MODELS__RETRIES: "0" };
    const args = [
      "observe",
      "Remember that I live in Paris",
      "--flush",
      "--model",
      "openai/gpt-5-mini",
      ...alice,
    ];
    const { code, out, err } = await cli.memoir(args, { env });
    expect([code, out]).toEqual([5, ""]);
    expect(err).toContain("! The messages are recorded and wait to be read: memoir flush --user alice\n");
    expect((await cli.memoir(["flush", ...alice])).out).toContain("1 added");
  });

  it("a bad line records nothing of a file", async () => {
    const typed = '{"text":"a"}\n{"text":""}\n';
    expect(await cli.memoir(["observe", "--jsonl", "-"], { typed })).toMatchObject({
      code: 2,
      err: expect.stringContaining("messages[1].text is empty"),
    });
    expect(await cli.json(["list"])).toMatchObject({ memories: [] });
  });
});

describe("flush", () => {
  it("says what was added, confirmed, replaced and refused, and why", async () => {
    const say = (text: string, ...more: string[]): Promise<unknown> =>
      cli.memoir(["observe", text, ...alice, ...more]);
    await say("Remember that I live in Paris. Remember that I have two dogs.", "--id", "m1");
    const first = await cli.memoir(["flush", ...alice]);
    expect(first.out).toMatch(/^✓ Read 1 message of user:alice: 2 added\.\n\nAdded\n/);
    expect(first.out).toMatch(
      /\n {2}[0-9a-f]{6} {2}Alice lives in Paris\.?\n {10}why: nothing like it is known \(message m1\)\n/,
    );

    await say("Remember that I have three dogs", "--id", "m2");
    await say("Remember that I live in Paris", "--id", "m3");
    await say("What a nice day!", "--id", "m4");
    const second = await cli.memoir(["flush", ...alice]);
    expect(second.out).toContain(
      "✓ Read 3 messages of user:alice: 1 replaced, 1 confirmed, 1 with nothing to keep.",
    );
    expect(second.out).toMatch(
      /\nNothing to keep\n {2}- {7}What a nice day!\n {10}why: nobody asked to remember it \(message m4\)\n/,
    );
    expect(second.out).toMatch(/\n {10}superseded: [0-9a-f]{6} Alice has two dogs\.?\n/);
    expect(second.out).toMatch(/\nKnown already, confirmed\n {2}[0-9a-f]{6} {2}Alice lives in Paris\.?\n/);

    const third = await cli.memoir(["flush", ...alice]);
    expect(third.out).toBe("Nothing new was said in user:alice since the last reading.\n");
    await say("Lovely weather, isn't it?", "--id", "m5");
    expect((await cli.memoir(["flush", ...alice])).out).toMatch(
      /^✓ Read 1 message of user:alice: nothing to remember in it\.\n\nNothing to keep\n {2}- {7}Lovely weather, isn't it\?\n {10}why: a question/,
    );
    for (let i = 0; i < 7; i += 1) await say("hello", "--id", `hello-${i}`);
    expect((await cli.memoir(["flush", ...alice])).out).toContain("  and 2 more; see them all: memoir log");
  });

  it("points to what waits and to what was refused", async () => {
    await cli.memoir(["observe", "Remember that I live in Paris", ...alice]);
    const off = await cli.memoir(["flush", ...alice], { env: { MEMOIR_ENABLE: "false" } });
    expect(off.out).toContain("Still unread: 1 message, because enable is off in the settings.\n");
    expect(off.out).not.toContain("Waiting for a person");
    const held = await cli.memoir(["flush", ...alice], { env: { MEMOIR_WRITE_POLICY__MODE: "manual" } });
    expect(held.out).toContain("Waits for approval\n");
    expect(held.out).toContain("See what waits: memoir review --user alice");
    expect(held.out).toContain("Waiting for a person: 1. See them: memoir review --user alice\n");
    expect(held.out).not.toContain("Still unread");
    await cli.memoir(["observe", "记住我喜欢爵士乐", "--id", "m2", ...alice]);
    const strict = await cli.memoir(["flush", ...alice], {
      env: { MEMOIR_WRITE_POLICY__ALLOWED_TYPES: '["preference"]' },
    });
    expect(strict.out).toMatch(
      /\nRefused\n {2}- {7}.*爵士乐.*\n {10}why: the type profile is not allowed \(message m2\)\n/,
    );
    const log = await cli.memoir(["log", "--refused", ...alice]);
    expect(log.out).toMatch(
      /^- {7}refused {2}the type profile is not allowed\n {8}just now, user: “记住我喜欢爵士乐”\n$/,
    );
    expect(await cli.json(["log", ...alice])).toMatchObject({
      scope: "user:alice",
      decisions: [
        { outcome: "refused", event: { id: "m2" } },
        { outcome: "create", memoryId: expect.any(String) },
      ],
      more: false,
    });
  });

  it("breaks texts and reasons where a narrow terminal ends", async () => {
    const { out } = await cli.memoir(
      ["observe", "记住我住在上海。记住我喜欢喝龙井茶。", "--flush", ...alice],
      {
        columns: 44,
        env: { NO_COLOR: "1" },
      },
    );
    const indented = out.split("\n").filter((line) => line.startsWith("  "));
    expect(indented.length).toBeGreaterThan(4);
    for (const line of indented) expect(width(line)).toBeLessThanOrEqual(44);
  });

  it("makes no database", async () => {
    for (const args of [["flush"], ["log"]]) {
      expect(await cli.memoir(args)).toMatchObject({
        code: 0,
        out: expect.stringContaining("no database at"),
      });
    }
    expect(existsSync(join(cli.cwd, "memoir.db"))).toBe(false);
  });
});

describe("end", () => {
  it("ends a session once, and reads what was said", async () => {
    await cli.memoir(["observe", "Remember that I live in Paris", "--session", "s1", ...alice]);
    const { code, out } = await cli.memoir(["end", "s1", ...alice]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^✓ Ended session s1\n✓ Read 1 message.*1 added/)]);
    expect(await cli.memoir(["end", "s1", ...alice])).toMatchObject({
      code: 1,
      err: expect.stringContaining("has ended already. (not_found)"),
    });
    expect(await cli.memoir(["end", "s2", ...alice])).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing was said in a session s2"),
    });
  });

  it("speaks JSON", async () => {
    await cli.memoir(["observe", "Remember that I live in Paris", "--session", "s1", "--id", "m1", ...alice]);
    expect(await cli.json(["end", "s1", ...alice])).toMatchObject({
      tenant: "default",
      scope: "user:alice",
      session: "s1",
      events: 1,
      entries: [{ outcome: "added", eventId: "m1", memory: { status: "active" }, replaced: [] }],
    });
  });
});

describe("compress and timeline", () => {
  it("R195, R201: a session is summed up, and is found by its words and its time", async () => {
    const said = [
      {
        id: "t1",
        text: "We decided to take the night train to Porto.",
        session: "trip",
        at: "2026-05-07T14:30:00Z",
      },
      {
        id: "t2",
        role: "assistant",
        text: "The night train leaves at 21:30.",
        session: "trip",
        at: "2026-05-07T14:31:00Z",
      },
    ];
    const at = ["--user", "traveller"];
    const lines = said.map((one) => JSON.stringify(one)).join("\n");
    await cli.memoir(["observe", "--jsonl", "-", ...at], { typed: lines });
    const { code, out } = await cli.memoir(["compress", "trip", ...at]);
    expect([code, out]).toEqual([0, expect.stringContaining("✓ Compressed session trip\n")]);
    expect(out).toContain(
      "[2026-05-07 14:31] [EXTRACT] Traveller: We decided to take the night train to Porto. Assistant: The night train leaves at 21:30. (session trip)",
    );
    expect((await cli.memoir(["compress", "trip", ...at])).out).toBe(
      "All of session trip is in the timeline already.\n",
    );
    const find = async (...args: string[]): Promise<number> =>
      (await cli.json<{ entries: unknown[] }>(["timeline", ...args, ...at])).entries.length;
    expect(await find()).toBe(1);
    expect(await find("night train")).toBe(1);
    expect(await find("--session", "trip", "--since", "2026-05-07")).toBe(1);
    expect(await find("--until", "2026-05-07")).toBe(0);
    expect(await find("train", "--since", "2026-05-08")).toBe(0);
    expect((await cli.memoir(["timeline", "--until", "2026-05-07", ...at])).out).toBe(
      "Nothing found in the timeline of user:traveller. A session is written into it with: memoir compress SESSION --user traveller\n",
    );
    expect(await cli.memoir(["compress", "nowhere", ...at])).toMatchObject({
      code: 1,
      err: expect.stringContaining("not_found"),
    });
  });
});

it.each([
  "observe",
  "flush",
  "end",
  "compress",
  "timeline",
  "log",
  "review",
  "review list",
  "review approve",
  "review reject",
  "review edit",
])("%s has a purpose, two examples and the global options", async (command) => {
  const { code, out } = await cli.memoir([...command.split(" "), "--help"]);
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`\nExamples:\n  memoir ${command}.*\n  memoir ${command}.*\n$`));
  expect(out).toContain("--database <database>");
  expect(out.split("\n")[2]).toMatch(/^[A-Z].*\.$/);
});

describe("messages from JSONL", () => {
  it.each([
    [
      "a whole message",
      '{"id":"m1","role":"assistant","text":"hi"}',
      { id: "m1", role: "assistant", text: "hi" },
    ],
    ["the option where the line says nothing", '{"text":"你好"}', { text: "你好", session: "s1" }],
    ["the line before the option", '{"text":"hi","session":"s2"}', { text: "hi", session: "s2" }],
    ["content that is words", '{"role":"user","content":"hi"}', { role: "user", content: "hi" }],
    ["content beside a text", '{"text":"hi","content":{"tool":"x"}}', { text: "hi", content: { tool: "x" } }],
  ])("takes %s", (_, line, expected) => {
    expect(readJsonl("chat.jsonl", line, { session: "s1" })).toEqual([{ session: "s1", ...expected }]);
  });

  it("steps over empty lines and Windows' line ends", () => {
    const messages = readJsonl("chat.jsonl", '\n{"text":"a"}\r\n\r\n{"text":"b"}\r\n', {});
    expect(messages).toEqual([{ text: "a" }, { text: "b" }]);
  });

  it.each([
    ['{"text":"a"}\nhello', 'chat.jsonl, line 2 is no JSON: "hello"'],
    ['"hello"', 'chat.jsonl, line 1 is no object: "hello"'],
    ["[]", "chat.jsonl, line 1 is no object: []"],
    ['{"txt":"a"}', 'chat.jsonl, line 1 has the field "txt"'],
  ])("refuses %j", (text, message) => {
    expect(() => readJsonl("chat.jsonl", text, {})).toThrow(
      expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining(message) }),
    );
  });
});
