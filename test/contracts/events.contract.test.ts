import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact, redactJsonInSteps, runSteps } from "../../src/domain/redact/redact.ts";
import type { EventInput } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything, refused } from "./support/expect.ts";

const ids = (events: readonly { id: string }[]): string[] => events.map((event) => event.id);

describe.each(memoirs)("events on $name", (kind) => {
  const db = useMemoir(kind);
  const numbered = (count: number, from = 1): EventInput[] =>
    Array.from({ length: count }, (_, i) => ({ id: `m${from + i}`, text: `message ${from + i}` }));

  it("R6, R88, C26: keeps every field of a message, and a platform's long ids exactly", async () => {
    const alice = db.scope("user:alice", { thread: "t9" });
    const at = "2026-02-03T04:05:06.789Z";
    await alice.observe([
      {
        id: "1234567890123456789",
        type: "tool_result",
        role: "tool",
        author: "9007199254740993",
        text: "晴，18 度 ☀️",
        content: { tool: "weather", args: { city: "北京" }, result: [1, null, true] },
        platform: "discord",
        session: "s1",
        turn: "turn-7",
        at,
      },
    ]);
    expect(await alice.events.get("1234567890123456789")).toEqual({
      id: "1234567890123456789",
      seq: 1,
      type: "tool_result",
      role: "tool",
      actor: "9007199254740993",
      text: "晴，18 度 ☀️",
      content: { tool: "weather", args: { city: "北京" }, result: [1, null, true] },
      platform: "discord",
      session: "s1",
      thread: "t9",
      turn: "turn-7",
      at: new Date(at),
      recordedAt: new Date(db.clock.now),
      erasedAt: null,
      hiddenAt: null,
      coreOffAt: null,
    });
  });

  it("takes messages of OpenAI and the AI SDK as they are, and reads them", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([
      { role: "developer", content: "You are a helpful bot." },
      { role: "user", content: [{ type: "input_text", text: "Remember that I live in Oslo." }] },
      { id: "ui-1", role: "user", parts: [{ type: "text", text: "记住我喜欢喝绿茶。" }] },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "memory_recall", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c1", content: "Alice lives in Rome." },
    ]);
    const { entries } = await alice.flush();
    expect(entries.flatMap(({ memory }) => memory?.text ?? [])).toEqual([
      "Alice lives in Oslo.",
      "Alice喜欢喝绿茶。",
    ]);
    expect((await alice.events.list()).items.map(({ role }) => role).reverse()).toEqual([
      ...["system", "user", "user", "assistant", "tool"],
    ]);
    expect(await alice.events.get("ui-1")).toMatchObject({ text: "记住我喜欢喝绿茶。", content: null });
  });

  it("fills in what a message leaves out", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ text: "hello" }, { role: "tool", content: { ok: true } }]);
    const [result, message] = (await alice.events.list()).items;
    expect(message).toMatchObject({ type: "message", role: "user", content: null, session: null });
    expect(message?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(message?.at).toEqual(new Date(db.clock.now));
    expect(result).toMatchObject({ type: "tool_result", role: "tool", content: { ok: true } });
    // R42: what a tool brings as structured content is its text.
    expect(result?.text).toBe('{"ok":true}');
  });

  it("R300: an id that is known records nothing, in a later call or in the same one", async () => {
    const alice = db.scope("user:alice");
    expect(await alice.observe(numbered(2))).toEqual({ recorded: 2, duplicates: 0, redacted: 0, seq: 2 });
    const again = [{ id: "m2", text: "other words" }, ...numbered(1, 3), { id: "m3", text: "twice" }];
    expect(await alice.observe(again)).toEqual({ recorded: 1, duplicates: 2, redacted: 0, seq: 3 });
    expect((await alice.events.list()).items.map((event) => event.text)).toEqual([
      "message 3",
      "message 2",
      "message 1",
    ]);
  });

  it("an id belongs to its scope: the same one elsewhere is another event", async () => {
    const [alice, bob] = [db.scope("user:alice"), db.scope("group:alice")];
    await alice.observe([{ id: "m1", text: "from Alice" }]);
    expect(await bob.observe([{ id: "m1", text: "from the group" }])).toMatchObject({ recorded: 1, seq: 1 });
    expect((await alice.events.get("m1"))?.text).toBe("from Alice");
  });

  it("seq counts without a gap over batches of 1, 0 and 1,000", async () => {
    const alice = db.scope("user:alice");
    expect(await alice.observe([])).toEqual({ recorded: 0, duplicates: 0, redacted: 0, seq: 0 });
    expect(await alice.observe(numbered(1))).toEqual({ recorded: 1, duplicates: 0, redacted: 0, seq: 1 });
    expect(await alice.observe([])).toEqual({ recorded: 0, duplicates: 0, redacted: 0, seq: 1 });
    expect(await alice.observe(numbered(1_000, 2))).toEqual({
      recorded: 1_000,
      duplicates: 0,
      redacted: 0,
      seq: 1_001,
    });
    const all = await everything(alice.events.list({ limit: 400 }));
    expect(all.map((event) => event.seq)).toEqual(Array.from({ length: 1_001 }, (_, i) => 1_001 - i));
    expect(ids(all)).toEqual(ids(numbered(1_001) as { id: string }[]).reverse());
  });

  it("any text and any JSON come back as they went in", async () => {
    let round = 0;
    const message = fc.record({
      text: fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.trim() !== ""),
      content: fc.dictionary(fc.string(), fc.jsonValue()),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 20 }), async (messages) => {
        // A value under a name like "otp" is masked; such a name may come up by chance.
        fc.pre(
          messages.every(
            ({ content, text }) => runSteps(redactJsonInSteps(content)).count + redact(text).count === 0,
          ),
        );
        // No request carries a name that would change what an object is.
        fc.pre(
          kind.name !== "server" || messages.every(({ content }) => !Object.hasOwn(content, "__proto__")),
        );
        round += 1;
        const scope = db.scope(`user:${round}`);
        await scope.observe(messages);
        const stored = (await scope.events.list()).items.toReversed();
        expect(stored.map((event) => event.text)).toEqual(
          messages.map(({ text }) => text.toWellFormed().replaceAll("\0", "\uFFFD")),
        );
        expect(stored.map((event) => event.content)).toEqual(
          messages.map(({ content }) => JSON.parse(JSON.stringify(content)) as unknown),
        );
      }),
      { numRuns: 25 },
    );
  });

  it("R50, R52: lists by session, role, type and time, and by all of them together", async () => {
    const alice = db.scope("user:alice");
    const day = (n: number): string => `2026-01-0${n}T00:00:00Z`;
    await alice.observe([
      { id: "a", text: "one", session: "s1", at: day(1) },
      { id: "b", text: "two", session: "s1", role: "assistant", at: day(2) },
      { id: "c", text: "three", session: "s2", role: "tool", at: day(3) },
      { id: "d", text: "four", session: "s2", type: "system", role: "system", at: day(4) },
    ]);
    const listed = async (options: Parameters<typeof alice.events.list>[0]): Promise<string[]> =>
      ids((await alice.events.list(options)).items);
    expect(await listed({})).toEqual(["d", "c", "b", "a"]);
    expect(await listed({ session: "s1" })).toEqual(["b", "a"]);
    expect(await listed({ role: "assistant" })).toEqual(["b"]);
    expect(await listed({ type: "tool_result" })).toEqual(["c"]);
    expect(await listed({ since: day(2) })).toEqual(["d", "c", "b"]);
    expect(await listed({ until: new Date(day(3)) })).toEqual(["b", "a"]);
    expect(await listed({ since: Date.parse(day(2)), until: day(4), session: "s2" })).toEqual(["c"]);
    expect(await listed({ session: "s" })).toEqual([]);
  });

  it("a walk over the pages shows each event once while others write", async () => {
    const alice = db.scope("user:alice");
    await alice.observe(numbered(25));
    const seen: string[] = [];
    for await (const event of await alice.events.list({ limit: 10 })) {
      seen.push(event.id);
      if (seen.length % 5 === 0) await alice.observe([{ text: "meanwhile" }]);
    }
    expect(seen).toEqual(ids(numbered(25) as { id: string }[]).reverse());
  });

  it("pages: next leads on, null ends, and a page of exactly the limit has no next", async () => {
    const alice = db.scope("user:alice");
    await alice.observe(numbered(5));
    const first = await alice.events.list({ limit: 3 });
    expect(ids(first.items)).toEqual(["m5", "m4", "m3"]);
    const second = await alice.events.list({ limit: 3, cursor: first.next ?? "" });
    expect([ids(second.items), second.next]).toEqual([["m2", "m1"], null]);
    expect((await alice.events.list({ limit: 5 })).next).toBeNull();
    for (const limit of [0, -1, 1.5, 1_001, Number.NaN])
      await refused(alice.events.list({ limit }), "invalid_argument");
    for (const cursor of ["", "x", "-1", "1 or 1=1"])
      await refused(alice.events.list({ cursor }), "invalid_argument");
  });

  it("reading what was never written finds nothing and creates nothing", async () => {
    const nobody = db.scope("user:nobody");
    expect(await nobody.events.get("m1")).toBeNull();
    expect((await nobody.events.list()).items).toEqual([]);
    expect((await db.memoir.operator(db.tenant).stats()).scopes).toEqual([]);
  });

  it("one bad message refuses the whole batch", async () => {
    const alice = db.scope("user:alice");
    await refused(alice.observe([...numbered(2), { text: " " }]), "invalid_argument");
    expect((await alice.events.list()).items).toEqual([]);
  });
});
