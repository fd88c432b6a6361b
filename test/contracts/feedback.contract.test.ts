import { describe, expect, it } from "vitest";
import type { FeedbackInput, Memoir, ScopeHandle } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { allRows } from "./support/all-rows.ts";
import { everything, refused } from "./support/expect.ts";

/** What people say of a line that a model was given. */
describe.each(anyMemoir)("feedback on $name", (kind) => {
  const db = useMemoir(kind);
  const opened = (options: object = {}): Promise<Memoir> => db.open({ preset: "default", ...options });
  const scopeIn = (memoir: Memoir, scope: string, options: object = {}): ScopeHandle =>
    memoir.scope(scope, { tenant: db.tenant, ...options });
  const prompt = async (scope: ScopeHandle, query: string): Promise<string> =>
    (await scope.recall(query)).toPrompt();

  it("a line that helped stays as it is", async () => {
    const ann = scopeIn(await opened(), "user:ann");
    const { memory } = await ann.remember("Ann lives in Oslo");
    const given = await ann.feedback({
      memory: memory.shortId,
      verdict: "helped",
      by: "ann",
      note: "spot on",
    });
    expect(given).toMatchObject({
      ...{ id: 1, memory: memory.id, event: null, reply: null, verdict: "helped" },
      ...{ by: "ann", note: "spot on", effect: "none", batch: null },
    });
    expect(given.at).toBeInstanceOf(Date);
    expect(await ann.memories.get(memory.id)).toMatchObject({ status: "active", rev: memory.rev });
    expect((await ann.feedbacks()).items).toEqual([given]);
  });

  it.each<["wrong" | "private", string, string]>([
    ["wrong", "Ann lives in Oslo", "where does Ann live?"],
    ["private", "小安住在奥斯陆", "小安住在哪里？"],
  ])(
    "a memory that was %s is out of every prompt and waits for a person",
    async (verdict, text, question) => {
      const memoir = await opened();
      const ann = scopeIn(memoir, "user:ann");
      const { memory } = await ann.remember(text);
      expect(await prompt(ann, question)).toContain(text);
      const { effect, batch } = await ann.feedback({ memory: memory.id, verdict });
      expect(effect).toBe("review");
      expect(await prompt(ann, question)).not.toContain(text);
      const { items } = await ann.review();
      expect(items.map((one) => one.kind === "memory" && one.memory.id)).toEqual([memory.id]);
      expect((await ann.memories.history(memory.id)).items[0]).toMatchObject({
        reason: `feedback: ${verdict}`,
      });
      // Said a second time it is recorded, and nothing more happens.
      expect(await ann.feedback({ memory: memory.id, verdict })).toMatchObject({
        effect: "none",
        batch: null,
      });
      await ann.memories.undoBatch(batch!);
      expect(await prompt(ann, question)).toContain(text);
      await ann.feedback({ memory: memory.id, verdict });
      await ann.memories.approve(memory.id);
      expect(await prompt(ann, question)).toContain(text);
      await ann.feedback({ memory: memory.id, verdict });
      await ann.memories.reject(memory.id);
      expect(await ann.memories.get(memory.id)).toMatchObject({ status: "disabled" });
    },
  );

  it("the words that a wrong memory came from are not quoted in its place", async () => {
    const ann = scopeIn(await opened(), "user:ann");
    await ann.observe([{ id: "m1", text: "Remember that my boat is called Fram." }]);
    await ann.flush();
    const [memory] = (await ann.memories.list()).items;
    await ann.feedback({ memory: memory!.id, verdict: "wrong" });
    expect(await prompt(ann, "what is my boat called?")).not.toContain("Fram");
  });

  it.each<["wrong" | "private", string, string]>([
    ["private", "My boat in the harbour is called Fram.", "what is my boat in the harbour called?"],
    ["wrong", "我在港口的船叫前进号。", "我在港口的船叫什么？"],
  ])("a message that was %s is quoted no more, and stays on record", async (verdict, text, question) => {
    const ann = scopeIn(await opened(), "user:ann");
    await ann.observe([{ id: "m1", text }]);
    expect(await prompt(ann, question)).toContain(text);
    const given = await ann.feedback({ event: "m1", verdict });
    expect(given).toMatchObject({ event: "m1", memory: null, effect: "hidden" });
    expect(await prompt(ann, question)).toBe("");
    expect(await ann.events.get("m1")).toMatchObject({ text });
    await ann.memories.undoBatch(given.batch!);
    expect(await prompt(ann, question)).toContain(text);
  });

  it("names a line by its reply or by the receipt", async () => {
    const ann = scopeIn(await opened(), "user:ann");
    const { memory } = await ann.remember("Ann lives in Oslo");
    await ann.observe([{ id: "m1", text: "My boat in Oslo is called Fram." }]);
    const recalled = await ann.recall("what is my boat in Oslo called?");
    await recalled.delivered({ reply: "r1" });
    expect(await ann.feedback({ reply: "r1", line: 1, verdict: "helped" })).toMatchObject({
      ...{ memory: memory.id, reply: "r1" },
    });
    expect(await ann.feedback({ reply: "r1", line: 2, verdict: "helped" })).toMatchObject({ event: "m1" });
    const { receipt } = recalled;
    expect(await ann.feedback({ receipt, line: 2, verdict: "helped" })).toMatchObject({
      ...{ event: "m1", reply: null },
    });
    expect((await ann.feedbacks({ reply: "r1" })).items.map(({ id }) => id)).toEqual([2, 1]);
    expect((await ann.feedbacks({ memory: memory.shortId })).items.map(({ id }) => id)).toEqual([1]);
    expect(await everything(ann.feedbacks({ limit: 1 }))).toHaveLength(3);
  });

  it("refuses what names no line, or one that is not there", async () => {
    const memoir = await opened();
    const ann = scopeIn(memoir, "user:ann");
    const { memory } = await ann.remember("Ann lives in Oslo");
    await ann.observe([{ id: "m1", text: "hello there" }]);
    await (await ann.recall("*")).delivered({ reply: "r1" });
    const cases: [unknown, "invalid_argument" | "not_found"][] = [
      [{ verdict: "helped" }, "invalid_argument"],
      [{ memory: memory.id, event: "m1", verdict: "helped" }, "invalid_argument"],
      [{ memory: memory.id, line: 1, verdict: "helped" }, "invalid_argument"],
      [{ reply: "r1", verdict: "helped" }, "invalid_argument"],
      [{ reply: "r1", line: 2, verdict: "helped" }, "invalid_argument"],
      [{ reply: "r1", line: 0, verdict: "helped" }, "invalid_argument"],
      [{ memory: memory.id, verdict: "bad" }, "invalid_argument"],
      [{ memory: memory.id, verdict: "helped", stars: 5 }, "invalid_argument"],
      [{ memory: "ffffff", verdict: "wrong" }, "not_found"],
      [{ event: "m9", verdict: "wrong" }, "not_found"],
      [{ reply: "r9", line: 1, verdict: "wrong" }, "not_found"],
    ];
    for (const [input, code] of cases) await refused(ann.feedback(input as FeedbackInput), code);
    expect((await ann.feedbacks()).items).toEqual([]);
    await refused(scopeIn(memoir, "user:bob").feedback({ memory: memory.id, verdict: "wrong" }), "not_found");
    const bound = scopeIn(memoir, "user:ann", { categories: ["tasks"] });
    await refused(bound.feedback({ memory: memory.id, verdict: "wrong" }), "not_found");
    await refused(bound.feedback({ event: "m1", verdict: "wrong" }), "not_allowed");
    expect(await ann.memories.get(memory.id)).toMatchObject({ status: "active" });
  });

  it("is erased with the line, also where a note speaks of it; secrets in a note are masked", async () => {
    const ann = scopeIn(await opened(), "user:ann");
    const { memory } = await ann.remember("Ann lives in Reykjavik");
    const { memory: tea } = await ann.remember("Ann likes green tea");
    await ann.observe([{ id: "m1", text: "My boat is called Zanzibar." }]);
    await ann.feedback({ memory: memory.id, verdict: "wrong", note: "no, not Reykjavik" });
    await ann.feedback({ event: "m1", verdict: "private", note: "about the Zanzibar" });
    const other = await ann.feedback({
      ...{ memory: tea.id, verdict: "helped", note: "Ann lives in Reykjavik, and drinks it there" },
    });
    const secret = await ann.feedback({
      ...{ memory: tea.id, verdict: "helped", note: "my password is hunter2-Xk9!pQ" },
    });
    expect(secret.note).not.toContain("hunter2");
    await ann.forget({ id: memory.id }, { hard: true });
    await ann.events.remove("m1");
    expect((await ann.feedbacks()).items.map(({ id, note }) => `${id} ${note}`)).toEqual([
      `${secret.id} ${secret.note}`,
      `${other.id} [erased]`,
    ]);
    const rows = await allRows({ query: db.query, engine: db.engine }, db.tenant);
    expect(JSON.stringify(rows)).not.toMatch(/Reykjavik|Zanzibar|hunter2/);
  });

  it("is counted, and travels with an export", async () => {
    const memoir = await opened();
    const operator = memoir.operator(db.tenant);
    const [ann, bob] = [scopeIn(memoir, "user:ann"), scopeIn(memoir, "user:bob")];
    const { memory } = await ann.remember("Ann lives in Oslo");
    const { memory: his } = await bob.remember("Bob lives in Rome");
    await ann.observe([{ id: "m1", text: "My boat is called Fram." }]);
    await ann.feedback({ memory: memory.id, verdict: "helped" });
    await ann.feedback({ event: "m1", verdict: "private", note: "不要在群里说" });
    await bob.feedback({ memory: his.id, verdict: "wrong" });
    const stats = await operator.stats();
    expect(stats.feedback).toEqual({ helped: 1, wrong: 1, private: 1 });
    expect(stats.today).toMatchObject({ "feedback.helped": 1, "feedback.wrong": 1, "feedback.private": 1 });
    expect((await operator.stats({ scope: "user:bob" })).feedback).toEqual({
      helped: 0,
      wrong: 1,
      private: 0,
    });
    const other = `${db.tenant}-copy`;
    await memoir.operator(other).import(await everything(operator.export()));
    const copied = (await memoir.scope("user:ann", { tenant: other }).feedbacks()).items;
    expect(copied).toEqual((await ann.feedbacks()).items);
  });
});
