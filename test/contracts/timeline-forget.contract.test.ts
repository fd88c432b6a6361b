import { beforeEach, describe, expect, it } from "vitest";
import type { Memoir, MemoirOptions, ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything } from "./support/expect.ts";
import { type SummaryModel, summaryModel } from "./support/summary-model.ts";

/** Repeats what the user said, as a summary may. */
const parrot = (prompt: string): string =>
  `User said: ${[...prompt.matchAll(/^#\d+ user.*?: (.*)$/gm)].map(([, words]) => words).join(" / ")}`;

describe.each(memoirs)("forgetting in the timeline on $name", (kind) => {
  const db = useMemoir(kind);
  let memoir: Memoir;
  let alice: ScopeHandle;
  let model: SummaryModel;
  const opened = async (policy: MemoirOptions["settings"] = {}): Promise<void> => {
    model = summaryModel(parrot);
    memoir = await db.open({ settings: policy, model });
    alice = memoir.scope("user:alice", { tenant: db.tenant });
  };
  beforeEach(async () => {
    await opened();
  });
  const texts = async (): Promise<string[]> =>
    (await everything(alice.memories.list({ kind: "timeline" }))).map(({ text }) => text).reverse();
  /** Every text of the tenant, wherever it is stored. */
  const stored = async (): Promise<string> =>
    JSON.stringify(
      await Promise.all(
        ["event", "memory", "history", "change_log", "decision", "timeline_span"].map((table) =>
          db.query(`select * from ${table} where tenant = $1`, [db.tenant]),
        ),
      ),
    );
  const said = async (): Promise<string> => {
    await alice.observe([
      { id: "1", text: "The weather is fine.", session: "s1" },
      { id: "2", text: "My safe code word is xylophone.", session: "s1" },
      { id: "3", text: "The trains run late.", session: "s1" },
    ]);
    const { memory } = await alice.remember("The safe code word is xylophone", { eventId: "2" });
    await alice.session("s1").consolidate();
    return memory.id;
  };

  it("C18: a hard forget takes the words out of a summary at once, and the rest is written again", async () => {
    const id = await said();
    expect((await texts())[0]).toContain("xylophone");
    await alice.forget({ id }, { hard: true });
    expect(await texts()).toEqual(["[2026-03-01 12:00] [erased]"]);
    expect(await stored()).not.toContain("xylophone");
    await db.work(memoir);
    expect(await texts()).toEqual([
      "[2026-03-01 12:00] User said: The weather is fine. / The trains run late.",
    ]);
    expect(await stored()).not.toContain("xylophone");
    expect(
      (await alice.recall("xylophone", { from: ["timeline"], threshold: 0 })).hits
        .map(({ text }) => text)
        .join(),
    ).not.toContain("xylophone");
  });

  it("C18: the same of a dump, whose parts are written again", async () => {
    await opened({ timeline: { maxFailures: 1, maxRawChars: 500 } });
    model.failOn("transcript");
    await alice.observe([{ id: "0", text: "filler ".repeat(100), session: "s1" }]);
    const id = await said();
    expect((await texts()).join()).toContain("xylophone");
    expect(await texts()).toHaveLength(3);
    await alice.forget({ id }, { hard: true });
    expect((await texts()).every((text) => text === "[2026-03-01 12:00] [RAW] [erased]")).toBe(true);
    await db.work(memoir);
    const left = (await texts()).join("\n");
    expect(left).toContain("USER: The weather is fine.");
    expect(left).toContain("USER: The trains run late.");
    expect(left).toContain("filler");
    expect(await stored()).not.toContain("xylophone");
  });

  it("a soft forget takes them out too, and a restore brings them back", async () => {
    const id = await said();
    await alice.forget({ id });
    expect(await texts()).toEqual(["[2026-03-01 12:00] [erased]"]);
    await db.work(memoir);
    expect((await texts())[0]).not.toContain("xylophone");
    await alice.memories.restore(id);
    await db.work(memoir);
    expect((await texts())[0]).toContain("xylophone");
  });

  it("undoing a forget in a batch brings them back, and undo() never means an entry", async () => {
    const id = await said();
    await alice.forget({ id }, { batch: "b1" });
    await db.work(memoir);
    expect(await alice.memories.undo()).toMatchObject({ memory: { id } });
    await db.work(memoir);
    expect((await texts())[0]).toContain("xylophone");
  });

  it.each([
    ["remove", (id: string) => alice.events.remove(id)],
    ["edit", (id: string) => alice.events.edit(id, "My safe code word is secret.")],
  ])(
    "M1: events.%s takes the old words out of every entry, and the rest is written again",
    async (_, change) => {
      await alice.observe([
        { id: "1", text: "The weather is fine.", session: "s1" },
        { id: "2", text: "My safe code word is xylophone.", session: "s1" },
      ]);
      await alice.session("s1").consolidate();
      expect((await texts())[0]).toContain("xylophone");
      expect(await change("2")).toBe(true);
      expect(await texts()).toEqual(["[2026-03-01 12:00] [erased]"]);
      expect(await stored()).not.toContain("xylophone");
      await db.work(memoir);
      expect(await texts()).toEqual(["[2026-03-01 12:00] User said: The weather is fine."]);
      const { hits } = await alice.recall("xylophone", { from: ["timeline", "events"], threshold: 0 });
      expect(hits.map(({ text }) => text).join()).not.toContain("xylophone");
      expect(await stored()).not.toContain("xylophone");
    },
  );

  it("words that are forgotten while a summary is written are not in it", async () => {
    await alice.observe([
      { id: "1", text: "The weather is fine.", session: "s1" },
      { id: "2", text: "My safe code word is xylophone.", session: "s1" },
    ]);
    const { memory } = await alice.remember("The safe code word is xylophone", { eventId: "2" });
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const slow: SummaryModel = {
      ...model,
      async generate(request) {
        asked.resolve();
        await promise;
        return model.generate(request);
      },
    };
    const other = await db.open({ model: slow });
    const compressing = other.scope("user:alice", { tenant: db.tenant }).session("s1").consolidate();
    await asked.promise;
    await alice.forget({ id: memory.id }, { hard: true });
    resolve();
    await compressing;
    expect(await texts()).toEqual(["[2026-03-01 12:00] User said: The weather is fine."]);
    expect(await stored()).not.toContain("xylophone");
  });

  it("words that were erased do not come back from a history without ids", async () => {
    await opened({ triggers: { turns: 2, on: { n_turns: ["compress"] } } });
    const history = [
      { role: "user", content: "My safe code word is xylophone." },
      { role: "assistant", content: "Noted." },
      { role: "user", content: "The trains run late." },
    ];
    await alice.session("s1").compress(history.slice(0, 2), {});
    const [event] = await everything(alice.events.list({ session: "s1", role: "user" }));
    const { memory } = await alice.remember("The safe code word is xylophone", { eventId: event!.id });
    await alice.forget({ id: memory.id }, { hard: true });
    await alice.session("s1").compress(history, {});
    expect(await stored()).not.toContain("xylophone");
  });

  it("an entry that is forgotten itself leaves its messages alone", async () => {
    await said();
    const [entry] = await everything(alice.memories.list({ kind: "timeline" }));
    await alice.memories.delete(entry!.id, { hard: true });
    expect(await texts()).toEqual([]);
    expect(await everything(alice.events.list({ session: "s1" }))).toHaveLength(3);
    expect(await db.query("select 1 as one from timeline_span where tenant = $1", [db.tenant])).toEqual([]);
  });

  it("a model that fails to write an entry again leaves it erased, and is asked again", async () => {
    // How often a job is tried meanwhile depends on the machine.
    await opened({ models: { breaker: { failures: 1_000 } } });
    const id = await said();
    await alice.forget({ id }, { hard: true });
    model.failOn("transcript");
    await db.work(memoir);
    expect(await texts()).toEqual(["[2026-03-01 12:00] [erased]"]);
    model.mend();
    const { jobs } = memoir.operator(db.tenant);
    for (const job of (await jobs.list({ kind: "timeline" })).items) await jobs.retry(job.id);
    await db.work(memoir);
    expect((await texts())[0]).toContain("The weather is fine.");
  });
});
