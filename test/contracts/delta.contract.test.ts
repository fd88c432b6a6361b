import { describe, expect, it } from "vitest";
import type { Memoir, ScopeHandle } from "../../src/index.ts";
import { topicEmbedder } from "../support/embedder.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { DAY } from "./support/expect.ts";

/** Every transition that the header of `supervisor` tells, through the calls and jobs that make it. */
describe.each(anyMemoir)("F7, C25: the delta header on $name", (kind) => {
  const db = useMemoir(kind);

  interface Told {
    readonly memoir: Memoir;
    readonly alice: ScopeHandle;
    readonly upkeep: ReturnType<Memoir["operator"]>["upkeep"];
    /** The header that thread t1 sees now, which is delivered with it. */
    head(): Promise<string>;
    say(text: string, options?: object): Promise<string>;
  }
  const opened = async (settings: object = {}): Promise<Told> => {
    const memoir = await db.open({
      ...{ preset: "supervisor", embedder: topicEmbedder([["cello", "大提琴"]]) },
      settings: { allowlists: {}, ...settings },
    });
    const alice = memoir.scope("user:alice", { tenant: db.tenant, thread: "t1" });
    return {
      ...{ memoir, alice, upkeep: memoir.operator(db.tenant).upkeep },
      head: async () => {
        const found = await alice.recall("what is new?");
        await found.delivered();
        const lines = found.toPrompt().split("\n");
        return lines
          .slice(0, lines.findLastIndex((line) => /^- .?[a-z_]+: |^Memory/.test(line)) + 1)
          .join("\n");
      },
      say: async (text, options = {}) => (await alice.remember(text, options)).memory.id,
    };
  };
  const rev = async (): Promise<number> =>
    (await db.query<{ rev: number }>("select rev from scope where tenant = $1", [db.tenant]))[0]!.rev;
  const TEA = { type: "preference", category: "preferences", importance: 0.8 };

  it("R240, R241: created, updated, forgotten, restored and erased", async () => {
    const { alice, head, say } = await opened();
    const tea = await say("Alice likes tea", TEA);
    expect(await head()).toBe(
      "Memory updates since rev 0:\n- +created: [Preferences] Alice likes tea (imp=4)",
    );
    await alice.memories.update(tea, { text: "Alice likes green tea" });
    expect(await head()).toBe("Memory updates since rev 1:\n- ↑updated: [Preferences] Alice likes green tea");
    await alice.forget({ id: tea });
    expect(await head()).toBe(
      "Memory updates since rev 2:\n- ↓soft_deleted: [Preferences] Alice likes green tea",
    );
    await alice.memories.restore(tea);
    expect(await head()).toBe(
      "Memory updates since rev 3:\n- ↺restored: [Preferences] Alice likes green tea",
    );
    await alice.forget({ id: tea }, { hard: true });
    expect(await head()).toBe("Memory updates since rev 4:\n- -deleted: a memory was erased");
    expect(await head()).toBe("");
  });

  it("R44: expired by the sweep, revived by other settings, and purged", async () => {
    const short = { retentionDays: { preference: 20 } };
    const { alice, upkeep, head, say } = await opened(short);
    await say("爱丽丝喜欢喝茶", TEA);
    expect(await head()).toBe(
      "Memory updates since rev 0:\n- +created: [Preferences] 爱丽丝喜欢喝茶 (imp=4)",
    );
    db.clock.advance(20 * DAY);
    // Nobody has written it down yet, so there is nothing to tell.
    expect(await head()).toBe("");
    await upkeep.run("sweep");
    expect(await head()).toBe("Memory updates since rev 1:\n- ↓soft_deleted: [Preferences] 爱丽丝喜欢喝茶");
    const longer = await opened({ retentionDays: { preference: 40 } });
    await longer.upkeep.run("sweep");
    expect(await head()).toBe("Memory updates since rev 2:\n- ↺restored: [Preferences] 爱丽丝喜欢喝茶");
    await alice.forget({ about: "喝茶" });
    expect(await head()).toBe("Memory updates since rev 3:\n- ↓soft_deleted: [Preferences] 爱丽丝喜欢喝茶");
    db.clock.advance(31 * DAY);
    await upkeep.run("purge");
    expect(await head()).toBe("Memory updates since rev 4:\n- -deleted: a memory was erased");
  });

  it("R140, R141: archived, said again, faded away", async () => {
    const { alice, upkeep, head, say } = await opened({
      ...{ strength: { archiveBelow: 0.2, removeBelow: 0.05 }, cold: { afterDays: null } },
    });
    const kayak = await say("Alice owns a kayak", { category: "goals", importance: 0.7 });
    await head();
    db.clock.advance(140 * DAY);
    await upkeep.run("sweep");
    expect((await alice.memories.get(kayak))?.status).toBe("archived");
    expect(await head()).toBe("Memory updates since rev 1:\n- ↑updated: [Goals] Alice owns a kayak");
    await say("Alice owns a kayak", { category: "goals" });
    expect(await head()).toBe("Memory updates since rev 2:\n- ↺restored: [Goals] Alice owns a kayak");
    db.clock.advance(300 * DAY);
    await upkeep.run("sweep");
    expect(await head()).toBe("Memory updates since rev 3:\n- ↓soft_deleted: [Goals] Alice owns a kayak");
    expect(await head()).toBe("");
  });

  it("R267, R268, R269: gone cold is told once, brought back by undo of the run, and erased by the purge", async () => {
    const { upkeep, head, say } = await opened();
    await say("Alice once wanted a kite", { category: "goals", importance: 0.4 });
    await head();
    db.clock.advance(61 * DAY);
    const { run } = await upkeep.run("cold");
    expect(await head()).toBe(
      "Memory updates since rev 1:\n- ↓soft_deleted: [Goals] Alice once wanted a kite",
    );
    expect(await head()).toBe("");
    await upkeep.run("cold");
    expect(await head()).toBe("");
    await upkeep.undo(run!.id);
    expect(await head()).toBe("Memory updates since rev 2:\n- ↺restored: [Goals] Alice once wanted a kite");
    db.clock.advance(61 * DAY);
    await upkeep.run("cold");
    expect(await head()).toBe(
      "Memory updates since rev 3:\n- ↓soft_deleted: [Goals] Alice once wanted a kite",
    );
    db.clock.advance(31 * DAY);
    await upkeep.run("purge");
    expect(await head()).toBe("Memory updates since rev 4:\n- -deleted: a memory was erased");
    expect(await head()).toBe("");
  });

  it("R45, R320: two memories merged are one line, under the id that both have now; the undo tells both", async () => {
    const { alice, upkeep, head, say } = await opened();
    const first = await say("Alice plays the cello", { key: "k1", category: "goals" });
    db.clock.advance(DAY);
    const second = await say("Alice plays cello", { key: "k2", category: "goals" });
    expect(await head()).toBe(
      "Memory updates since rev 0:\n- +created: [Goals] Alice plays the cello (imp=3)\n" +
        "- +created: [Goals] Alice plays cello (imp=3)",
    );
    const seen = await rev();
    const { run } = await upkeep.run("compact");
    expect((await alice.memories.get(second))?.id).toBe(first);
    expect(await head()).toBe(`Memory updates since rev ${seen}:\n- ↔merged: Alice plays the cello`);
    expect(await head()).toBe("");
    const merged = (
      await db.query<{ rev: number }>("select rev from scope where tenant = $1", [db.tenant])
    )[0]!.rev;
    await upkeep.undo(run!.id);
    expect(await head()).toBe(
      `Memory updates since rev ${merged}:\n- ↺restored: [Goals] Alice plays cello\n` +
        "- ↑updated: [Goals] Alice plays the cello",
    );
  });

  it("C10: a corrected memory is told by the one that took its place; the undo tells both", async () => {
    const { alice, head, say } = await opened();
    await say("Alice lives in Berlin", { category: "profile" });
    await head();
    await say("Alice lives in Paris", { category: "profile" });
    expect(await head()).toBe(
      "Memory updates since rev 1:\n- +created: [Profile] Alice lives in Paris (imp=3)",
    );
    await alice.memories.undo();
    expect(await head()).toBe(
      "Memory updates since rev 3:\n- ↓soft_deleted: [Profile] Alice lives in Paris\n" +
        "- ↺restored: [Profile] Alice lives in Berlin",
    );
  });

  it("R242: a batch of more than three is told by three, and its undo too", async () => {
    const { alice, head, say } = await opened();
    for (const name of ["Ada", "Bo", "Cy", "Di"])
      await say(`Alice knows ${name}`, { category: "relationships" });
    expect(await head()).toBe(
      "Memory updates since rev 0:\n- +created: [Relationships] Alice knows Bo (imp=3)\n" +
        "- +created: [Relationships] Alice knows Cy (imp=3)\n- +created: [Relationships] Alice knows Di (imp=3)",
    );
    const { batch } = await alice.forget({ about: "Alice knows" });
    expect((await head()).split("\n")).toHaveLength(4);
    await alice.memories.undoBatch(batch!);
    const lines = (await head()).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines.slice(1).every((line) => line.startsWith("- ↺restored: [Relationships] Alice knows "))).toBe(
      true,
    );
  });

  it("what came and went between two looks is told as it is now", async () => {
    const { alice, head, say } = await opened();
    const gone = await say("Alice likes rain", TEA);
    const back = await say("Alice likes fog", TEA);
    await head();
    const seen = await rev();
    await alice.forget({ id: gone });
    await alice.forget({ id: back });
    await alice.memories.restore(back);
    await alice.forget({ id: gone }, { hard: true });
    expect(await head()).toBe(
      `Memory updates since rev ${seen}:\n- ↺restored: [Preferences] Alice likes fog\n- -deleted: a memory was erased`,
    );
  });
});
