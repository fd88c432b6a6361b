import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { beforeAll, describe, expect, it } from "vitest";
import type { Host } from "./command.ts";
import { processIo } from "./io.ts";
import { addCommands, createProgram } from "./main.ts";
import { type Ran, useRunner } from "./runner.fixture.ts";

const cli = useRunner();

describe("reading leaves no file behind", () => {
  it.each([[["list"]], [["search", "tea"]], [["doctor"]], [["show", "3f2a1c"]], [["undo"]]])(
    "%j",
    async (args) => {
      await cli.memoir(args);
      expect(existsSync(join(cli.cwd, "memoir.db"))).toBe(false);
    },
  );

  it("says where it looked", async () => {
    const { out } = await cli.memoir(["list"]);
    expect(out).toContain('No memories of user:me yet. Try: memoir add "I take my tea without sugar"');
    expect(out).toContain(`There is no database at ${join(cli.cwd, "memoir.db")} yet`);
  });
});

describe("add", () => {
  it("tells new, confirmed, replaced and restored apart", async () => {
    const said = async (...args: string[]): Promise<string> =>
      (await cli.memoir(["add", ...args])).out.split("\n")[0]!;
    expect(await said("tea")).toBe("✓ Remembered in user:me");
    expect(await said("tea")).toBe("✓ Known already, confirmed in user:me");
    expect(await said("Berlin", "--key", "home")).toBe("✓ Remembered in user:me");
    expect(await said("Lisbon", "--key", "home")).toBe("✓ Replaced in user:me");
    await cli.memoir(["forget", "--key", "home"]);
    expect(await said("Lisbon", "--key", "home")).toBe("✓ Remembered again in user:me");
  });

  it("what its options say holds for a claim that is known, too", async () => {
    await cli.add("tea");
    const { out } = await cli.memoir(["add", "tea", "--pin", "--tag", "x", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ outcome: "reinforced", memory: { pinned: true, tags: ["x"] } });
  });

  it("stores what its options say", async () => {
    const { out } = await cli.memoir([
      ..."add buy milk --category todo --key milk --importance 0.9 --tag a --tag b --pin".split(" "),
      ...["--expires", "2999-01-01", "--json"],
    ]);
    expect(JSON.parse(out).memory).toMatchObject({
      text: "buy milk",
      category: "todo",
      type: "task_state",
      key: "milk",
      importance: 0.9,
      tags: ["a", "b"],
      pinned: true,
      expiresAt: "2999-01-01T00:00:00.000Z",
    });
  });

  it("says when the policy holds it back", async () => {
    const { out } = await cli.memoir(["add", "tea"], { env: { MEMOIR_WRITE_POLICY__MODE: "manual" } });
    expect(out).toContain("It waits for approval");
  });
});

describe("list", () => {
  it("counts what has expired as expired, and the forgotten ones only when asked", async () => {
    await cli.library(async (engine) => {
      const me = engine.scope("user:me");
      await me.remember("over", { expiresAt: "2020-01-01" });
      await me.remember("alive");
      await me.forget({ id: (await me.remember("gone")).memory.id });
    });
    const texts = async (...args: string[]): Promise<string[]> => {
      const { out } = await cli.memoir(["list", "--json", ...args]);
      return (JSON.parse(out) as { memories: { text: string; status: string }[] }).memories.map(
        ({ text, status }) => `${text} ${status}`,
      );
    };
    expect(await texts()).toEqual(["alive active", "over expired"]);
    expect(await texts("--status", "active")).toEqual(["alive active"]);
    expect(await texts("--status", "expired")).toEqual(["over expired"]);
    expect(await texts("--all")).toEqual(["gone soft_deleted", "alive active", "over expired"]);
    expect(await texts("--all", "--limit", "1")).toEqual(["gone soft_deleted"]);
  });

  it("says that there are more", async () => {
    for (const text of ["one", "two", "three"]) await cli.add(text);
    const { out } = await cli.memoir(["list", "--limit", "2"]);
    expect(out).toContain("There are more. Show them with --limit 8 or --all.");
    expect(JSON.parse((await cli.memoir(["list", "--limit", "2", "--json"])).out).more).toBe(true);
    expect(JSON.parse((await cli.memoir(["list", "--limit", "3", "--json"])).out).more).toBe(false);
  });

  it("points to the scopes that have something", async () => {
    await cli.add("tea", "--user", "alice");
    expect((await cli.memoir(["list"])).out).toContain("Other scopes have some: user:alice (1)");
    expect((await cli.memoir(["list", "--user", "alice", "--type", "episode"])).out).toContain("matches");
  });

  it("tells nothing yet from everything forgotten", async () => {
    await cli.memoir(["forget", await cli.add("tea", "--user", "mia"), "--user", "mia"]);
    expect((await cli.memoir(["list"])).out).toBe(
      'No memories of user:me yet. Try: memoir add "I take my tea without sugar"\n',
    );
    expect((await cli.memoir(["list", "--user", "mia"])).out).toBe(
      "No memories of user:mia, except 1 forgotten. See: memoir list --all --user mia\n",
    );
  });

  it("lines up wide characters and cuts to the terminal", async () => {
    await cli.add("我每周六早上练习书法，然后和朋友一起喝咖啡、聊天", "--category", "习惯");
    await cli.add("I take my tea without sugar, and never after five o'clock", "--category", "food");
    const { out } = await cli.memoir(["list"], { columns: 60, env: { NO_COLOR: "1" } });
    expect(
      out
        .split("\n")
        .slice(0, 3)
        .map((line) => line.replace(/^[0-9a-f]{6}/, "ID    ")),
    ).toEqual([
      "ID      CATEGORY  STATUS  ADDED     MEMORY",
      "ID      food      active  just now  I take my tea without s…",
      "ID      习惯      active  just now  我每周六早上练习书法，…",
    ]);
  });

  it("has colours on a terminal only, and not with NO_COLOR", async () => {
    await cli.add("tea");
    const painted = "\u001b[";
    expect((await cli.memoir(["list"], { columns: 80 })).out).toContain(painted);
    expect((await cli.memoir(["list"], { columns: 80, env: { NO_COLOR: "1" } })).out).not.toContain(painted);
    expect((await cli.memoir(["list"], { columns: 80, env: { TERM: "dumb" } })).out).not.toContain(painted);
    expect((await cli.memoir(["list"])).out).not.toContain(painted);
  });
});

describe("why", () => {
  it("marks the words that count, in the event they stand in", async () => {
    const id = await cli.add("茶", "--user", "mia");
    const { out } = await cli.memoir(["why", id, "--user", "mia"]);
    expect(out).toContain("“«茶»”");
    expect(out).toContain("backed by 1 event");
    expect(out).toMatch(/rev 1 {3}\d{4}-.* UTC {2}added {2}by cli \(remember\)\n {10}text: 茶/);
  });

  it("goes on without a history", async () => {
    const id = await cli.add("tea");
    const { code, out } = await cli.memoir(["why", id], { env: { MEMOIR_AUDIT: "off" } });
    expect([code, out.includes("The settings keep none")]).toEqual([0, true]);
  });
});

describe("forget", () => {
  it("asks, and takes only a yes for one", async () => {
    await cli.add("I take my tea without sugar");
    const ask = (typed: string): Promise<Ran> =>
      cli.memoir(["forget", "--about", "tea sugar"], { typed, columns: 80, env: { NO_COLOR: "1" } });
    for (const typed of ["n\n", "\n", "", "yep\n"]) {
      const { code, out, err } = await ask(typed);
      expect([code, out]).toEqual([1, "Nothing was forgotten.\n"]);
      expect(err).toContain("I take my tea without sugar\nForget 1 memory? [y/N] ");
    }
    expect(await ask("Y\n")).toMatchObject({ code: 0, out: expect.stringContaining("Forgot 1 memory") });
  });

  it("is interrupted by Ctrl-C", async () => {
    const id = await cli.add("tea");
    const { code, err } = await cli.memoir(["forget", id, "--hard"], {
      columns: 80,
      signal: AbortSignal.abort(),
    });
    expect([code, err]).toEqual([130, expect.stringContaining("Interrupted.")]);
    expect((await cli.memoir(["show", id])).code).toBe(0);
  });

  it("shows without doing it, for every way to say what", async () => {
    const id = await cli.add("tea", "--key", "drink");
    for (const target of [[id], ["--key", "Drink"], ["--about", "tea"]]) {
      const { out } = await cli.memoir(["forget", ...target, "--dry-run"]);
      expect(out).toBe(`Would forget 1 memory:\n  ${id}  tea\n`);
    }
    expect(JSON.parse((await cli.memoir(["show", id, "--json"])).out).memory.status).toBe("active");
  });

  it("is done once, and erases what was forgotten before", async () => {
    const id = await cli.add("tea");
    expect((await cli.memoir(["forget", id])).out).toContain(`memoir undo ${id}`);
    expect(await cli.memoir(["forget", id])).toMatchObject({
      code: 0,
      out: expect.stringContaining("already"),
    });
    const hard = await cli.memoir(["forget", id, "--hard", "--yes", "--json"]);
    const whole = (JSON.parse(hard.out) as { memories: { id: string }[] }).memories[0]!.id;
    expect(await cli.memoir(["show", whole])).toMatchObject({
      code: 1,
      err: expect.stringContaining("(gone)"),
    });
  });
});

describe("forget refuses what is unclear", () => {
  const own = useRunner({ shared: true });
  beforeAll(() => own.add("tea"));

  it.each([
    [["forget"], /Say what to forget: an id/],
    [["forget", "butter", "--about", "peanut"], /in one way/],
    [["forget", "--about", "the"], /no word to look for/],
  ])("%j", async (args, message) => {
    const { code, err } = await own.memoir([...args, "--yes"]);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

it("shows no password of a database", async () => {
  const url = "postgres://me:secret@127.0.0.1:1/memoir";
  for (const command of ["doctor", "list", "jobs", "work"]) {
    const { out, err } = await cli.memoir([command, "--database", url], { env: { MEMOIR_DEBUG: "1" } });
    expect(out + err).toContain("127.0.0.1:1");
    expect(out + err).not.toContain("secret");
  }
});

describe("undo", () => {
  it("goes back step by step, to one memory or to all", async () => {
    const tea = await cli.add("tea");
    await cli.add("milk");
    expect((await cli.memoir(["undo", tea])).out).toContain(`It is forgotten now:\n  ${tea}  tea`);
    expect((await cli.memoir(["undo"])).out).toContain("milk");
    expect(await cli.memoir(["undo"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("(nothing_to_undo)"),
    });
  });
});

describe("errors", () => {
  it("show where they came from only when asked", async () => {
    const plain = await cli.memoir(["show", "3f2a1c"]);
    expect(plain.err.trimEnd().split("\n")).toHaveLength(1);
    const debug = await cli.memoir(["show", "3f2a1c"], { env: { MEMOIR_DEBUG: "1" } });
    expect(debug.err).toMatch(/\n {4}at /);
  });

  it("cannot paint the terminal", async () => {
    const { err } = await cli.memoir(["show", "\u001b[31mredredred"]);
    expect(err).toContain("␛[31mredredred");
  });

  it.each([
    [["list", "--limt", "3"], "Unknown option '--limt'. Did you mean --limit? See: memoir list --help"],
    [["lst"], "Unknown command 'lst'. Did you mean list? See: memoir --help"],
    [["help", "lst"], "Unknown command 'lst'. Did you mean list? See: memoir --help"],
    [["keys", "help", "creat"], "Unknown command 'creat'. Did you mean create? See: memoir keys --help"],
    [["list", "--limit", "0"], "It must be a whole number from 1 to 1000000."],
    [["add", "x", "--importance", "2"], "It must be a number from 0 to 1."],
    [["list", "--key", "mk_x"], "Unknown option '--key'. The key of a server is --api-key or MEMOIR_KEY."],
    [["add", "x", "--key", "mk_x"], "This is a key of a server: give it with --api-key or in MEMOIR_KEY."],
    [["add", "x", "--type", "y"], "Allowed choices are profile, preference"],
    [["add", ""], "text is empty."],
    [["add", "x", "--user", ""], "scope id must be a non-empty string"],
    [["show"], "Missing required argument 'id'."],
    [["list", "extra"], "Too many arguments"],
    [["list", "--preset", "x"], "Allowed choices are default, astrbot"],
  ])("bad usage: %j", async (args, message) => {
    const { code, out, err } = await cli.memoir(args);
    expect([code, out, err]).toEqual([2, "", expect.stringContaining(message)]);
    expect(JSON.parse((await cli.memoir([...args, "--json"])).err).error.message).toContain(message);
  });
});

describe("help", () => {
  it("comes alone, and lists the commands first", async () => {
    const { code, out } = await cli.memoir([]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Usage: memoir .*\n\n.*\n\nCommands:\n/)]);
  });

  const commands = [
    ..."add list show why search query forget undo models jobs work doctor tour".split(" "),
    ..."list pull remove".split(" ").map((name) => `models ${name}`),
    ..."list show retry cancel stats".split(" ").map((name) => `jobs ${name}`),
  ];
  it.each(commands)("%s has a purpose, two examples and the global options", async (command) => {
    const { code, out } = await cli.memoir([...command.split(" "), "--help"]);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`\nExamples:\n  memoir ${command}.*\n  memoir ${command}.*\n$`));
    expect(out).toContain("--database <database>");
    expect(out.split("\n")[2]).toMatch(/^[A-Z].*\.$/);
  });
});

const { signal } = new AbortController();
const io = processIo(signal, () => signal);
const host: Host = { self: "memoir", run: async () => undefined };

async function programFor(...argv: string[]): Promise<Command> {
  const program = createProgram(io, host);
  await addCommands(program, argv, io, host);
  return program;
}

function namesOf({ commands }: Command): string[] {
  return commands.map((command) => command.name());
}

// Commander gives such an option to the program, and the command would never hear of it.
it("no command has an option that all commands have", async () => {
  const program = await programFor();
  const everywhere = program.options.map(({ long }) => long);
  const commands = program.commands.flatMap((group) => [group, ...group.commands]);
  expect(commands.length).toBeGreaterThan(30);
  const twice = commands.flatMap((command) =>
    command.options
      .filter(({ long }) => everywhere.includes(long))
      .map(({ long }) => `${command.name()} ${long}`),
  );
  expect(twice).toEqual([]);
});

it("loads only the command that is asked for, under the name that it has", async () => {
  const names = namesOf(await programFor());
  for (const name of names.filter((name) => name !== "completion")) {
    expect(namesOf(await programFor(name))).toEqual([name]);
  }
});

it.each([
  [["--user", "add", "search", "tea"], ["search"]],
  [["search", "--limit", "3", "add"], ["search"]],
  [["help", "search"], ["search"]],
  [["search", "--help"], ["search"]],
])("of %j it loads %j", async (argv, expected) => {
  expect(namesOf(await programFor(...argv))).toEqual(expected);
});

it.each([
  [["--help"]],
  [["help"]],
  [["serch", "tea"]],
  [["--nope", "search"]],
  [["--preset", "nope", "search"]],
  [["completion", "bash"]],
])("%j needs all commands", async (argv) => {
  expect(namesOf(await programFor(...argv))).toEqual(namesOf(await programFor()));
});
