import { beforeEach, describe, expect, it } from "vitest";
import type { Memoir, MemoirOptions, ScopeHandle } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { everything } from "./support/expect.ts";
import { refusal, type SummaryModel, summaryModel, type Turn } from "./support/summary-model.ts";

interface Message {
  id: string;
  role: string;
  content: string;
  createdAt?: unknown;
}

function talk(turns: number, from = 0): Message[] {
  return Array.from({ length: turns }, (_, i) => [
    { id: `u${from + i}`, role: "user", content: `Question ${from + i}` },
    { id: `a${from + i}`, role: "assistant", content: `Answer ${from + i}` },
  ]).flat();
}

const WINDOW = { contextWindow: 100_000 };

/** The tests of nanobot, whose idea compression as memory is (REQUIREMENTS, H), by their numbers there. */
describe.each(anyMemoir)("nanobot's own tests on $name", (kind) => {
  const db = useMemoir(kind);
  let memoir: Memoir;
  let scope: ScopeHandle;
  let model: SummaryModel;
  const opened = async (policy: MemoirOptions["settings"] = {}): Promise<void> => {
    memoir = await db.open({ preset: "picobot", model, settings: policy });
    scope = memoir.scope("global", { tenant: db.tenant });
  };
  beforeEach(async () => {
    model = summaryModel();
    await opened();
  });
  const texts = async (): Promise<string[]> =>
    (await everything(scope.memories.list({ kind: "timeline" }))).map(({ text }) => text).reverse();
  const observe = async (messages: Message[], session = "s1"): Promise<void> => {
    await scope.observe(
      messages.map(({ id, role, content }) => ({ id, role: role as "user", content, session })),
    );
  };

  it("1: the pointer persists", async () => {
    await scope.session("s1").compress(talk(3), WINDOW);
    await opened();
    const again = await scope.session("s1").compress(talk(3), WINDOW);
    expect(again).toMatchObject({ reason: null, entries: [], kept: [4, 5] });
    expect(model.prompts).toHaveLength(1);
  });

  it.each(["1000000", "-5"])(
    "1: a pointer out of range (%s) is clamped, and hides nothing new",
    async (pointer) => {
      await observe(talk(1));
      await db.query(`update session set compressed_seq = ${pointer} where tenant = $1 returning 1 as one`, [
        db.tenant,
      ]);
      const result = await scope.session("s1").compress([...talk(1), ...talk(3, 1)], WINDOW);
      expect(result.reason).toBe("n_turns");
      expect(model.prompts.join()).toContain("Question 2");
    },
  );

  it("2: the list of messages is never mutated", async () => {
    const given = Object.freeze(talk(3).map((one) => Object.freeze(one)));
    const { messages } = await scope.session("s1").compress(given, WINDOW);
    expect(given).toEqual(talk(3));
    expect(messages).not.toBe(given);
  });

  it("3: what is appended while a summary is written stays unarchived", async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const slow: SummaryModel = {
      ...model,
      async generate(request) {
        asked.resolve();
        await answer.promise;
        return model.generate(request);
      },
    };
    const other = (await db.open({ preset: "picobot", model: slow })).scope("global", { tenant: db.tenant });
    const compressing = other.session("s1").compress(talk(3), WINDOW);
    await asked.promise;
    await observe(talk(1, 3));
    answer.resolve();
    expect((await compressing).kept).toEqual([4, 5]);
    // Appended before the summary was there, and still live.
    const next = await scope.session("s1").compress(talk(4), WINDOW);
    expect(next.kept).toEqual([4, 5, 6, 7]);
    expect(model.prompts.join()).not.toContain("Question 3");
  });

  it.each<[string, Turn]>([
    ["a failure", refusal()],
    ["an empty reply", "  \n"],
    ["a reply that is only thought", "<think>what shall I say"],
    ["a call of a tool", { text: "memory_store()", finish: "tool" }],
    ["a reply that was cut off", { text: "User asked about", finish: "length" }],
  ])("4: %s ends in a dump", async (_, turn) => {
    await opened({ timeline: { maxFailures: 1 } });
    model.next(turn, turn, turn, turn);
    const result = await scope.session("s1").compress(talk(3), WINDOW);
    expect(result).toMatchObject({
      entries: [{ tags: ["raw"] }],
      kept: [4, 5],
      degraded: { reason: /^model_/ },
    });
    expect((await texts())[0]).toMatch(/^\[2026-03-01 12:00\] \[RAW\] 4 messages\n/);
  });

  it("5: a dump advances the pointer and ends the rounds", async () => {
    await opened({ timeline: { maxFailures: 1 } });
    const long = talk(30).map((one) => ({ ...one, content: `${one.content} ${"word ".repeat(300)}` }));
    await observe(long);
    model.next(refusal());
    const first = await scope.session("s1").consolidate();
    expect(first.entries.every(({ tags }) => tags.includes("raw"))).toBe(true);
    expect(model.prompts).toHaveLength(1);
    const second = await scope.session("s1").consolidate();
    expect(second.entries.length).toBeGreaterThan(0);
    expect(model.prompts[1]).not.toContain("Question 0 ");
    const dumped = (await texts()).filter((text) => text.includes("[RAW]")).join("\n");
    for (const { content } of long) {
      const words = content.slice(0, content.indexOf(" word"));
      const times = [dumped, ...model.prompts.slice(1)].filter((text) =>
        text.includes(`${words} word`),
      ).length;
      expect([words, times]).toEqual([words, 1]);
    }
  });

  it("6: a summary that is too long is capped", async () => {
    await opened({ timeline: { maxSummaryChars: 100 } });
    model.next(`User asked about Porto${Array.from({ length: 100 }, (_, i) => `, place${i}`).join("")}.`);
    await scope.session("s1").compress(talk(3), WINDOW);
    const [text] = await texts();
    expect(text).toHaveLength("[2026-03-01 12:00] ".length + 100);
    expect(text!.endsWith("…")).toBe(true);
  });

  it("7: an idle session is archived once, however many look", async () => {
    await observe(talk(1));
    db.clock.advance(600_000);
    await Promise.all([db.work(memoir), db.work(memoir)]);
    await db.work(memoir);
    expect(await texts()).toHaveLength(1);
  });

  it("8: a time that nobody can read stops nothing, nor does one session that fails", async () => {
    const odd = talk(3).map((one, i) => ({ ...one, createdAt: i === 0 ? "yesterday-ish" : undefined }));
    expect(await scope.session("s1").compress(odd, WINDOW)).toMatchObject({
      reason: "n_turns",
      degraded: null,
    });
    model.failOn("doomed");
    await observe([{ id: "d", role: "user", content: "doomed" }], "bad");
    await observe([{ id: "g", role: "user", content: "fine" }], "good");
    db.clock.advance(600_000);
    await db.work(memoir);
    const sessions = (await everything(scope.memories.list({ kind: "timeline" }))).map(
      ({ session }) => session,
    );
    expect(sessions).toContain("good");
    expect(sessions).not.toContain("bad");
  });

  it("9: thoughts do not leak into a summary", async () => {
    model.next("<think>The user seems sad.</think>\n[2026-03-01 12:00] User asked about trains.");
    await scope.session("s1").compress(talk(3), WINDOW);
    expect(await texts()).toEqual(["[2026-03-01 12:00] User asked about trains."]);
  });

  it("10: keys and places are unique under concurrent writers", async () => {
    const others = await Promise.all([
      db.open({ preset: "picobot", model }),
      db.open({ preset: "picobot", model }),
    ]);
    const scopes = [scope, ...others.map((one) => one.scope("global", { tenant: db.tenant }))];
    await observe(talk(6));
    await Promise.all(
      scopes.flatMap((one) => [one.session("s1").consolidate(), one.session("s1").compress(talk(6), WINDOW)]),
    );
    const spans = await db.query<{ from_seq: number; to_seq: number }>(
      "select from_seq, to_seq from timeline_span where tenant = $1 order by from_seq",
      [db.tenant],
    );
    const keys = (await everything(scope.memories.list({ kind: "timeline" }))).map(({ key }) => key);
    expect(new Set(keys).size).toBe(spans.length);
    expect(
      spans.map(({ from_seq: from }, i) => Number(from) > Number(spans[i - 1]?.to_seq ?? 0)),
    ).not.toContain(false);
  });
});
