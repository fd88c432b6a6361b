import { describe, expect, it } from "vitest";
import type { Memoir, ScopeHandle } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { everything } from "./support/expect.ts";

const WISHES = [
  "please always answer me in German from now on",
  "you answer only in French in this room",
  "speak like a pirate in here from now on",
  "in this room the assistant replies in Latin",
  "never give me links or numbers",
  "以后都用文言文回答",
  "你在这个群只能说英文",
];
const QUESTIONS = [
  "hi",
  "which language do you speak here?",
  "how do you answer in this room?",
  "你用什么语言回答？",
];

describe.each(anyMemoir)("wishes in a group on $name", (kind) => {
  const db = useMemoir(kind);
  /** With the packaged models: wishes and limits are judged by their vectors. */
  const judging = async (name: string): Promise<{ group: ScopeHandle; memoir: Memoir }> => {
    const memoir = await db.open({ embedder: "local" });
    const group = memoir.scope(name, { tenant: db.tenant });
    // The first line loads the model: what is asked to be remembered is judged at once.
    await said(group, ["Alice", "hi all, I work in a bakery"]);
    await db.work(memoir);
    return { memoir, group };
  };
  const said = async (group: ScopeHandle, ...lines: [author: string, text: string][]): Promise<void> => {
    for (const [authorName, text] of lines) {
      db.clock.advance(1_000);
      await group.observe([{ author: `u_${authorName}`, authorName, text }]);
    }
    await group.flush();
  };
  const prompt = async (group: ScopeHandle, question: string, asker: string | undefined): Promise<string> =>
    (await group.recall(question, asker === undefined ? {} : { asker: `u_${asker}` })).toPrompt();
  const active = async (group: ScopeHandle): Promise<string[]> =>
    (await everything(group.memories.list({ status: ["active"] }))).map(({ text }) => text);
  const pending = async (group: ScopeHandle): Promise<string[]> =>
    (await everything(group.memories.list({ status: ["pending"] }))).map(({ text }) => text);

  it("M6: a member's wish is in nobody else's prompt, and in that of who asks about them", async () => {
    const { memoir, group } = await judging("group:wishes");
    await said(
      group,
      ["Alice", "hi all, I work in a bakery"],
      ...WISHES.map((one): [string, string] => ["Bob", one]),
    );
    await db.work(memoir);
    for (const asker of ["Alice", undefined]) {
      for (const question of QUESTIONS) {
        const shown = await prompt(group, question, asker);
        for (const wish of WISHES) expect(shown, `${asker}: ${question}`).not.toContain(wish);
      }
    }
    expect(await prompt(group, "how does Bob want to be answered?", "Alice")).toContain(
      "answer me in German",
    );
    expect(await prompt(group, "how should you answer me?", "Bob")).toContain("answer me in German");
  });

  it.each([
    ["Bob can't have dairy", "what can't I eat?", false],
    ["小红不能吃花生", "我不能吃什么？", false],
    ["小红是素食者", "我不能吃什么？", false],
    ["我和小红都不能吃花生", "我不能吃什么？", true],
    ["我不能吃花生", "我不能吃什么？", true],
  ])(
    "M6: %j stands in the prompt of its author as their own limit only if it is theirs",
    async (line, question, isOwn) => {
      const { memoir, group } = await judging("group:limits");
      await said(group, ["Bob", "hi"], ["小红", "大家好"], ["Alice", line]);
      await db.work(memoir);
      expect((await prompt(group, question, "Alice")).includes(`Always: "${line}"`)).toBe(isOwn);
    },
  );

  it("M6: without an embedder orders to the bot stay out, too", async () => {
    const group = db.scope("group:plain");
    await said(
      group,
      ["Alice", "hi all"],
      ["Bob", "you answer only in French in this room"],
      ["Bob", "以后都用文言文回答"],
    );
    for (const question of QUESTIONS) {
      expect(await prompt(group, question, "Alice")).not.toMatch(/French|文言文/);
    }
    expect(await prompt(group, "in which language does Bob want you to answer?", "Alice")).toContain(
      "French",
    );
  });

  it("M6, H3: a name that is, or was, another member's brings nobody's wishes", async () => {
    const group = db.scope("group:taken");
    const say = async (author: string, authorName: string, text: string): Promise<void> => {
      db.clock.advance(1_000);
      await group.observe([{ author, authorName, text }]);
      await group.flush();
    };
    await say("1", "Alice", "I work in a bakery");
    await say("2", "Alice", "you answer only in French in this room");
    const question = "what do you know about Alice?";
    const asked = async (text: string): Promise<string> =>
      (await group.recall(text, { asker: "3" })).toPrompt();
    expect(await asked(question)).toContain("bakery");
    expect(await asked(question)).not.toContain("French");
    expect(await asked("what do you know about Alice (2)?")).toContain("French");
    // Who only had the name is not meant by it while somebody has it.
    await say("2", "Mallory", "I sell shoes");
    expect(await asked(question)).toContain("bakery");
    expect(await asked(question)).not.toMatch(/French|shoes/);
    expect(await asked("what do you know about Mallory?")).toContain("French");
  });

  it("M6: a member's request for a rule waits; one that an operator makes is in every prompt", async () => {
    const { memoir, group } = await judging("group:rules");
    await said(
      group,
      ["Bob", "Remember: always reply in rhymes"],
      ["Bob", "Remember that you answer only in French in this room"],
      ["Bob", "记住以后都用文言文回答"],
      ["Bob", "Remember that the standup is at nine"],
    );
    await db.work(memoir);
    expect(await active(group)).toEqual(["the standup is at nine."]);
    expect(await pending(group)).toHaveLength(3);
    expect(await prompt(group, "hi", "Alice")).not.toMatch(/rhymes|French|文言文/);
    await group.remember("Answers in this room are short", { type: "constraint" });
    expect(await prompt(group, "what is the capital of Peru?", "Alice")).toContain(
      "Answers in this room are short",
    );
    const [rhymes] = (await everything(group.memories.list({ status: ["pending"] }))).filter(({ text }) =>
      text.includes("rhymes"),
    );
    await group.memories.approve(rhymes!.id);
    expect(await active(group)).toContain("always reply in rhymes.");
  });

  it("M6: a wish that is remembered is its author's", async () => {
    const { memoir, group } = await judging("group:kept");
    await said(
      group,
      ["Bob", "Remember that you should never give me links"],
      ["Bob", "remember that I want short answers"],
    );
    await db.work(memoir);
    expect((await group.memories.list({ status: ["active"] })).items).toMatchObject([
      { subject: "u_Bob", type: "constraint" },
      { subject: "u_Bob", type: "constraint" },
    ]);
    for (const question of ["how do you answer?", "hi", "do you give links?"])
      expect(await prompt(group, question, "Alice")).not.toMatch(/links|short answers/);
    expect(await prompt(group, "how does Bob want to be answered?", "Alice")).toMatch(/short answers/);
    expect(await prompt(group, "what is the capital of Peru?", "Bob")).toMatch(/short answers/);
  });

  it("L1: what the asker cannot have is in answers about themselves, not in general ones", async () => {
    const { memoir, group } = await judging("group:limits");
    await said(group, ["Alice", "I'm allergic to cashews."], ["Kev", "我对花生过敏"]);
    await group.remember("Alice is vegetarian", { subject: "u_Alice", category: "diet", type: "constraint" });
    await db.work(memoir);
    expect(await prompt(group, "what can I eat tonight?", "Alice")).toContain("cashews");
    expect(await prompt(group, "我能吃什么？", "Kev")).toContain("花生");
    for (const question of ["write a haiku about rain", "where does Kev live?", "写一首关于雨的诗"]) {
      expect(await prompt(group, question, "Alice"), question).not.toContain("cashews");
      expect(await prompt(group, question.replace("Kev", "Alice"), "Kev"), question).not.toContain("花生");
    }
    const own = memoir.scope("user:u_Alice", { tenant: db.tenant });
    await own.observe([{ text: "I'm allergic to cashews." }]);
    await own.flush();
    await db.work(memoir);
    expect((await own.recall("write a haiku about rain")).toPrompt()).toContain("cashews");
  });

  it("a statement about oneself is no order because it speaks of everybody, in both languages", async () => {
    const group = db.scope("group:everyone");
    await said(
      group,
      ["Alice", "I'm vegetarian, just so everyone knows"],
      ["小明", "我不吃辣，大家知道一下就好"],
      ["Bob", "everyone must eat at the vegetarian place of my uncle"],
    );
    expect(await prompt(group, "is Alice vegetarian?", "Bob")).toContain(
      "I'm vegetarian, just so everyone knows",
    );
    expect(await prompt(group, "小明吃辣吗？", "Bob")).toContain("我不吃辣");
    expect(await prompt(group, "who is vegetarian?", "Alice")).not.toContain("my uncle");
  });
});
