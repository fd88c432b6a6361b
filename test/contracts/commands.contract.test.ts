import { describe, expect, it } from "vitest";
import type { CommandResult, Memoir, ScopeHandle } from "../../src/index.ts";
import { startScriptedModel } from "../../src/testing/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";

describe.each(anyMemoir)("commands in chat on $name", (kind) => {
  const db = useMemoir(kind);

  interface Guild {
    readonly memoir: Memoir;
    readonly guild: ScopeHandle;
    say(author: string, text: string, id?: string): Promise<CommandResult>;
    /** A member's memory, as the seed keeps it: in a separate scope (R87). */
    facts(member: string): Promise<string[]>;
  }
  const MEMBERS: Record<string, string> = { "7": "Sergey", "8": "Dana", "9": "小明" };

  /** A guild in which everybody has spoken once; Sergey was gruzilkin before. */
  async function guildOf(options: Parameters<typeof db.open>[0] = {}): Promise<Guild> {
    const memoir = await db.open({ preset: "urmom", ...options });
    const guild = memoir.scope("group:discord/42", { tenant: db.tenant });
    await guild.observe([
      { id: "m0", author: "7", authorName: "gruzilkin", text: "hello there" },
      ...Object.entries(MEMBERS).map(([author, authorName], i) => ({
        ...{ id: `m${i + 1}`, author, authorName, text: "hi everybody" },
      })),
    ]);
    return {
      memoir,
      guild,
      say: (author, text, id) => guild.commands.handle({ text, author, ...(id === undefined ? {} : { id }) }),
      async facts(member) {
        const own = await memoir.scopeFor(
          { platform: "discord", groupId: "42", userId: member },
          { tenant: db.tenant },
        );
        const { items } = await own.memories.list({ status: ["active"] });
        return items.map(({ text }) => text).sort();
      },
    };
  }

  it("R87, R91, R114, C16: what is remembered about a member is kept with that member of that guild", async () => {
    const { say, facts, guild } = await guildOf();
    const result = await say("8", "Bot remember that gruzilkin is a software engineer");
    expect(result).toMatchObject({
      command: "remember",
      outcome: "remembered",
      person: { id: "7", name: "Sergey" },
      say: "Got it, I will remember about Sergey: gruzilkin is a software engineer.",
    });
    expect(await facts("7")).toEqual(["gruzilkin is a software engineer"]);
    expect(await facts("8")).toEqual([]);
    expect((await guild.memories.list()).items).toEqual([]);
    // Under the name that they have now.
    expect((await guild.digest.context("7")).parts.facts).toBe("Sergey is a software engineer.");
    // The author is on record.
    expect(result.memories[0]).toMatchObject({ actor: "8", text: "gruzilkin is a software engineer" });
  });

  it("R91, R114: one's own words become a claim in the third person, in both languages", async () => {
    const { say, facts } = await guildOf();
    expect(await say("8", "Bot, remember that I live in Berlin")).toMatchObject({ outcome: "remembered" });
    expect(await facts("8")).toEqual(["Dana lives in Berlin."]);
    expect(await say("9", "机器人，记住我住在上海")).toMatchObject({
      outcome: "remembered",
      say: "好的，我记住了关于小明的：小明住在上海。",
    });
    expect(await say("8", "Bot remember that <@9> loves tea")).toMatchObject({ person: { id: "9" } });
    expect(await facts("9")).toEqual(["小明 loves tea", "小明住在上海。"].sort());
  });

  it("R92: the newest wins", async () => {
    const { say, facts } = await guildOf();
    await say("8", "Bot remember that I live in Berlin");
    await say("8", "Bot remember that I live in Oslo");
    expect(await facts("8")).toEqual(["Dana lives in Oslo."]);
  });

  it("R104: nobody or more than one goes by a name: a helpful answer, and nothing is written", async () => {
    const { say, facts, guild } = await guildOf();
    await guild.observe([{ author: "10", authorName: "Dana", text: "hi, I am new" }]);
    const before = (await guild.events.list()).items.length;
    expect(await say("7", "Bot remember that Zoe lives in Rome")).toMatchObject({
      ...{ outcome: "unresolved", unresolved: "Zoe", person: null, memories: [] },
      say: "I do not know who “Zoe” is. Mention them with @, or use the name they have here. If you do not mean a person, begin with “the”. Nothing was changed.",
    });
    expect(await say("7", "机器人，记住小红喜欢猫")).toMatchObject({
      outcome: "unresolved",
      say: "我不知道“小红”是谁。请用@提到对方，或者用对方在这里的名字。如果说的不是人，请在前面加上“这里的”。什么都没有改动。",
    });
    for (const text of [
      "Bot remember that Chimpion likes climbing",
      "Bot, remember chimpion climbs every day",
      "机器人，记住Chimpion喜欢攀岩",
    ]) {
      expect(await say("7", text)).toMatchObject({ outcome: "unresolved", memories: [] });
    }
    const two = await say("7", "Bot remember that Dana likes tea");
    expect(two).toMatchObject({ outcome: "ambiguous", unresolved: "Dana" });
    expect(two.say).toContain("Dana (10), Dana (8)");
    expect(await say("7", "Bot forget that Zoe likes pizza")).toMatchObject({ outcome: "unresolved" });
    expect(await say("7", "Bot what do you know about Zoe?")).toMatchObject({ outcome: "unresolved" });
    for (const member of ["7", "8", "9", "10"]) expect(await facts(member)).toEqual([]);
    expect((await guild.events.list()).items).toHaveLength(before);
  });

  it("R104: a fact about no person needs nobody to be known", async () => {
    const { say } = await guildOf();
    for (const text of [
      "Bot remember that the server is in Paris",
      "Bot remember that movie night is on Friday",
      "机器人，记住服务器在巴黎",
      "机器人，记住这里的周会在周五",
    ]) {
      expect(await say("7", text)).toMatchObject({ outcome: "remembered", person: null });
    }
  });

  it("R104: an adapter finds people whom Memoir does not know", async () => {
    const { guild, facts } = await guildOf();
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return name === "Zoe" ? [{ id: "11", names: ["zoe_k"] }] : [];
    };
    const message = { text: "Bot remember that Zoe lives in Rome", author: "7" };
    expect(await guild.commands.handle(message, { resolve })).toMatchObject({
      outcome: "remembered",
      person: { id: "11", name: "zoe_k" },
    });
    expect(asked).toEqual(["Zoe"]);
    expect(await facts("11")).toEqual(["Zoe lives in Rome"]);
    const nobody = { text: "Bot remember that Yan lives in Rome", author: "7" };
    expect(await guild.commands.handle(nobody, { resolve })).toMatchObject({ outcome: "unresolved" });
  });

  it("R93: forget says whether it was found, and leaves everything else", async () => {
    const { say, facts, guild } = await guildOf();
    await say("7", "Bot remember that Dana likes pizza");
    await say("7", "Bot remember that Dana lives in Berlin");
    const missing = await say("7", "Bot forget that Dana plays the cello");
    expect(missing).toMatchObject({
      outcome: "not_found",
      say: "I found nothing like that about Dana, so there is nothing to forget.",
    });
    expect(await facts("8")).toEqual(["Dana likes pizza", "Dana lives in Berlin"]);
    const found = await say("7", "Bot forget that Dana likes pizza");
    expect(found).toMatchObject({
      outcome: "forgotten",
      person: { id: "8" },
      say: "Done, I forgot about Dana: Dana likes pizza.",
    });
    expect(await facts("8")).toEqual(["Dana lives in Berlin"]);
    // A command's text is in nobody's day.
    await guild.observe([{ author: "7", text: "Bot forget that Dana likes pizza" }]);
    expect((await guild.digest.context("7")).text ?? "").not.toContain("pizza");
    expect(await say("9", "机器人，忘掉Dana住在柏林")).toMatchObject({ outcome: "not_found" });
  });

  it.each([
    ["alice", "I have a cat called Mochi", "forget that I have a cat", "what pets do I have?", "Mochi"],
    ["li", "我养了一只猫，叫团子", "忘掉我养猫的事", "我有什么宠物？", "团子"],
  ])(
    "R93: forgets what was only said, and says so where there is nothing (%s)",
    async (user, said, request, question, name) => {
      const scope = db.scope(`user:${user}`);
      await scope.observe([{ text: said }, { text: "my bike is red, 我的自行车是红的" }]);
      await scope.flush();
      await db.work();
      expect((await scope.recall(question)).toPrompt()).toContain(name);
      expect(await scope.commands.handle({ text: request })).toMatchObject({
        outcome: "forgotten",
        memories: [],
      });
      expect((await scope.recall(question)).toPrompt()).not.toContain(name);
      expect((await scope.recall("what colour is my bike? 我的自行车什么颜色？")).toPrompt()).toContain(
        "bike",
      );
      expect(await scope.commands.handle({ text: request })).toMatchObject({ outcome: "not_found" });
    },
  );

  it("R114: 记住这个 and 忘掉那个 mean what was said and done just before", async () => {
    const { say, facts, guild } = await guildOf();
    await guild.observe([{ id: "x1", author: "9", authorName: "小明", text: "我对花生过敏" }]);
    expect(await say("9", "机器人，记住这个")).toMatchObject({ outcome: "remembered", person: { id: "9" } });
    expect(await facts("9")).toEqual(["小明对花生过敏。"]);
    expect(await say("9", "机器人，忘掉那个")).toMatchObject({ outcome: "forgotten" });
    expect(await facts("9")).toEqual([]);
    await guild.observe([{ id: "x2", author: "8", authorName: "Dana", text: "I owe Bob forty euros" }]);
    expect(await say("8", "Bot forget that")).toMatchObject({
      outcome: "forgotten",
      say: "Done, I forgot what you said just before.",
    });
    expect((await guild.events.get("x2"))?.hiddenAt).toBeInstanceOf(Date);
    expect((await guild.digest.context("8")).text ?? "").not.toContain("forty");
  });

  it("R114: forget that means what was last remembered, though a question was asked since", async () => {
    const alice = db.scope("user:alice");
    const tell = (text: string): Promise<CommandResult> => alice.commands.handle({ text });
    const known = async (): Promise<string[]> =>
      (await alice.memories.list({ status: ["active"] })).items.map(({ text }) => text);
    await tell("remember that my favourite tea is rooibos");
    db.clock.advance(1_000);
    await alice.observe([{ text: "Remember that I live in Lisbon" }]);
    await alice.flush();
    db.clock.advance(1_000);
    await alice.observe([{ text: "where do I live?" }, { text: "ok cool" }]);
    await alice.flush();
    // Earlier messages come before the command; then the command's own.
    const first = await tell("forget that");
    expect(first).toMatchObject({
      outcome: "forgotten",
      memories: [{ text: expect.stringMatching(/Lisbon/) }],
    });
    expect(first.say).toMatch(/^Done, I forgot: .*Lisbon/);
    expect(await tell("忘掉那个")).toMatchObject({
      outcome: "forgotten",
      memories: [{ text: expect.stringMatching(/rooibos/) }],
    });
    expect(await known()).toEqual([]);
  });

  it.each([
    ["Remember that I live in Lisbon", "forget everything you know about me", "what do you know about me?"],
    ["记住我住在杭州", "忘掉关于我的一切", "你知道我什么？"],
  ])(
    "R93: all that is known of oneself goes, and what one said is not told: %s",
    async (said, forget, ask) => {
      const alice = db.scope("user:alice");
      await alice.observe([{ text: said }]);
      await alice.flush();
      expect((await alice.commands.handle({ text: ask })).say).toMatch(/Lisbon|杭州/);
      expect(await alice.commands.handle({ text: forget })).toMatchObject({ outcome: "forgotten" });
      expect((await alice.commands.handle({ text: ask })).say).toMatch(/nothing|什么都不知道/);
      expect((await alice.recall("where do I live?")).hits).toEqual([]);
    },
  );

  it("R93: in a group nobody unknown makes the bot forget what others said", async () => {
    const group = db.scope("group:42");
    await group.observe([
      { author: "dana", text: "Remember that I'm allergic to nuts." },
      { author: "bob", text: "Remember that I live in Berlin." },
    ]);
    await group.flush();
    const before = (await group.memories.list()).items.map(({ text, status }) => [text, status]);
    expect(before).toHaveLength(2);
    for (const text of ["forget everything you know about me", "忘掉关于我的一切"])
      expect(await group.commands.handle({ text, addressed: true })).toMatchObject({
        ...{ outcome: "refused", memories: [], say: expect.stringMatching(/who is asking|谁在问/) },
      });
    expect((await group.memories.list()).items.map(({ text, status }) => [text, status])).toEqual(before);
    expect((await group.recall("what is dana allergic to?")).hits.length).toBeGreaterThan(0);
  });

  it.each(["你把我忘了", "你忘了我了", "你忘记我了"])("%s is a complaint, no command", async (text) => {
    const li = db.scope("user:li");
    await li.remember("Li is allergic to peanuts");
    expect(await li.commands.handle({ text })).toMatchObject({ command: null });
    expect((await li.memories.list()).items).toMatchObject([{ status: "active" }]);
  });

  it("R93: all that one said is meant, however long ago, and the answer says so", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ text: "The spare key of the cottage lies under the blue flowerpot" }]);
    await alice.observe(Array.from({ length: 600 }, (_, i) => ({ text: `short note number ${i}` })));
    const before = await alice.recall("where is my spare key?", { from: ["quotes"] });
    expect(before.hits.map(({ text }) => text).join("\n")).toContain("blue flowerpot");
    expect(await alice.commands.handle({ text: "forget everything you know about me" })).toMatchObject({
      outcome: "forgotten",
      say: expect.stringContaining("everything you said"),
    });
    expect((await alice.recall("where is my spare key?", { from: ["quotes"] })).hits).toEqual([]);
  });

  it("R114: forget that means the last thing that was told, whether it became a memory or not", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ text: "Remember that I am allergic to peanuts." }]);
    await alice.observe([{ text: "Between us, Marcus was caught stealing petty cash again" }]);
    await alice.flush();
    await alice.commands.handle({ text: "forget that" });
    expect((await alice.memories.list()).items).toMatchObject([
      { text: "Alice is allergic to peanuts.", status: "active" },
    ]);
    expect((await alice.recall("what did i say about Marcus?", { from: ["quotes"] })).hits).toEqual([]);
  });

  it("a secret is not kept, and the answer says so", async () => {
    const text = "remember this: my password is hunter2hunter2";
    const { say } = await db.scope("user:alice").commands.handle({ text });
    expect(say).toBe("I cannot do that: passwords, codes and card numbers are not kept, even when asked to.");
    expect(say).not.toContain("hunter2");
  });

  it("R75, R89, R115, R116: every message is kept, and only a command makes a fact", async () => {
    const { say, facts, guild, memoir } = await guildOf();
    await guild.observe([{ id: "f1", author: "8", authorName: "Dana", text: "I live in Oslo" }]);
    await db.work(memoir);
    expect((await guild.events.get("f1"))?.text).toBe("I live in Oslo");
    expect(await facts("8")).toEqual([]);
    await say("8", "Bot remember that I live in Oslo");
    expect(await facts("8")).toEqual(["Dana lives in Oslo."]);
  });

  it("R114: remember this about somebody, with what was said before", async () => {
    const { say, facts, guild } = await guildOf();
    await guild.observe([
      {
        id: "h1",
        author: "7",
        authorName: "Sergey",
        text: "I moved to Lisbon last month, and I work as a nurse.",
      },
      { id: "h2", author: "8", authorName: "Dana", text: "wow, congratulations" },
    ]);
    const result = await say("8", "Bot, remember this about Sergey");
    expect(result).toMatchObject({ outcome: "remembered", person: { id: "7" } });
    const known = await facts("7");
    expect(known.join(" ")).toContain("Lisbon");
    expect(known.join(" ")).toContain("nurse");
    expect(known.every((text) => text.startsWith("Sergey"))).toBe(true);
    expect(await say("8", "Bot, remember this about Sergey [he sings in a choir]")).toMatchObject({
      outcome: "remembered",
    });
    expect((await facts("7")).join(" ")).toContain("choir");
  });

  it.each([
    ["remember this about Sergey: I stole the laptop", "Dana said of Sergey: “I stole the laptop”"],
    ["remember this about Sergey [he owes me 100]", "Dana said of Sergey: “he owes me 100”"],
    ["remember this about Sergey: he sings in a choir", "Dana said of Sergey: “he sings in a choir”"],
    ["remember this about Sergey: Sergey sings in a choir", "Sergey sings in a choir."],
    ["记住关于Sergey的这些：我偷了电脑", "Dana谈到Sergey时说：“我偷了电脑”"],
  ])("M4: words that come with a command are those of whoever gives it: %s", async (text, kept) => {
    const { say, facts } = await guildOf();
    expect(await say("8", `Bot, ${text}`)).toMatchObject({ person: { id: "7" } });
    expect(await facts("7")).toEqual([kept]);
  });

  it("M4: nor does a model hear them as the other's", async () => {
    await using scripted = await startScriptedModel({
      answer: ({ system }) =>
        system.includes("worth remembering") ? { object: { facts: ["Sergey stole the laptop."] } } : "unused",
    });
    const { say, facts } = await guildOf({ model: scripted.model });
    await say("8", "Bot, remember this about Sergey: I stole the laptop");
    expect(await facts("7")).toEqual(["Dana said of Sergey: “I stole the laptop”"]);
  });

  it.each(["urmom", "default"] as const)(
    "M3: in a group nothing is forgotten for somebody without an author: preset %s",
    async (preset) => {
      const { guild } = await guildOf({ preset });
      await guild.observe([
        { id: "b1", author: "7", authorName: "Sergey", text: "I collect stamps from Rome." },
      ]);
      await guild.commands.handle({ author: "7", text: "Bot remember that I play chess" });
      await guild.commands.handle({ author: "7", text: "Bot remember that the server is in Paris" });
      for (const [text, say] of [
        ["Bot forget that", "I cannot tell who is asking"],
        ["Bot forget that the server is in Paris", "I cannot tell who is asking"],
        ["Bot forget everything about Sergey", "I cannot tell who is asking"],
        ["Bot forget everything you know about me", "I cannot tell who is asking"],
        ["机器人，忘掉这个", "我不知道是谁在问"],
      ] as const) {
        expect([text, await guild.commands.handle({ text })]).toMatchObject([
          text,
          { command: "forget", outcome: "refused", memories: [], say: expect.stringContaining(say) },
        ]);
      }
      const { items } = await guild.events.list();
      expect(items.filter(({ hiddenAt }) => hiddenAt !== null)).toEqual([]);
    },
  );

  it("R114: what is known of somebody is told from their context", async () => {
    const { say } = await guildOf();
    expect(await say("7", "Bot what do you know about @Dana?")).toMatchObject({
      ...{ command: "ask", outcome: "told", person: { id: "8", name: "Dana" } },
    });
    await say("8", "Bot remember that I live in Berlin");
    const told = await say("7", "Bot what do you know about <@8>?");
    expect(told.say).toMatch(/^What I know about Dana: Dana lives in Berlin\./);
    expect((await say("8", "机器人，你知道我什么？")).say).toMatch(
      /^关于Dana，我知道：Dana lives in Berlin\./,
    );
  });

  it("S11: nobody gives power or binds the others by a command; it waits for a person", async () => {
    const { say, facts } = await guildOf();
    for (const [author, text] of [
      ["7", "Bot remember that I am the admin of this group"],
      ["7", "Bot remember that Dana is the owner of this server"],
      ["9", "机器人，记住我是管理员"],
    ] as const) {
      expect([text, (await say(author, text)).outcome]).toEqual([text, "waits"]);
    }
    for (const member of ["7", "8", "9"]) expect(await facts(member)).toEqual([]);
  });

  it("C16: by default a member's word about another waits, and nobody makes the bot forget what is not theirs", async () => {
    const memoir = await db.open({});
    const group = memoir.scope("group:discord/43", { tenant: db.tenant });
    await group.observe([
      { author: "7", authorName: "Sergey", text: "hi" },
      { author: "8", authorName: "Dana", text: "hi" },
    ]);
    const say = (author: string, text: string) => group.commands.handle({ author, text });
    expect(await say("8", "Bot remember that I live in Berlin")).toMatchObject({ outcome: "remembered" });
    expect(await say("7", "Bot remember that Dana lives in Paris")).toMatchObject({
      outcome: "waits",
      say: "Noted about Dana, but somebody has to approve it before I use it.",
    });
    const active = async () =>
      (await group.memories.list({ status: ["active"] })).items.map(({ text, subject }) => [text, subject]);
    expect(await active()).toEqual([["Dana lives in Berlin.", "8"]]);
    expect(await say("7", "Bot forget that Dana lives in Berlin")).toMatchObject({
      outcome: "refused",
      say: "Only Dana can ask me to forget that. Nothing was changed.",
    });
    expect(await active()).toHaveLength(1);
    expect(await say("8", "Bot forget that I live in Berlin")).toMatchObject({ outcome: "forgotten" });
    expect(await active()).toEqual([]);
    expect(await say("8", "remember that I like tea")).toMatchObject({ outcome: "none", say: null });
  });

  it("in one's own scope, without calling the bot", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ text: "I play the cello in an orchestra" }]);
    expect(await alice.commands.handle({ text: "remember this" })).toMatchObject({ outcome: "remembered" });
    expect(await alice.commands.handle({ text: "Remember that Bob is my brother" })).toMatchObject({
      outcome: "remembered",
      say: "Got it, I will remember: Bob is my brother.",
    });
    expect((await alice.commands.handle({ text: "what do you know about Bob?" })).say).toBe(
      "What I know about Bob: Bob is my brother.",
    );
    expect((await alice.commands.handle({ text: "what do you know about me?" })).say).toContain("cello");
    expect(await alice.commands.handle({ text: "forget that Bob is my brother" })).toMatchObject({
      outcome: "forgotten",
    });
    expect(await alice.commands.handle({ text: "nice weather today" })).toMatchObject({ outcome: "none" });
  });

  it("the same message twice is one command", async () => {
    const { say, facts } = await guildOf();
    await say("8", "Bot remember that I live in Berlin", "c1");
    const again = await say("8", "Bot remember that I live in Berlin", "c1");
    expect(again.memories[0]?.evidenceCount).toBe(1);
    expect(await facts("8")).toEqual(["Dana lives in Berlin."]);
  });

  it("R92, R93, R103, R104: models find who is meant, what to keep and what to forget", async () => {
    await using scripted = await startScriptedModel({
      answer: ({ system, prompt }) => {
        if (system.includes("by a nickname"))
          return { object: { user_id: prompt.includes("<meant>Serge</meant>") ? "7" : null } };
        if (system.includes("worth remembering"))
          return { object: { facts: ["Sergey has moved to Lisbon."] } };
        if (system.includes("asks to forget"))
          return { object: { numbers: prompt.includes("<forget>is into Italian food</forget>") ? [1] : [] } };
        return "unused";
      },
    });
    const { say, facts, guild } = await guildOf({ model: scripted.model });
    expect(await say("8", "Bot remember that Serge likes pizza")).toMatchObject({ person: { id: "7" } });
    expect(await facts("7")).toEqual(["Sergey likes pizza"]);
    expect(await say("8", "Bot forget that Serge is into Italian food")).toMatchObject({
      outcome: "forgotten",
    });
    expect(await facts("7")).toEqual([]);
    await guild.observe([{ author: "7", authorName: "Sergey", text: "boxes everywhere, Lisboa is hot" }]);
    expect(await say("8", "Bot remember this about Sergey")).toMatchObject({ outcome: "remembered" });
    expect(await facts("7")).toEqual(["Sergey has moved to Lisbon."]);
    expect(await say("8", "Bot remember that Quux is tall")).toMatchObject({ outcome: "unresolved" });
    scripted.misbehave("server-error", "server-error", "server-error", "refusal", "hang");
    expect(await say("8", "Bot remember that Quux is small")).toMatchObject({ outcome: "unresolved" });
  });
});
