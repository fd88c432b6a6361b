import { beforeAll, describe, expect, it } from "vitest";
import { type Ran, type Runner, useRunner } from "../runner.fixture.ts";
import { width } from "../width.ts";

type Claim = [text: string, category: string, more?: object];

/** Several at once, in one opening. */
async function remember(cli: Runner, ...claims: Claim[]): Promise<void> {
  await cli.library(async (engine) => {
    for (const [text, category, more] of claims) {
      await engine.scope("user:me").remember(text, { category, ...more });
    }
  });
}

describe("search", () => {
  const cli = useRunner();

  it("explains a score as a sum", async () => {
    await remember(cli, ["I take my tea without sugar", "profile"]);
    const { out } = await cli.memoir(["search", "tea", "--explain"]);
    expect(out).toMatch(
      /relevance {3}0\.\d\d × [01]\.\d\d = 0\.\d\d {2}how well it answers, by words alone\n/,
    );
    expect(out).toMatch(/ {8}\+0\.\d\d {2}words .*\+0\.\d\d the question's words in it/);
    expect(out).toMatch(/importance {2}0\.50 × 0\.\d\d = 0\.\d\d {2}how much it matters\n/);
    expect(out).toMatch(/score {19}= 0\.\d\d\n/);
    expect(out).toMatch(/\nRelevance goes from 0 .* It is shown as far as .*, or when .*\.\n$/);
  });

  it("warns when the answer may be worse than it could be", async () => {
    await remember(cli, ["tea", "profile"]);
    const { code, err } = await cli.memoir(["search", "tea"], {
      env: { MEMOIR_READ_POLICY__ENABLE: "false" },
    });
    expect([code, err]).toEqual([0, "! Reading is switched off in the settings. (disabled)\n"]);
  });

  const found = async (...args: string[]): Promise<string[]> => {
    const { out } = await cli.memoir(["search", ...args, "--json"]);
    const { hits } = JSON.parse(out) as { hits: { kind: string; text: string }[] };
    return hits.map(({ kind, text }) => `${kind} ${text}`);
  };

  it("shows what belongs to an answer without a score", async () => {
    await cli.library((engine) =>
      engine
        .scope("user:me")
        .observe([
          { text: "my mentor old Meng quits next month" },
          { text: "he goes to Shenzhen, double the pay" },
        ]),
    );
    const { out } = await cli.memoir(["search", "where is old Meng going?"]);
    expect(out).toMatch(
      /^0\.\d\d {2}event .*\n {6}my mentor old Meng.*\n {3}\+ {2}event .*\n {6}he goes to Shenzhen/,
    );
  });

  it("looks through what was said, and shows who, when and which passage", async () => {
    const long = `${"Nothing of note happened here, as on all the other days of that year. ".repeat(30)}
      The green tea was sold out. ${"And so it went on, day after day, until it was over. ".repeat(30)}`;
    await cli.library((engine) =>
      engine.scope("user:me").observe([
        { id: "a", author: "mia", at: "2020-05-03T10:21:00Z", text: "绿茶卖完了 green tea" },
        { id: "b", role: "assistant", at: "2020-05-03T10:22:00Z", text: long },
      ]),
    );
    await remember(cli, ["Mia drinks green tea", "profile"]);
    expect(await found("green tea", "--from", "events")).toHaveLength(3);
    const { out } = await cli.memoir(["search", "green tea", "--from", "memories,events", "--limit", "9"]);
    expect(out).toMatch(
      /^0\.\d\d {2}event \S+ · mia \(user\) · 2020-05-03 10:21 UTC\n {6}绿茶卖完了 green tea\n/m,
    );
    expect(out).toMatch(/^0\.\d\d {2}event \S+ · assistant · 2020-05-03 10:22 UTC\n {6}Nothing .* …\n/m);
    expect(out).toMatch(
      /^0\.\d\d {2}(memory [0-9a-f]{6} · profile|event \(command\) · me .*)\n {6}Mia drinks/m,
    );
    const narrow = await cli.memoir(["search", "green tea", "--from", "events"], {
      columns: 60,
      env: { NO_COLOR: "1" },
    });
    // Three lines of the long one are enough to know it by.
    expect(narrow.out).toMatch(/assistant · 2020-05-03 10:22 UTC\n(?: {6}.*\n){2} {6}.*…\n(?!\s)/);
    expect(narrow.out.split("\n").every((line) => width(line) <= 60)).toBe(true);
    expect((await cli.memoir(["search", "green tea", "--from", "events", "--explain"])).out).toMatch(
      /event \S+ · mia .*\n {6}绿茶.*\n {6}relevance {3}0\.\d\d {2}how well it answers, by words alone\n {8}\+/,
    );
  });

  it("is narrowed by time, category and threshold, and goes back in time", async () => {
    await cli.library(async (engine) => {
      const me = engine.scope("user:me");
      await me.observe([
        { at: "2020-01-01", text: "tea in January" },
        { at: "2020-03-01", text: "tea in March" },
      ]);
      const { memory: home } = await me.remember("tea at home", { validFrom: "2020-01-01" });
      await me.remember("tea at work", { category: "work" });
      await me.memories.update(home.id, { text: "tea in the garden" });
    });
    const events = (...args: string[]): Promise<string[]> => found("tea", "--from", "events", ...args);
    expect(await events("--since", "2020-02-01", "--until", "2020-04-01")).toEqual(["event tea in March"]);
    expect(await events("--until", "2020-03-01")).toEqual(["event tea in January"]);
    expect(await events("--since", "1d", "--until", "1h")).toEqual([]);
    expect(await events("--as-of", "2020-02-01")).toEqual(["event tea in January"]);
    expect(await found("tea", "--category", "work", "--category", "none")).toEqual(["memory tea at work"]);
    expect(await found("tea", "--from", "memories", "--as-of", "2020-02-01")).toEqual([
      "memory tea in the garden",
    ]);
    expect(await found("tea", "--threshold", "1")).toEqual([]);
    expect((await cli.memoir(["search", "tea", "--threshold", "1"])).out).toBe(
      "Nothing found in user:me. See what is there with: memoir list\n",
    );
    expect((await cli.memoir(["search", "nothing of it"])).out).toContain("--threshold 0 shows them all");
  });

  it("asks as an agent, whose allowlist holds (R261)", async () => {
    await remember(cli, ["Hand in the report", "tasks"], ["The report is for Mia", "knowledge"]);
    const as = (agent: string, ...args: string[]): Promise<Ran> =>
      cli.memoir(["search", "report", "--agent", agent, "--preset", "supervisor", ...args]);
    const { out } = await as("planner");
    expect(out).toContain("Hand in the report");
    expect(out).not.toContain("for Mia");
    expect(await as("planner", "--category", "knowledge")).toMatchObject({
      code: 3,
      out: "",
      err: expect.stringContaining("(not_allowed)"),
    });
    expect(await as("planner", "--from", "events")).toMatchObject({ code: 3 });
    expect(JSON.parse((await as("planner", "--json")).out)).toMatchObject({ agent: "planner" });
  });

  it.each([
    [
      ["--from", "memory"],
      "It must be some of memories, quotes, events, timeline, with commas between them.",
    ],
    [["--threshold", "2"], "It must be a number from 0 to 1."],
    [["--since", "yesterday"], "--since must be a date such as 2027-01-31"],
    [["--as-of", "昨天"], "--as-of must be a date"],
  ])("refuses %j", async (args, message) => {
    expect(await cli.memoir(["search", "tea", ...args])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining(message),
    });
  });
});

describe("query (R262)", () => {
  const cli = useRunner({ shared: true });
  beforeAll(() =>
    remember(
      cli,
      ["Hand in the report", "tasks", { importance: 0.9, tags: ["work"] }],
      ["写季度报告", "tasks", { pinned: true }],
      ["The report is for Mia", "knowledge"],
    ),
  );
  interface Answered {
    agent: string | null;
    return: string;
    items: Record<string, unknown>[];
  }
  const ask = async (...args: string[]): Promise<Answered> =>
    JSON.parse((await cli.memoir(["query", ...args, "--preset", "supervisor", "--json"])).out) as Answered;

  it("gives bullets in the agent's own words", async () => {
    expect(await ask("report", "--agent", "planner")).toEqual({
      tenant: "default",
      scope: "user:me",
      agent: "planner",
      query: "report",
      return: "bullets",
      items: [{ id: expect.any(String), category: "tasks", text: "[tasks] Hand in the report" }],
      degraded: null,
    });
    const { out } = await cli.memoir(["query", "报告", "--preset", "supervisor"]);
    expect(out).toMatch(/^ID {6}BULLET\n[0-9a-f]{6} {2}\[tasks\] 写季度报告\n/);
  });

  it("gives whole items with --full, for a person and as JSON", async () => {
    const [item] = (await ask("report", "--full", "--category", "tasks")).items;
    expect(item).toMatchObject({ importance: 5, pinned: false, tags: ["work"], user_id: "me", run_id: null });
    const { out } = await cli.memoir(["query", "hand in the report", "--full", "--top-k", "1"]);
    expect(out).toMatch(/^Hand in the report\n {2}id {10}[0-9a-f-]{36}\n {2}category {4}tasks\n/);
    expect(out).toContain("  importance  5 of 5\n");
    expect(out).not.toContain("run_id");
  });

  it.each([
    [["--top-k", "1"], 1],
    [["--filter", "importance_min=4"], 1],
    [["--filter", "importance_min=1", "--filter", "importance_max=3"], 1],
    [["--filter", "category=knowledge"], 1],
    [["--filter", "user_id=me", "--filter", "pinned=false"], 2],
    [["--filter", "user_id=7"], 0],
    [["--filter", "updated_after=2999-01-01"], 0],
    [["--budget-tokens", "1"], 0],
    [["--threshold", "1"], 0],
  ])("%j", async (args, count) => {
    expect((await ask("report", ...args)).items).toHaveLength(count);
  });

  it.each([
    [["--filter", "importance_min"], 2, "It must be key=value"],
    [["--filter", "importance_min=high"], 2, "importance_min must be a whole number from 1 to 5"],
    [["--filter", "pinned=yes"], 2, "pinned must be true or false"],
    [["--filter", "colour=red"], 2, "does not know the filter"],
    [["--top-k", "0"], 2, "whole number from 1 to 1000"],
    [["--agent", "stylist", "--category", "tasks"], 3, "may not touch"],
  ])("refuses %j", async (args, code, message) => {
    expect(await cli.memoir(["query", "report", ...args, "--preset", "supervisor"])).toMatchObject({
      code,
      out: "",
      err: expect.stringContaining(message),
    });
  });

  it("says when there is nothing", async () => {
    expect(await cli.memoir(["query", "zebra", "--threshold", "0.9"])).toMatchObject({
      code: 0,
      out: "Nothing to say about this.\n",
    });
  });
});
