import { describe, expect, it } from "vitest";
import type { MemoirEngine, ScopeHandle } from "../../src/index.ts";
import { anyDatabase, useDatabase } from "../support/databases.ts";
import { type Asked, type FakeModel, fakeModel, gate, type Said } from "./support/fake-model.ts";

/** Longer than any test: a context that waits for its models. */
const PATIENT = { deadlineMs: 60_000 };

const summaries = ({ ids }: Asked, words = "was here"): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, `User ${id} ${words}.`]));

describe.each(anyDatabase)("urmom's own tests on $name", (kind) => {
  const db = useDatabase(kind);

  interface Guild {
    readonly memoir: MemoirEngine;
    readonly guild: ScopeHandle;
    readonly model: FakeModel;
    chat(author: string, text: string, at: string): Promise<void>;
    remember(member: string, text: string): Promise<void>;
  }

  async function guildAt(
    now: string,
    say: (asked: Asked) => Said | Promise<Said>,
    policy: Record<string, unknown> = {},
  ): Promise<Guild> {
    db.clock.now = Date.parse(now);
    const model = fakeModel(say);
    const memoir = await db.open({
      ...{ preset: "urmom", model, background: false, embedder: "none" },
      settings: { models: { retries: 0, breaker: { failures: 1_000 } }, ...policy },
    });
    const guild = memoir.scope("group:discord/42", { tenant: db.tenant });
    return {
      ...{ memoir, guild, model },
      chat: async (author, text, at) => {
        await guild.observe([{ author, authorName: `Name${author}`, text, at }]);
      },
      remember: async (member, text) => {
        const own = await memoir.scopeFor(
          { platform: "discord", groupId: "42", userId: member },
          { tenant: db.tenant },
        );
        await own.remember(text);
      },
    };
  }

  /** Today, one past day and a fact: everything there is. */
  async function whole(say: (asked: Asked) => Said | Promise<Said>, policy = {}): Promise<Guild> {
    const one = await guildAt("2026-05-12T10:20:00Z", say, policy);
    await one.chat("7", "I started a new project today", "2026-05-12T09:00:00Z");
    await one.chat("7", "I ran ten kilometres yesterday", "2026-05-11T09:00:00Z");
    await one.remember("7", "Name7 is a nurse");
    return one;
  }

  /** What members asked to remember becomes memories, without a model. */
  async function readRequests(): Promise<void> {
    const plain = await db.open({ preset: "urmom", background: false, embedder: "none" });
    await plain.scope("group:discord/42", { tenant: db.tenant }).flush();
    await plain.close();
  }
  const answers = (asked: Asked): Said =>
    asked.job === "day" ? summaries(asked) : `${asked.job} text of Name${asked.ids[0]}`;

  it("H1, R105–R108: what is in a cache asks no model", async () => {
    const { guild, model } = await whole(answers);
    const first = await guild.digest.context("7", PATIENT);
    expect(first).toMatchObject({ text: "merge text of Name7", source: "merged" });
    const before = model.asked.length;
    expect(await guild.digest.context("7", PATIENT)).toMatchObject({
      text: "merge text of Name7",
      source: "merged",
    });
    expect(model.asked).toHaveLength(before);
  });

  it("H2, R108: changed facts are merged anew, and nothing else is made again", async () => {
    const { guild, model, remember } = await whole(answers);
    await guild.digest.context("7", PATIENT);
    const days = model.count("day");
    await remember("7", "Name7 lives in Oslo");
    await guild.digest.context("7", PATIENT);
    expect(model.count("day")).toBe(days);
    expect(model.count("merge")).toBe(2);
    // Two facts are one paragraph, by the model of that role.
    expect(model.count("facts")).toBe(1);
    expect(model.asked.at(-1)?.prompt).toContain("<factual_memory>facts text of Name7</factual_memory>");
  });

  it("H3, R112: no messages, no call, and nothing runs by itself", async () => {
    const { guild, model, chat } = await guildAt("2026-05-12T10:00:00Z", answers);
    expect(await guild.digest.context("7", PATIENT)).toMatchObject({
      text: null,
      source: "nothing",
      degraded: null,
    });
    // Days of a week ago and older are not included (R77, R118).
    await chat("7", "I am here", "2026-05-05T23:59:59Z");
    expect((await guild.digest.context("7", PATIENT)).text).toBeNull();
    expect(model.asked).toEqual([]);
  });

  it("H4, R101: a single source is returned as it is, without a merge", async () => {
    const facts = await guildAt("2026-05-12T10:00:00Z", answers);
    await facts.remember("7", "Name7 is a nurse");
    expect(await facts.guild.digest.context("7", PATIENT)).toMatchObject({
      ...{ text: "Name7 is a nurse.", source: "facts" },
    });
    const today = facts.memoir.scope("group:discord/1", { tenant: db.tenant });
    await today.observe([{ author: "7", text: "I am here", at: "2026-05-12T09:00:00Z" }]);
    expect(await today.digest.context("7", PATIENT)).toMatchObject({
      text: "User 7 was here.",
      source: "today",
    });
    const past = facts.memoir.scope("group:discord/2", { tenant: db.tenant });
    await past.observe([{ author: "7", text: "I am here", at: "2026-05-06T09:00:00Z" }]);
    expect(await past.digest.context("7", PATIENT)).toMatchObject({
      ...{ text: "2026-05-06: User 7 was here.", source: "history" },
    });
    expect(facts.model.count("merge") + facts.model.count("history") + facts.model.count("facts")).toBe(0);
  });

  it("H5, R83: where a merge fails, facts, then today, then history, as far as they fit", async () => {
    const { guild, model } = await whole(
      (asked) => (asked.job === "merge" ? new Error("down") : answers(asked)),
      { digest: { chars: { context: 60 } } },
    );
    const { text, source, degraded } = await guild.digest.context("7", PATIENT);
    expect(text).toBe("Name7 is a nurse. User 7 was here.");
    expect(source).toBe("joined");
    expect(degraded?.reason).toBe("model_unavailable");
    // It is not asked again at once, and is after a while.
    await guild.digest.context("7", PATIENT);
    expect(model.count("merge")).toBe(1);
    db.clock.advance(10 * 60_000);
    await guild.digest.context("7", PATIENT);
    expect(model.count("merge")).toBe(2);
  });

  it("H6: a day that fails holds up no other, and its most telling lines stand in for it", async () => {
    const { guild, chat } = await guildAt("2026-05-12T10:00:00Z", (asked) => {
      if (asked.job !== "day") return asked.prompt;
      return asked.prompt.includes("2026-05-10T") ? new Error("down") : summaries(asked, "was fine");
    });
    for (const day of ["09", "10", "11"])
      await chat("7", "I painted my kitchen blue", `2026-05-${day}T09:00:00Z`);
    const { parts, degraded } = await guild.digest.context("7", PATIENT);
    expect(degraded?.reason).toBe("model_unavailable");
    expect(parts.history).toContain("User 7 was fine.");
    expect(parts.history).toContain("Said: “I painted my kitchen blue”");
  });

  it("H7: one user's failure is that user's alone", async () => {
    const { guild, chat, remember } = await guildAt("2026-05-12T10:00:00Z", (asked) => {
      if (asked.job === "day") return summaries(asked);
      return asked.ids.includes("7") ? new Error("down") : "merge text of Name8";
    });
    for (const author of ["7", "8"]) {
      await chat(author, "I am here", "2026-05-12T09:00:00Z");
      await remember(author, `Name${author} is a nurse`);
    }
    expect(await guild.digest.context("7", PATIENT)).toMatchObject({ source: "joined" });
    expect(await guild.digest.context("8", PATIENT)).toMatchObject({ source: "merged", degraded: null });
  });

  it("H8, R77, R105, R106, R310: today is kept for its hour and never stored; a day that is over is stored once", async () => {
    const { guild, model, chat, memoir } = await guildAt("2026-05-12T10:59:00Z", answers);
    await chat("7", "I am here", "2026-05-12T09:00:00Z");
    await chat("7", "I was here", "2026-05-11T09:00:00Z");
    await guild.digest.context("7", PATIENT);
    expect(model.count("day")).toBe(2);
    const stored = () =>
      db.query<{ day: string; summaries: string; method: string }>(
        "select day, summaries, method from day_summary where tenant = $1 order by day",
        [db.tenant],
      );
    const yesterday = { day: "2026-05-11", summaries: '{"7":"User 7 was here."}', method: "model" };
    expect(await stored()).toEqual([yesterday]);
    // C30: the next hour is another bucket, an hour or not.
    db.clock.advance(60_000);
    await chat("7", "I am still here", "2026-05-12T11:00:00Z");
    await guild.digest.context("7", PATIENT);
    expect(model.count("day")).toBe(3);
    db.clock.advance(59 * 60_000);
    await guild.digest.context("7", PATIENT);
    expect(model.count("day")).toBe(3);
    expect(await stored()).toEqual([yesterday]);
    await memoir.close();
    // Another process finds it there.
    const again = await guildAt("2026-05-12T12:00:00Z", answers);
    await again.guild.digest.context("7", PATIENT);
    expect(again.model.asked.filter(({ prompt }) => prompt.includes("2026-05-11T"))).toEqual([]);
  });

  it("H9, R77, R310: after midnight the day that was current is made again, whole, and the window moves", async () => {
    const { guild, model, chat } = await guildAt("2026-05-12T22:00:00Z", (asked) =>
      asked.job === "day" ? summaries(asked, asked.prompt.includes("late") ? "stayed late" : "left") : "text",
    );
    await chat("7", "I am here", "2026-05-12T09:00:00Z");
    await chat("7", "I am old", "2026-05-06T09:00:00Z");
    expect((await guild.digest.context("7", PATIENT)).parts.today).toBe("User 7 left.");
    await chat("7", "It is late, I go home", "2026-05-12T22:00:00Z");
    db.clock.now = Date.parse("2026-05-13T08:00:00Z");
    const { parts } = await guild.digest.context("7", PATIENT);
    expect(parts).toMatchObject({ today: null, history: "2026-05-12: User 7 stayed late." });
    expect(model.count("day")).toBe(3);
  });

  it("H10, R311: a refused day of the past is stored as empty and not asked for again; a refused today is not kept", async () => {
    let refuse = true;
    const { guild, model, chat } = await guildAt("2026-05-12T10:00:00Z", (asked) =>
      asked.job === "day" && refuse ? { finish: "refusal" } : answers(asked),
    );
    await chat("7", "I am here", "2026-05-12T09:00:00Z");
    await chat("7", "I was here", "2026-05-11T09:00:00Z");
    expect(await guild.digest.context("7", PATIENT)).toMatchObject({
      ...{ text: null, parts: { today: null, history: null }, degraded: { reason: "model_refused" } },
    });
    expect(
      await db.query("select day, summaries, method from day_summary where tenant = $1", [db.tenant]),
    ).toEqual([{ day: "2026-05-11", summaries: "{}", method: "blocked" }]);
    refuse = false;
    const { parts } = await guild.digest.context("7", PATIENT);
    expect(parts).toMatchObject({ today: "User 7 was here.", history: null });
    expect(model.asked.filter(({ prompt }) => prompt.includes("2026-05-11T"))).toHaveLength(1);
  });

  it("H11, R312: a hundred who ask at once share one build", async () => {
    const { guild, model } = await whole(answers);
    const all = await Promise.all(Array.from({ length: 100 }, () => guild.digest.context("7", PATIENT)));
    expect(new Set(all.map(({ text }) => text))).toEqual(new Set(["merge text of Name7"]));
    expect([model.count("day"), model.count("merge")]).toEqual([2, 1]);
  });

  it("H12, R312: who waits too long gets the last good context, and the work goes on", async () => {
    const held = gate();
    let hold = false;
    const { guild, chat, model } = await whole(async (asked) => {
      if (hold) await held.opened;
      return asked.job === "merge" ? `Name7, merged ${model.count("merge")}` : answers(asked);
    });
    expect((await guild.digest.context("7", PATIENT)).text).toBe("Name7, merged 1");
    hold = true;
    await chat("8", "something new", "2026-05-12T11:00:00Z");
    db.clock.now = Date.parse("2026-05-12T11:01:00Z");
    await chat("7", "I have news", "2026-05-12T11:01:00Z");
    const late = await guild.digest.context("7", { deadlineMs: 0 });
    expect(late).toMatchObject({
      text: "Name7, merged 1",
      source: "last_good",
      degraded: { reason: "deadline" },
    });
    const waiting = guild.digest.context("7", PATIENT);
    held.open();
    expect(await waiting).toMatchObject({ source: "merged", degraded: null });
  });

  it("H12, R82: a last good context with a fact that was forgotten since is not served", async () => {
    const held = gate();
    let hold = false;
    const { guild, memoir } = await whole(async (asked) => {
      if (hold) await held.opened;
      return asked.job === "merge" ? "Name7 is a nurse, and busy." : answers(asked);
    });
    expect((await guild.digest.context("7", PATIENT)).text).toContain("nurse");
    hold = true;
    const own = await memoir.scopeFor(
      { platform: "discord", groupId: "42", userId: "7" },
      { tenant: db.tenant },
    );
    await own.forget({ about: "nurse" });
    const { text, source } = await guild.digest.context("7", { deadlineMs: 0 });
    expect(text ?? "").not.toContain("nurse");
    expect(source).not.toBe("last_good");
    held.open();
  });

  it("H13, H14, F2, R95, R96: the prompt is XML, everybody is in it once, by id and by name", async () => {
    const { guild, model, chat } = await guildAt("2026-05-12T10:00:00Z", answers);
    await chat("7", "hello <@8>, I am here", "2026-05-12T09:00:00Z");
    await chat("8", "I am here, too", "2026-05-12T09:01:00Z");
    await chat("7", "I leave", "2026-05-12T09:02:00Z");
    await guild.digest.context("7", PATIENT);
    expect(model.asked[0]?.prompt.split("\n")).toEqual([
      ...["<target_users>"],
      ...["<user>", "<user_id>7</user_id>", "<name>Name7</name>", "</user>"],
      ...["<user>", "<user_id>8</user_id>", "<name>Name8</name>", "</user>"],
      ...["</target_users>", "<messages>"],
      ...["<message>", "<timestamp>2026-05-12T09:00:00.000Z</timestamp>", "<author_id>7</author_id>"],
      ...["<author>Name7</author>", "<content>hello @Name8, I am here</content>", "</message>"],
      ...["<message>", "<timestamp>2026-05-12T09:01:00.000Z</timestamp>", "<author_id>8</author_id>"],
      ...["<author>Name8</author>", "<content>I am here, too</content>", "</message>"],
      ...["<message>", "<timestamp>2026-05-12T09:02:00.000Z</timestamp>", "<author_id>7</author_id>"],
      ...["<author>Name7</author>", "<content>I leave</content>", "</message>"],
      "</messages>",
    ]);
  });

  it("H16: the language of the chat is kept, and asked for", async () => {
    const { guild, model, chat } = await guildAt("2026-05-12T10:00:00Z", (asked) =>
      asked.job === "day" ? { "7": "用户今天压力很大。" } : "text",
    );
    await chat("7", "今天工作压力好大", "2026-05-12T09:00:00Z");
    expect((await guild.digest.context("7", PATIENT)).text).toBe("用户今天压力很大。");
    expect(model.asked[0]?.system).toContain("in the language that the people use");
  });

  it("R79, R119: the database keeps ids, prompts and contexts the names of the moment", async () => {
    const { guild, chat } = await guildAt("2026-05-12T10:00:00Z", (asked) =>
      asked.job === "day" ? { "7": "Name7 argued with Name8 about tea." } : "text",
    );
    await chat("7", "tea is better", "2026-05-11T09:00:00Z");
    await chat("8", "never", "2026-05-11T09:01:00Z");
    await guild.digest.context("7", PATIENT);
    const [row] = await db.query<{ summaries: string }>(
      "select summaries from day_summary where tenant = $1",
      [db.tenant],
    );
    expect(row?.summaries).toBe('{"7":"<@7> argued with <@8> about tea."}');
    await guild.observe([{ author: "8", authorName: "Zoe", text: "hi", at: "2026-05-12T09:00:00Z" }]);
    expect((await guild.digest.context("7", PATIENT)).parts.history).toBe(
      "2026-05-11: Name7 argued with Zoe about tea.",
    );
  });

  it("R313: an edit or a delete takes the summaries of its day, and of no other", async () => {
    const { guild, model, chat } = await guildAt("2026-05-12T10:00:00Z", (asked) =>
      asked.job === "day"
        ? summaries(asked, asked.prompt.includes("secret") ? "told a secret" : "said little")
        : asked.prompt,
    );
    await guild.observe([
      { id: "e1", author: "7", authorName: "Name7", text: "my secret is X", at: "2026-05-10T09:00:00Z" },
      { id: "e2", author: "7", authorName: "Name7", text: "my secret is Y", at: "2026-05-11T09:00:00Z" },
    ]);
    await chat("7", "hello", "2026-05-12T09:00:00Z");
    const history = async () => (await guild.digest.context("7", PATIENT)).parts.history ?? "";
    expect((await history()).match(/told a secret/g)).toHaveLength(2);
    const days = model.count("day");
    expect(await guild.events.edit("e1", "I am fine")).toBe(true);
    expect((await guild.events.get("e1"))?.text).toBe("I am fine");
    const after = await history();
    expect(after.match(/told a secret/g)).toHaveLength(1);
    expect(after).toContain("said little");
    // The edited day and today, whose messages may have been meant.
    expect(model.count("day")).toBe(days + 2);
    expect(await guild.events.remove("e2")).toBe(true);
    expect(await history()).not.toContain("secret");
    expect(await guild.events.remove("e2")).toBe(false);
    expect(await guild.events.edit("never", "x")).toBe(false);
  });

  it("R313: a message that comes late is in its day", async () => {
    const { guild, model, chat } = await guildAt("2026-05-12T10:00:00Z", answers);
    await chat("7", "I was here", "2026-05-11T09:00:00Z");
    await guild.digest.context("7", PATIENT);
    await chat("7", "I forgot to send this", "2026-05-11T23:00:00Z");
    await guild.digest.context("7", PATIENT);
    expect(model.asked.at(-1)?.prompt).toContain("I forgot to send this");
  });

  it("R310: a day begins where the configured zone says", async () => {
    const { guild, model, chat } = await guildAt("2026-05-12T10:00:00Z", answers, {
      digest: { zone: "Asia/Shanghai" },
    });
    await chat("7", "still the eleventh in UTC", "2026-05-11T16:30:00Z");
    await chat("7", "the eleventh everywhere", "2026-05-11T15:59:59Z");
    const { parts } = await guild.digest.context("7", PATIENT);
    expect(parts).toMatchObject({ today: "User 7 was here.", history: "2026-05-11: User 7 was here." });
    expect(
      model.asked.filter(({ job }) => job === "day").map(({ prompt }) => prompt.match(/<message>/g)?.length),
    ).toEqual([1, 1]);
  });

  it("R103: a role that has used up its own budget leaves the others theirs", async () => {
    const { guild } = await whole(answers, { digest: { limits: { merge: { dailyTokenBudget: 1 } } } });
    expect(await guild.digest.context("7", PATIENT)).toMatchObject({
      ...{ source: "joined", degraded: { reason: "budget_exhausted" } },
      text: "Name7 is a nurse. User 7 was here. 2026-05-11: User 7 was here.",
    });
  });

  it("C30: multi_day merges the facts with each day's own summary, without a history in between", async () => {
    const { guild, model } = await whole(answers, { digest: { merge: "multi_day" } });
    expect((await guild.digest.context("7", PATIENT)).source).toBe("merged");
    expect(model.count("history")).toBe(0);
    expect(model.asked.at(-1)?.prompt).toContain(
      "<historical_summary>2026-05-11: User 7 was here.</historical_summary>",
    );
  });

  it("C18: a hard forget takes what was made from the erased words", async () => {
    const { guild, memoir, chat } = await guildAt("2026-05-12T10:00:00Z", (asked) =>
      asked.job === "day"
        ? summaries(asked, asked.prompt.includes("Reykjavik") ? "lives in Reykjavik" : "said little")
        : asked.prompt,
    );
    await chat("7", "Remember that I live in Reykjavik.", "2026-05-11T09:00:00Z");
    await chat("7", "I like rain", "2026-05-11T10:00:00Z");
    await readRequests();
    const [fact] = (await guild.memories.list()).items.filter(({ text }) => text.includes("Reykjavik"));
    expect((await guild.digest.context("7", PATIENT)).parts.history).toContain("Reykjavik");
    await guild.forget({ id: fact!.id }, { hard: true });
    const rows = await db.query<{ summaries: string }>("select summaries from day_summary");
    expect(JSON.stringify(rows)).not.toContain("Reykjavik");
    const { text } = await guild.digest.context("7", PATIENT);
    expect(text).not.toContain("Reykjavik");
    expect(await memoir.check()).toEqual([]);
  });

  it("C18: what was softly forgotten is not told of its day, and comes back when it is restored", async () => {
    const { guild, chat } = await guildAt("2026-05-12T10:00:00Z", (asked) =>
      asked.job === "day"
        ? summaries(asked, asked.prompt.includes("Reykjavik") ? "lives in Reykjavik" : "said little")
        : asked.prompt,
    );
    await chat("7", "Remember that I live in Reykjavik.", "2026-05-11T09:00:00Z");
    await chat("7", "I like rain", "2026-05-11T10:00:00Z");
    await readRequests();
    const [fact] = (await guild.memories.list()).items.filter(({ text }) => text.includes("Reykjavik"));
    await guild.forget({ id: fact!.id });
    expect((await guild.digest.context("7", PATIENT)).parts.history).not.toContain("Reykjavik");
    await guild.memories.restore(fact!.id);
    expect((await guild.digest.context("7", PATIENT)).parts.history).toContain("Reykjavik");
  });

  it("R118: messages lose their words after a month, though nothing reads them by itself", async () => {
    const { guild, memoir } = await guildAt("2026-05-12T10:00:00Z", answers);
    await guild.observe([{ id: "old", author: "7", text: "I was here" }]);
    db.clock.now = Date.parse("2026-06-12T10:00:01Z");
    await memoir.work();
    expect((await guild.events.get("old"))?.text).toBe("[erased]");
  });

  it("R118: summaries of days go after their retention", async () => {
    const { guild, memoir, chat } = await guildAt("2026-05-12T10:00:00Z", answers);
    await chat("7", "I was here", "2026-05-11T09:00:00Z");
    await guild.digest.context("7", PATIENT);
    const count = async () =>
      (await db.query("select day from day_summary where tenant = $1", [db.tenant])).length;
    db.clock.now = Date.parse("2026-06-10T23:59:59Z");
    await memoir.work();
    expect(await count()).toBe(1);
    db.clock.now = Date.parse("2026-06-11T00:00:00Z");
    await memoir.work();
    expect(await count()).toBe(0);
  });
});
