import { describe, expect, it } from "vitest";
import type { Hit } from "../../src/index.ts";
import { topicEmbedder } from "../support/embedder.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything, refused } from "./support/expect.ts";

/** Each topic is a direction: texts of one topic are neighbours. */
const TOPICS = [
  ["apollo", "阿波罗"],
  ["cello", "大提琴"],
  ["soup", "汤"],
];

interface Edge {
  from_id: string;
  to_id: string;
  relation_type: string;
  strength: number;
}

describe.each(memoirs)("relations on $name", (kind) => {
  const db = useMemoir(kind);
  const open = async (relations: object = { enable: true }) => {
    const embedder = topicEmbedder(TOPICS);
    const memoir = await db.open({ preset: "supervisor", embedder, settings: { relations } });
    return memoir.scope("user:alice", { tenant: db.tenant });
  };
  const edges = () =>
    db.query<Edge>(
      "select from_id, to_id, relation_type, strength from relation where tenant = $1 order by from_id, to_id",
      [db.tenant],
    );
  const lines = (hits: readonly Hit[]) => hits.map(({ text, why }) => [text, why.via]);

  it("R243, R244, R319: a memory is linked to its nearest when it is written, each pair once, none to itself", async () => {
    const alice = await open();
    const texts = [
      "Alice leads the Apollo project",
      "The Apollo budget is forty thousand euros",
      "阿波罗项目的会议在周五",
      "Alice plays the cello on Sundays",
    ];
    const ids: string[] = [];
    for (const text of texts) ids.push((await alice.remember(text)).memory.id);
    const found = await edges();
    expect(found).toHaveLength(3);
    for (const { from_id, to_id, relation_type, strength } of found) {
      expect(from_id < to_id).toBe(true);
      expect(relation_type).toBe("related_to");
      expect(strength).toBeGreaterThanOrEqual(0.6);
    }
    const linked = new Set(found.flatMap(({ from_id, to_id }) => [from_id, to_id]));
    expect(linked).toEqual(new Set(ids.slice(0, 3)));
    // Said again, nothing is linked again.
    await alice.remember(texts[0]!);
    expect(await edges()).toEqual(found);
    const [link] = (await everything(await alice.memories.history(ids[1]!))).filter(
      ({ event }) => event === "LINK",
    );
    expect(link?.after).toMatchObject({ relations: [{ relation_type: "related_to" }] });
  });

  it("R244: no more than the nearest few; and where nobody asks for it, none", async () => {
    const few = await open({ enable: true, neighbours: 2 });
    const about = [
      "needs a sponsor",
      "has a logo in blue",
      "meets on Fridays",
      "was Bob's idea",
      "uses Rust",
    ];
    for (const what of about) await few.remember(`Apollo ${what}`);
    expect(await edges()).toHaveLength(1 + 2 + 2 + 2);
    const memoir = await db.open({ embedder: topicEmbedder(TOPICS) });
    const plain = memoir.scope("user:bob", { tenant: db.tenant });
    await plain.remember("Apollo is late");
    await plain.remember("Apollo needs a new sponsor");
    expect(await edges()).toHaveLength(7);
  });

  it("R243, R261: links are listed, strongest first, of a memory or of the scope, between what may be seen", async () => {
    const alice = await open();
    const { memory: lead } = await alice.remember("Alice leads the Apollo project", { category: "projects" });
    const { memory: goal } = await alice.remember("阿波罗项目要在五月完成", { category: "goals" });
    const { memory: sponsor } = await alice.remember("Apollo needs a sponsor", { category: "projects" });
    await alice.remember("Alice plays the cello on Sundays");
    const all = await alice.memories.relations();
    expect(all.map(({ from, to, type }) => ({ from_id: from, to_id: to, relation_type: type }))).toEqual(
      expect.arrayContaining((await edges()).map(({ strength: _, ...edge }) => edge)),
    );
    expect(all).toHaveLength(3);
    expect(all.map(({ strength }) => strength)).toEqual(
      all.map(({ strength }) => strength).toSorted((a, b) => b - a),
    );
    expect(all[0]!.createdAt).toBeInstanceOf(Date);
    expect(await alice.memories.relations(undefined, { limit: 1 })).toEqual(all.slice(0, 1));
    const ofGoal = await alice.memories.relations(goal.shortId);
    expect(ofGoal).toEqual(all.filter(({ from, to }) => from === goal.id || to === goal.id));
    expect(ofGoal).toHaveLength(2);

    const memoir = await db.open({
      preset: "supervisor",
      embedder: topicEmbedder(TOPICS),
      settings: { allowlists: { writer: ["projects"] } },
    });
    const writer = memoir.scope("user:alice", { tenant: db.tenant, agent: "writer" });
    const [only, ...more] = await writer.memories.relations();
    expect([new Set([only!.from, only!.to]), more]).toEqual([new Set([lead.id, sponsor.id]), []]);
    expect(await writer.memories.relations(goal.id)).toEqual([]);
    await alice.forget({ id: sponsor.id });
    expect(await alice.memories.relations(sponsor.id)).toEqual([]);
    expect(await alice.memories.relations()).toHaveLength(1);
    await refused(alice.memories.relations(undefined, { limit: 0 }), "invalid_argument");
  });

  it("R319: words that change are linked anew, and an undo puts the old edges back", async () => {
    const alice = await open();
    const { memory: first } = await alice.remember("The Apollo launch is in Bremen");
    await alice.remember("Apollo needs a sponsor");
    const { memory: cello } = await alice.remember("Alice bought a cello in Cremona");
    const before = await edges();
    await alice.memories.update(first.id, { text: "The cello teacher lives in Bremen" });
    const [edge] = await edges();
    expect(new Set([edge!.from_id, edge!.to_id])).toEqual(new Set([first.id, cello.id]));
    expect(await edges()).toHaveLength(1);
    await alice.memories.undo(first.id);
    expect(await edges()).toEqual(before);
  });

  it("R245, R246: linked memories rank a little higher and say why; one or two related lines stand beside the answers", async () => {
    const alice = await open();
    await alice.remember("Alice leads the Apollo project", { category: "projects" });
    await alice.remember("The budget of Apollo is forty thousand euros", { category: "projects" });
    await alice.remember("阿波罗的发布会在不来梅", { category: "projects" });
    await alice.remember("Alice likes soup with ginger", { category: "preferences" });
    const { hits, toPrompt } = await alice.recall("who leads the Apollo project?", { limit: 1 });
    expect(lines(hits)).toEqual([
      ["Alice leads the Apollo project", "hybrid"],
      [expect.stringMatching(/budget|发布会/), "related"],
      [expect.stringMatching(/budget|发布会/), "related"],
    ]);
    const [answer] = hits;
    expect(answer!.why.related).toMatchObject({ strength: expect.any(Number), part: expect.any(Number) });
    expect(answer!.why.related!.part).toBeCloseTo(0.05 * answer!.why.related!.strength);
    expect(toPrompt()).toContain("阿波罗的发布会在不来梅");
    expect(toPrompt()).not.toContain("ginger");
    const bullets = await alice.query({ query: "who leads the Apollo project?", top_k: 1 });
    expect(bullets).toHaveLength(3);
    const without = await open({ enable: false });
    const plain = await without.recall("who leads the Apollo project?", { limit: 1 });
    expect(lines(plain.hits)).toEqual([["Alice leads the Apollo project", "hybrid"]]);
    expect(plain.hits[0]!.why.related).toBeNull();
    expect(plain.hits[0]!.score).toBeCloseTo(answer!.score - answer!.why.related!.part);
  });

  it("R245, R261: what may not be read stands beside nothing, and the token budget holds", async () => {
    const alice = await open();
    await alice.remember("The Apollo plan is due on Friday", { category: "projects" });
    await alice.remember("Apollo is what Alice tells nobody about", { category: "goals" });
    const policy = { allowlists: { writer: ["projects"] } };
    const memoir = await db.open({ preset: "supervisor", embedder: topicEmbedder(TOPICS), settings: policy });
    const planner = memoir.scope("user:alice", { tenant: db.tenant, agent: "writer" });
    const { hits } = await planner.recall("when is the Apollo plan due?");
    expect(lines(hits)).toEqual([["The Apollo plan is due on Friday", "hybrid"]]);
    expect(hits[0]!.why.related).toBeNull();
    await alice.remember(`Apollo ${"is a long story ".repeat(20)}`, { category: "goals" });
    const tight = await alice.recall("when is the Apollo plan due?", { maxTokens: 40, limit: 1 });
    expect(lines(tight.hits).filter(([, via]) => via === "related")).toEqual([
      ["Apollo is what Alice tells nobody about", "related"],
    ]);
  });

  it("R319: a forgotten memory is nobody's neighbour, comes back with its edges, and leaves none when it is erased", async () => {
    const alice = await open();
    await alice.remember("Alice leads the Apollo project", { category: "projects" });
    const { memory } = await alice.remember("Apollo needs a new sponsor", { category: "projects" });
    const shown = async () => (await alice.recall("who leads the Apollo project?", { limit: 1 })).hits;
    expect(lines(await shown())).toHaveLength(2);
    await alice.forget({ id: memory.id });
    expect(lines(await shown())).toEqual([["Alice leads the Apollo project", "hybrid"]]);
    await alice.memories.restore(memory.id);
    expect(lines(await shown())).toHaveLength(2);
    await alice.forget({ id: memory.id }, { hard: true });
    expect(await edges()).toEqual([]);
    expect(lines(await shown())).toEqual([["Alice leads the Apollo project", "hybrid"]]);
  });

  it("R244: edges travel with an export, and the feed and the delta header never tell of them", async () => {
    const alice = await open();
    await alice.remember("Alice leads the Apollo project");
    await alice.remember("Apollo needs a new sponsor");
    const told: string[] = [];
    for await (const { event } of db.memoir.changes({ tenant: db.tenant, since: "start" }))
      if (told.push(event) === 2) break;
    expect(told).toEqual(["created", "created"]);
    const header = (await alice.recall("Apollo", { thread: "t1" })).toPrompt();
    expect(header).toContain("+created");
    expect(header).not.toContain("linked");
    let text = "";
    for await (const piece of db.memoir.operator(db.tenant).export()) text += piece;
    expect(text).toContain('"record":"relation"');
    const copy = `${db.tenant}-copy`;
    await db.memoir.operator(copy).import([text]);
    const rows = await db.query<Edge>(
      "select from_id, to_id, relation_type, strength from relation where tenant = $1",
      [copy],
    );
    expect(rows).toEqual(await edges());
  });

  it("R246, R319: writers at the same time make no pair twice", async () => {
    const writers = await Promise.all([open(), open(), open()]);
    const about = [
      "a sponsor",
      "a logo",
      "a sea view",
      "nine rooms",
      "a cook",
      "an old piano",
      "two boats",
      "a cellar",
    ];
    await Promise.all(
      about.flatMap((what, i) => [
        writers[i % 3]!.remember(`Apollo has ${what}`, { key: `one ${i}` }),
        writers[(i + 1) % 3]!.remember(`阿波罗的第${i}条记录`, { key: `two ${i}` }),
      ]),
    );
    const found = await edges();
    expect(found.length).toBeGreaterThan(15);
    expect(new Set(found.map(({ from_id, to_id }) => [from_id, to_id].sort().join())).size).toBe(
      found.length,
    );
    const figures = await db.query<{ value: number }>(
      "select value from figure where tenant = $1 and name = $2",
      [db.tenant, "link.made"],
    );
    expect(figures).toEqual([{ value: found.length }]);
  });

  it("R244: the link job links what was written before, once", async () => {
    const off = await open({ enable: false });
    await off.remember("Alice leads the Apollo project", { category: "projects" });
    await off.remember("Apollo needs a new sponsor", { category: "projects" });
    expect(await edges()).toEqual([]);
    const memoir = await db.open({ preset: "supervisor", embedder: topicEmbedder(TOPICS) });
    const { upkeep } = memoir.operator(db.tenant);
    await db.work(memoir);
    const dry = await upkeep.run("link", { dryRun: true });
    const { changes, counts, run } = await upkeep.run("link");
    expect(changes).toEqual(dry.changes);
    expect(counts).toMatchObject({ made: 1 });
    expect(await edges()).toHaveLength(1);
    expect((await upkeep.run("link")).changes).toEqual([]);
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const { hits } = await alice.recall("who leads the Apollo project?", { limit: 1 });
    expect(hits.map(({ why }) => why.via)).toEqual(["hybrid", "related"]);
    await alice.memories.undoBatch(run!.id);
    expect(await edges()).toEqual([]);
  });
});
