import { describe, expect, it } from "vitest";
import { databases, useDatabase } from "../../support/databases.ts";
import { DAY, everything } from "../support/expect.ts";

/** A model that finds one claim in each message, as sure as a test says. */
const finding = (confidence: number) => ({
  id: "fake/one",
  async generate({ messages }: { messages: readonly { content: string }[] }) {
    const prompt = messages.map(({ content }) => content).join("\n");
    const facts = [...prompt.matchAll(/^#(\d+) user.*?: (.*)$/gm)].map(([, source, text]) => ({
      ...{ text, type: "preference", category: "preference", importance: "medium", confidence },
      ...{ source: Number(source), quote: "", matches: [], contradicts: [], expiresAt: null },
    }));
    return { text: JSON.stringify({ facts, forget: [] }), finish: "stop" as const };
  },
});

/** Names that share no letters with each other, so that no two claims look alike. */
const THINGS = [
  "tea",
  "rugby",
  "maps",
  "jazz",
  "owls",
  "chess",
  "fog",
  "kilns",
  "verse",
  "dunes",
  "plums",
  "ink",
];

describe.each(databases)("no preset has another seed's gates on $name", (kind) => {
  const db = useDatabase(kind);

  it("R92: in urmom one may be told any number of things in a channel, and forty days later too", async () => {
    const memoir = await db.open({ preset: "urmom" });
    const guild = memoir.scope("group:discord/42", { tenant: db.tenant });
    await guild.observe([{ author: "9", authorName: "Dana", text: "hello" }]);
    const outcomes: string[] = [];
    for (const thing of THINGS) {
      const text = `Bot remember that Dana likes ${thing}`;
      const { outcome } = await guild.commands.handle({
        author: "7",
        authorName: "Kim",
        text,
        session: "general",
      });
      outcomes.push(outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(["remembered"]));
    db.clock.advance(40 * DAY);
    const text = "机器人，记住Dana喜欢下雨天";
    expect(
      await guild.commands.handle({ author: "7", authorName: "Kim", text, session: "general" }),
    ).toMatchObject({ outcome: "remembered" });
  });

  it("R169: in everbot a model that is not sure is believed, and its claim is in the prompt", async () => {
    const memoir = await db.open({
      preset: "everbot",
      model: finding(0.3),
      settings: { markdown: { auto: false } },
    });
    const helper = memoir.scope("user:helper", { tenant: db.tenant });
    await helper.observe([
      { author: "7", authorName: "Kim", text: "Kim likes short answers", session: "s1" },
    ]);
    await helper.session("s1").end();
    expect((await everything(helper.memories.list())).map(({ status }) => status)).toEqual(["active"]);
    expect((await helper.recall("anything")).toPrompt()).toContain("Kim likes short answers");
  });

  it("R219: in picobot an agent stores as much as it wants, within an hour and in all", async () => {
    const memoir = await db.open({ preset: "picobot" });
    const pico = memoir.scope("global", { tenant: db.tenant });
    const store = pico.tools().find(({ name }) => name === "memory_store")!;
    for (let i = 0; i < 210; i++)
      await store.execute({
        key: `part-${i}`,
        content: `Part number ${i} costs ${i * 7} francs`,
        category: "knowledge",
      });
    expect(await everything(pico.memories.list({ status: ["active"] }))).toHaveLength(210);
  });

  it("R287: in supervisor a session has no limit but those of a turn and a day", async () => {
    const memoir = await db.open({ preset: "supervisor", model: finding(0.9) });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const said = THINGS.map((thing, i) => ({
      id: `m${i}`,
      turn: `t${i}`,
      session: "s1",
      text: `Alice likes ${thing}`,
    }));
    await alice.observe(said);
    await alice.flush();
    expect(await everything(alice.memories.list({ status: ["active"] }))).toHaveLength(THINGS.length);
  });
});
