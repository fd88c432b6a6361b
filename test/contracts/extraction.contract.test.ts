import { describe, expect, it } from "vitest";
import type { EventInput, ScopeHandle, WriteReport } from "../../src/index.ts";
import { startScriptedModel } from "../../src/testing/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { everything, refused } from "./support/expect.ts";
import { stateOf } from "./support/state.ts";

const MINUTE = 60_000;

/** A report in short. */
const told = ({ entries }: WriteReport): string[] =>
  entries.map(({ outcome, text }) => `${outcome}: ${text}`);

describe.each(anyMemoir)("extraction on $name", (kind) => {
  const db = useMemoir(kind);

  /** Each message a minute after the one before. */
  const say = async (scope: ScopeHandle, ...messages: (string | EventInput)[]): Promise<void> => {
    for (const message of messages) {
      db.clock.advance(MINUTE);
      await scope.observe([typeof message === "string" ? { text: message } : message]);
    }
  };
  const heard = async (scope: ScopeHandle, ...messages: (string | EventInput)[]): Promise<WriteReport> => {
    await say(scope, ...messages);
    return scope.flush();
  };
  const texts = async (
    scope: ScopeHandle,
    status: "active" | "shadow" | "pending" | "superseded" = "active",
  ) => (await everything(scope.memories.list({ status: [status] }))).map(({ text }) => text).toSorted();

  it.each([
    {
      language: "English",
      said: [
        "Remember that I live in Paris.",
        "Remember that I'm allergic to peanuts. Remember that I like green tea.",
        "Remember that I really like green tea!",
        "Remember that I live in Berlin.",
        "I live in Oslo now.",
        "I live in Paris. Remember that.",
        "What should I cook tonight?",
      ],
      reports: [
        ["added: Alice lives in Paris."],
        ["added: Alice is allergic to peanuts.", "added: Alice likes green tea."],
        ["reinforced: Alice really likes green tea."],
        ["superseded: Alice lives in Berlin."],
        ["ignored: I live in Oslo now."],
        ["revived: Alice lives in Paris."],
        ["ignored: What should I cook tonight?"],
      ],
      active: ["Alice is allergic to peanuts.", "Alice likes green tea.", "Alice lives in Paris."],
    },
    {
      language: "Chinese",
      said: [
        "记住我住在北京。",
        "记住我对花生过敏。记住我喜欢喝绿茶。",
        "记住我很喜欢喝绿茶！",
        "记住我住在上海。",
        "我搬到广州了。",
        "请记住我住在北京。",
        "今晚吃什么好呢？",
      ],
      reports: [
        ["added: Alice住在北京。"],
        ["added: Alice对花生过敏。", "added: Alice喜欢喝绿茶。"],
        ["reinforced: Alice很喜欢喝绿茶。"],
        ["superseded: Alice住在上海。"],
        ["ignored: 我搬到广州了。"],
        ["revived: Alice住在北京。"],
        ["ignored: 今晚吃什么好呢？"],
      ],
      active: ["Alice住在北京。", "Alice喜欢喝绿茶。", "Alice对花生过敏。"],
    },
  ])("flush() says what came of what was said: $language", async ({ said, reports, active }) => {
    const alice = db.scope("user:alice");
    for (const [i, message] of said.entries()) {
      const report = await heard(alice, { id: `m${i}`, text: message });
      expect([report.events, ...told(report)]).toEqual([1, ...(reports[i] ?? [])]);
      for (const entry of report.entries) {
        expect(entry).toMatchObject({ eventId: `m${i}`, reason: expect.stringMatching(/\w/) });
        const kept = entry.memory === null ? null : await alice.memories.get(entry.memory.id);
        expect([entry.outcome === "ignored", entry.memory]).toEqual([kept === null, kept]);
      }
    }
    expect(await texts(alice)).toEqual(active.toSorted());
    expect(await alice.flush()).toEqual({ events: 0, entries: [] });
  });

  it("R4: each message has a decision, also when nothing came of it; its words go with the event", async () => {
    const alice = db.scope("user:alice");
    await say(
      alice,
      { id: "m1", text: "Remember that I live in Berlin." },
      { id: "m2", role: "assistant", text: "Lovely city!" },
      { id: "m3", text: "Where do I live?" },
      { id: "m4", text: "谢谢！" },
      { id: "m5", role: "tool", text: "18 °C in Berlin" },
      { id: "m6", text: "The Zugspitze was cloudy in that film." },
    );
    const { entries } = await alice.flush();
    const expected = [
      ["m1", "added", "nothing like it is known"],
      ["m2", "ignored", "an assistant's words"],
      ["m3", "ignored", "a question"],
      ["m4", "ignored", "small talk"],
      ["m5", "ignored", "a tool's words"],
      ["m6", "ignored", "nobody asked to remember it"],
    ];
    expect(entries.map(({ eventId, outcome, reason }) => [eventId, outcome, reason])).toEqual(expected);
    expect(entries[5]).toMatchObject({ text: "The Zugspitze was cloudy in that film.", memory: null });
    const log = async (): Promise<unknown[]> =>
      (await everything(alice.memories.decisions())).map(({ eventId, outcome, reason, stage, memoryId }) => [
        eventId,
        outcome === "create" ? "added" : outcome,
        reason,
        ...(outcome === "ignored" ? [stage, memoryId] : []),
      ]);
    const before = await log();
    expect(before.reverse()).toEqual(
      expected.map((one) => (one[1] === "ignored" ? [...one, "extract", null] : one)),
    );
    // Reading again adds nothing, and the log holds no word of what was ignored.
    await alice.flush();
    expect(await log()).toHaveLength(6);
    const rows = await db.query("select * from decision where tenant = $1", [db.tenant]);
    expect(JSON.stringify(rows)).not.toContain("Zugspitze");
    const ignored = await everything(alice.memories.decisions(undefined, { outcome: "ignored" }));
    expect(ignored).toHaveLength(5);
  });

  it("a claim that says more takes the place of the one that says less", async () => {
    await using model = await startScriptedModel({
      answer: ({ messages }) => {
        const said = /^#(\d+) user (?![^:\n]*\(earlier)[^:\n]*: I live in (.*)\.$/m.exec(
          messages[0]!.content,
        );
        const text = `Alice lives in ${said![2]}.`;
        const fact = { text, type: "profile", subject: "Alice", slot: "home", source: Number(said![1]) };
        return { object: { facts: [{ ...fact, quote: `I live in ${said![2]}` }] } };
      },
    });
    const memoir = await db.open({ model: model.model, settings: { models: { retries: 0 } } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const [first] = (await heard(alice, "I live in Berlin.")).entries;
    const report = await heard(alice, "I live in Kreuzberg, Berlin.");
    expect(told(report)).toEqual(["merged: Alice lives in Kreuzberg, Berlin."]);
    expect(report.entries[0]?.memory).toMatchObject({
      id: first?.memory?.id,
      text: "Alice lives in Kreuzberg, Berlin.",
      evidenceCount: 2,
    });
    expect(await texts(alice)).toEqual(["Alice lives in Kreuzberg, Berlin."]);
    // Where she lives again, nobody has said as precisely.
    await heard(alice, "I live in Munich.");
    await heard(alice, "I live in Berlin.");
    expect(await texts(alice)).toEqual(["Alice lives in Berlin."]);
  });

  it("what is replaced is named, and kept with its time", async () => {
    const alice = db.scope("user:alice");
    const [paris] = (await heard(alice, "Remember that I live in Paris.")).entries;
    const [berlin] = (await heard(alice, "Remember that I live in Berlin.")).entries;
    expect(berlin?.replaced).toEqual([paris?.memory?.id]);
    expect(await alice.memories.get(paris!.memory!.id)).toMatchObject({
      status: "superseded",
      supersededBy: berlin?.memory?.id,
    });
  });

  it("evidence is the very words, in the speaker's language", async () => {
    const alice = db.scope("user:alice");
    const said = {
      m1: "Morning! 🎉 Remember that I'm allergic to peanuts. And remember that I live in Berlin.",
      m2: "哈哈！记住我对花生过敏。我住在北京。请记住这一点。",
    };
    await heard(alice, { id: "m1", text: said.m1 }, { id: "m2", text: said.m2 });
    const words: Record<string, string[]> = {};
    for (const memory of await everything(alice.memories.list())) {
      const { evidence, validity } = await alice.memories.proof(memory.id);
      expect(validity).toHaveLength(memory.status === "superseded" ? 2 : 1);
      for (const { event, eventId, span, method, trust } of evidence) {
        expect([method, trust]).toEqual(["user_explicit", 1]);
        expect(event.text).toBe(said[eventId as keyof typeof said]);
        words[memory.text] = [...(words[memory.text] ?? []), event.text.slice(span?.[0], span?.[1])];
      }
    }
    expect(words).toEqual({
      "Alice is allergic to peanuts.": ["Remember that I'm allergic to peanuts"],
      "Alice lives in Berlin.": ["And remember that I live in Berlin"],
      "Alice对花生过敏。": ["记住我对花生过敏"],
      "Alice住在北京。": ["我住在北京"],
    });
  });

  describe("the watermark (C14, C15)", () => {
    const watermark = async (): Promise<number[]> =>
      (
        await db.query<{ n: number }>("select extracted_seq as n from scope where tenant = $1", [db.tenant])
      ).map(({ n }) => n);

    it("nothing is read twice, and what comes later is read", async () => {
      const alice = db.scope("user:alice");
      await heard(alice, "Remember that I live in Paris.", "Nice weather today, isn't it?");
      expect(await watermark()).toEqual([2]);
      const before = await stateOf(db, db.tenant);
      expect(await alice.flush()).toEqual({ events: 0, entries: [] });
      expect(await stateOf(db, db.tenant)).toEqual(before);
      expect(told(await heard(alice, "Remember that I like green tea."))).toEqual([
        "added: Alice likes green tea.",
      ]);
      expect(await watermark()).toEqual([3]);
    });

    it("a long conversation is read to its end, in order", async () => {
      const alice = db.scope("user:alice");
      const said = Array.from({ length: 95 }, (_, i) => ({
        id: `m${i}`,
        text:
          i % 9 === 0
            ? `Remember that I live in ${["Paris", "Berlin", "Oslo"][(i / 9) % 3]}.`
            : `Message ${i} about nothing.`,
      }));
      db.clock.advance(MINUTE);
      await alice.observe(said);
      const report = await alice.flush();
      expect(report.events).toBe(95);
      expect(report.entries).toHaveLength(95);
      expect(report.entries.filter(({ outcome }) => outcome !== "ignored")).toHaveLength(11);
      expect(await texts(alice)).toEqual(["Alice lives in Berlin."]);
      expect(await watermark()).toEqual([95]);
    });

    it("events that come while others are read are not lost", async () => {
      const alice = db.scope("user:alice");
      const cities = ["Paris", "Berlin", "Oslo", "Rome", "Lima", "Cairo", "Tokyo", "Quito"];
      const reports: Promise<WriteReport>[] = [];
      for (const [i, city] of cities.entries()) {
        db.clock.advance(MINUTE);
        const observing = alice.observe([
          { id: `m${i}`, text: `Remember that I have a friend in ${city}. Remember that I live in ${city}.` },
        ]);
        reports.push(alice.flush());
        await observing;
      }
      reports.push(alice.flush());
      const all = (await Promise.all(reports)).flatMap(({ entries }) => entries);
      expect(
        all.filter(({ text }) => text.startsWith("Alice lives in")).map(({ eventId }) => eventId),
      ).toEqual(cities.map((_, i) => `m${i}`));
      expect((await texts(alice)).filter((text) => text.startsWith("Alice lives in"))).toEqual([
        "Alice lives in Quito.",
      ]);
      expect(await watermark()).toEqual([cities.length]);
    });

    it("flushing after every message, or once at the end, comes to the same", async () => {
      const conversation = [
        "Remember that my name is Alice Weber.",
        { role: "assistant", text: "Hello Alice! Where do you live?" },
        "Paris.",
        "Remember that I live in Paris. Remember that I work as a nurse.",
        "I have a brother called Tom. Remember that.",
        "Remember that my brother Tom lives in Oslo.",
        "Please forget that my brother Tom lives in Oslo.",
        "Remember that my brother Tom lives in Bergen.",
        "记住我喜欢喝绿茶。",
        "Remember that I no longer work as a nurse.",
        "Let's role-play. You are a dragon and I am a knight.",
        ...Array.from({ length: 9 }, (_, i) => [
          { role: "assistant" as const, text: `I breathe fire at you, ${i} times!` },
          `I raise my shield ${i} times.`,
        ]).flat(),
        "I live in Camelot.",
        { role: "assistant", text: "I fly away." },
        "Okay, end of the role-play. Remember that I live in Nice.",
      ] satisfies (string | EventInput)[];
      const [each, once] = [
        db.scope("user:alice"),
        db.memoir.scope("user:alice", { tenant: `${db.tenant}-b` }),
      ];
      const start = db.clock.now;
      for (const message of conversation) await heard(each, message);
      db.clock.now = start;
      await heard(once, ...conversation);
      expect(await texts(each)).toEqual(await texts(once));
      expect((await texts(each)).filter((text) => /live/.test(text))).toEqual([
        "Alice lives in Nice.",
        "Alice's brother Tom lives in Bergen.",
      ]);
    });

    it("an abort, or an operator's switch, leaves what is not read for later", async () => {
      const alice = db.scope("user:alice");
      await say(alice, "Remember that I live in Paris.");
      await refused(alice.flush({ signal: AbortSignal.abort() }), "aborted");
      const operator = db.memoir.operator(db.tenant);
      await operator.readOnly(true);
      await refused(alice.flush(), "read_only");
      await operator.readOnly(false);
      await operator.scopeWrites("user:alice", false);
      await refused(alice.flush(), "writes_disabled");
      await operator.scopeWrites("user:alice", true);
      expect(await watermark()).toEqual([0]);
      expect(told(await alice.flush())).toEqual(["added: Alice lives in Paris."]);
    });

    it("switched off, nothing is read, also by a job that was asked for before", async () => {
      const alice = db.scope("user:alice");
      await say(alice, "Remember that I live in Paris.", { role: "assistant", text: "Noted." });
      const off = await db.open({ settings: { enable: false } });
      expect(await off.scope("user:alice", { tenant: db.tenant }).flush()).toEqual({
        events: 0,
        entries: [],
      });
      await db.work(off);
      expect(await watermark()).toEqual([0]);
      expect(await texts(alice)).toEqual([]);
    });
  });

  describe("validity", () => {
    it("R330: A → B → A is one row with two intervals, and asOf reads what was so", async () => {
      const alice = db.scope("user:alice");
      const at = (month: string): string => `2025-${month}-01T00:00:00Z`;
      // All read at once, long after: what counts is when it was said.
      await alice.observe([
        { id: "a", text: "Remember that I live in Paris.", at: at("01") },
        { id: "b", text: "Remember that I live in Berlin.", at: at("04") },
        { id: "c", text: "Remember that I live in Paris.", at: at("08") },
      ]);
      await alice.flush();
      const rows = await everything(alice.memories.list());
      expect(rows.map(({ text, status }) => `${status}: ${text}`).toSorted()).toEqual([
        "active: Alice lives in Paris.",
        "superseded: Alice lives in Berlin.",
      ]);
      const held = async (text: string): Promise<string[]> => {
        const { validity } = await alice.memories.proof(rows.find((row) => row.text === text)!.id);
        return validity
          .filter(({ revTo }) => revTo === null)
          .map(({ validFrom, validTo }) => `${validFrom.toISOString()}–${validTo?.toISOString() ?? ""}`);
      };
      const iso = (month: string): string => new Date(at(month)).toISOString();
      expect(await held("Alice lives in Paris.")).toEqual([`${iso("01")}–${iso("04")}`, `${iso("08")}–`]);
      expect(await held("Alice lives in Berlin.")).toEqual([`${iso("04")}–${iso("08")}`]);
      const then = async (month: string): Promise<string[]> => {
        const { hits } = await alice.recall("where does Alice live?", { asOf: at(month), threshold: 0 });
        return hits.map(({ text }) => text);
      };
      expect(await then("02")).toEqual(["Alice lives in Paris."]);
      expect(await then("05")).toEqual(["Alice lives in Berlin."]);
      expect(await then("09")).toEqual(["Alice lives in Paris."]);
      expect(await then("12")).toEqual(["Alice lives in Paris."]);
    });

    it("what ended is not so any more, and stands as ended", async () => {
      const alice = db.scope("user:alice");
      await heard(alice, "Remember that I like green tea.", "记住我喜欢喝咖啡。");
      await heard(alice, "Remember that I no longer like green tea.", "记住我不再喜欢喝咖啡了。");
      expect(await texts(alice, "superseded")).toEqual(["Alice likes green tea.", "Alice喜欢喝咖啡。"]);
      expect(await texts(alice)).toEqual(["Alice no longer likes green tea.", "Alice不再喜欢喝咖啡了。"]);
    });
  });
});
