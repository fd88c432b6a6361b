import { describe, expect, it } from "vitest";
import type { Feedback, ReplyContext } from "../index.ts";
import { useRunner } from "./runner.fixture.ts";

describe("what the model knew, and what people say of it", () => {
  const cli = useRunner();

  /** A reply of a bot on the same database, with two lines. */
  const replied = async (texts: readonly string[]): Promise<void> =>
    cli.library(
      async (memoir) => {
        const me = memoir.scope("user:me");
        for (const text of texts) await me.remember(text);
        const recalled = await me.recall("*");
        await me.observe([
          { id: "q 1", text: "Where do I live?" },
          { id: "r 1", role: "assistant", text: "In Oslo." },
        ]);
        await recalled.delivered({ reply: "r 1", question: "q 1" });
      },
      { preset: "default" },
    );

  it.each([
    ["English", "I live in Oslo", "I have a cat"],
    ["Chinese", "我住在奥斯陆", "我有一只猫"],
  ])("shows the lines of a reply as they were, in %s", async (_, first, second) => {
    await replied([first, second]);
    const listed = (await cli.memoir(["context"])).out.split("\n");
    expect(listed[0]).toMatch(/^r 1 {2}2 lines, \d+ tokens, just now$/);
    expect(listed[1]).toBe("  memoir context 'r 1'");
    const { context } = await cli.json<{ context: ReplyContext }>(["context", "r 1"]);
    expect(context.lines.map(({ text }) => text).sort()).toEqual([first, second].sort());
    const position = context.lines.findIndex(({ text }) => text === first) + 1;
    const id = context.lines[position - 1]!.id!;
    await cli.library((memoir) => memoir.scope("user:me").memories.update(id, { text: "?" }));
    const { out } = await cli.memoir(["context", "r 1"]);
    expect(out).toContain("asked    Where do I live?\nreplied  In Oslo.\n");
    expect(out).toMatch(
      new RegExp(
        `^ ${position} {2}${first}\\n {4}memory · ${id.slice(0, 6)} · relevance \\d.* · its words were changed since$`,
        "m",
      ),
    );
  });

  it("takes feedback on a line, a memory and a message, and lists it", async () => {
    await replied(["I live in Oslo"]);
    const wrong = await cli.memoir([
      "feedback",
      "wrong",
      "--reply",
      "r 1",
      "--line",
      "1",
      "--note",
      "moved 搬家了",
    ]);
    expect(wrong.out).toMatch(
      /^✓ It is out of every prompt and waits for you: memoir review\n {2}Undo: memoir undo --batch [\w-]{36}\n$/,
    );
    expect((await cli.memoir(["review"])).out).toContain("I live in Oslo");
    expect((await cli.memoir(["search", "Where do I live?"])).out).not.toContain("Oslo");
    await cli.memoir(wrong.out.split("memoir ")[2]!.trim().split(" "));
    expect((await cli.memoir(["search", "Where do I live?"])).out).toContain("Oslo");
    const id = (await cli.json<{ context: ReplyContext }>(["context", "r 1"])).context.lines[0]!.id!;
    expect((await cli.memoir(["feedback", "helped", "--memory", id.slice(0, 6), "--by", "ann"])).out).toBe(
      "✓ Recorded; nothing changes.\n",
    );
    const hidden = await cli.json<{ feedback: Feedback }>(["feedback", "private", "--event", "q 1"]);
    expect(hidden.feedback).toMatchObject({ event: "q 1", effect: "hidden" });
    const { out } = await cli.memoir(["feedback"]);
    expect(out).toBe(
      `private · message q 1 · just now\nhelped · memory ${id.slice(0, 6)} · by ann · just now\n` +
        `wrong · memory ${id.slice(0, 6)} · just now\n    moved 搬家了\n`,
    );
  });

  it("says so where there is nothing", async () => {
    await cli.add("tea");
    expect((await cli.memoir(["context"])).out).toBe("No reply of user:me has a context on record.\n");
    expect((await cli.memoir(["feedback"])).out).toBe(
      "Nobody has said anything about the lines of user:me.\n",
    );
  });

  it.each([
    [["context", "r9"], 1, "No context is on record for r9 in user:me"],
    [["feedback", "great"], 2, "Allowed choices are helped, wrong, private"],
    [["feedback", "wrong"], 2, "in one way: memory, event, reply with the number of a line"],
    [["feedback", "--note", "no"], 2, "Say what you think of it"],
    [["feedback", "wrong", "--memory", "ffffff"], 1, "There is no memory ffffff"],
  ])("%j is refused", async (args, code, why) => {
    await cli.add("tea");
    const ran = await cli.memoir(args);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(why)]);
  });
});
