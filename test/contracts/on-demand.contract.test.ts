import { describe, expect, it } from "vitest";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { DAY } from "./support/expect.ts";

describe.each(anyMemoir)("recall on demand on $name", (kind) => {
  const db = useMemoir(kind);

  const supervisor = async (settings: object = {}) => {
    const memoir = await db.open({ preset: "supervisor", settings });
    const alice = memoir.scope("user:alice", { tenant: db.tenant, agent: "supervisor" });
    return { alice, operator: memoir.operator(db.tenant) };
  };

  it("R281: a recall says when its lines do not answer a question about the user", async () => {
    const { alice } = await supervisor();
    await alice.remember("Alice's sister is called Mona", { category: "relationships" });
    await alice.remember("爱丽丝的猫叫咪咪", { category: "profile" });
    for (const [question, unsure] of [
      ["What is my sister called?", false],
      ["我的猫叫什么？", false],
      ["When does my flight to Tokyo leave?", true],
      ["我的航班几点起飞？", true],
      // Nothing told before can answer these.
      ["How is nginx installed on Ubuntu?", false],
    ] as const) {
      const found = await alice.recall(question);
      expect([question, found.unsure]).toEqual([question, unsure]);
    }
    const strict = await supervisor({ readPolicy: { sureFrom: 1 } });
    expect((await strict.alice.recall("What is my sister called?")).unsure).toBe(true);
    const off = await supervisor({ readPolicy: { enable: false } });
    expect((await off.alice.recall("What is my sister called?")).unsure).toBe(true);
  });

  it("R281: the tool says when to use it, and when to ask the user instead", async () => {
    const { alice } = await supervisor();
    const [tool] = alice.tools();
    expect(tool?.name).toBe("memory.query");
    expect(tool?.description).toMatch(/only when you are not sure/);
    expect(tool?.description).toMatch(/ask the user instead/);
  });

  it("R282: the share of turns in which an agent asked by itself is counted", async () => {
    const { alice, operator } = await supervisor();
    const turn = (i: number) =>
      alice.observe([
        { id: `u${i}`, role: "user", text: `Question ${i} 问题` },
        { id: `a${i}`, role: "assistant", text: `Answer ${i}` },
      ]);
    const figures = async () =>
      (await operator.figures())
        .filter(({ name }) => name.startsWith("turns."))
        .map(({ day, name, value }) => [day, name, value]);
    // Before anybody has said anything no turn can ask.
    await alice.query({ query: "anything" });
    db.clock.advance(1_000);
    for (let i = 0; i < 12; i += 1) {
      await turn(i);
      db.clock.advance(1_000);
      // What is injected unasked is no recall on demand.
      await alice.recall(`question ${i}`);
      if (i !== 5) continue;
      await alice.query({ query: "question" });
      await alice.tools()[0]!.call({ query: "the same turn, once more" });
    }
    // Sent again, it is no new turn.
    await turn(11);
    expect(await figures()).toEqual([
      ["2026-03-01", "turns.recalled", 1],
      ["2026-03-01", "turns.said", 12],
    ]);
    const { today } = await operator.stats();
    expect(today["turns.recalled"]! / today["turns.said"]!).toBeLessThan(0.1);
    db.clock.advance(DAY);
    await turn(12);
    await alice.query({ query: "question" });
    expect((await figures()).slice(2)).toEqual([
      ["2026-03-02", "turns.recalled", 1],
      ["2026-03-02", "turns.said", 1],
    ]);
  });

  it("R282: nothing is counted where operations are not", async () => {
    const { alice, operator } = await supervisor({ operations: "changes" });
    await alice.observe([{ id: "u1", text: "Hello" }]);
    await alice.query({ query: "hello" });
    expect((await operator.figures()).filter(({ name }) => name.startsWith("turns."))).toEqual([]);
  });
});
