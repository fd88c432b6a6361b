import { describe, expect, it } from "vitest";
import type { Hit, Recall } from "../../src/index.ts";
import { topicEmbedder } from "../support/embedder.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, refused } from "./support/expect.ts";

const ids = (recall: Recall): string[] => recall.hits.map((hit) => hit.id);
const texts = (recall: { hits: readonly Hit[] }): string[] => recall.hits.map((hit) => hit.text);
const TOPICS = [
  ["beagle", "dog", "puppy", "狗"],
  ["flight", "plane", "airport", "飞机"],
  ["ferry", "boat"],
  ["home", "live", "moved", "flat", "住"],
] as const;

describe.each(memoirs)("what a recall looks through on $name", (kind) => {
  const db = useMemoir(kind);

  const chat = async () => {
    const embedder = topicEmbedder(TOPICS);
    // Nothing is extracted here: only what is remembered is a memory.
    const policy = { triggers: { on: { turn_done: [], idle: [], session_end: [] } } };
    const memoir = await db.open({ embedder, settings: policy });
    const scope = memoir.scope("group:chat", { tenant: db.tenant });
    await scope.observe([
      { id: "a1", author: "Alice", text: "We got a beagle last week!", session: "s1" },
      { id: "b1", author: "Bob", text: "Wow, Alice! What is its name?", session: "s1" },
      { id: "a2", author: "Alice", text: "Rex. He sleeps all day.", session: "s1" },
      { id: "b2", author: "Bob", text: "My plane leaves at nine.", session: "s2" },
      { id: "c1", author: "小明", text: "我的狗叫小黑，它住在上海。", session: "s3" },
      { id: "t1", role: "assistant", text: "Try the ferry instead of the airport bus.", session: "s2" },
    ]);
    await db.work(memoir);
    return { memoir, scope, embedder };
  };

  it("events: finds the turn by meaning, by its neighbours, by who is named, in both languages", async () => {
    const { scope } = await chat();
    const first = async (query: string): Promise<string | undefined> =>
      ids(await scope.recall(query, { from: ["events"] }))[0];
    expect(await first("Which puppy does Alice have?")).toBe("a1");
    expect(await first("When does Bob fly? plane")).toBe("b2");
    expect(await first("小明的狗叫什么名字？")).toBe("c1");
    expect(await first("Rex sleeps")).toBe("a2");
    expect(await first("What ferry did you recommend?")).toBe("t1");
  });

  it("an event hit has the caller's own id, who said it, and no memory", async () => {
    const { scope } = await chat();
    const { hits, degraded, toPrompt } = await scope.recall("beagle", { from: ["events"], limit: 1 });
    expect(degraded).toBeNull();
    expect(hits).toMatchObject([
      {
        kind: "event",
        id: "a1",
        text: "We got a beagle last week!",
        evidence: [],
        event: { actor: "Alice" },
      },
    ]);
    expect(hits[0]?.why).toMatchObject({ via: "hybrid", importance: null, recency: null });
    expect(toPrompt()).toContain("- Alice: We got a beagle last week!");
  });

  it("memories and events together, and memories alone", async () => {
    const { scope } = await chat();
    const { memory } = await scope.remember("Alice has a beagle called Rex");
    expect(ids(await scope.recall("beagle", { from: ["memories"] }))).toEqual([memory.id]);
    const both = await scope.recall("beagle", { from: ["memories", "events"] });
    expect(both.hits.map((hit) => hit.kind)).toContain("memory");
    expect(ids(both)).toEqual(expect.arrayContaining([memory.id, "a1"]));
    await refused(scope.recall("x", { from: [] }), "invalid_argument");
    await refused(scope.recall("x", { from: ["nowhere" as "events"] }), "invalid_argument");
  });

  it("R201: the timeline is apart from the memories", async () => {
    const scope = db.scope("user:alice");
    await scope.remember("Alice asked about trains to Porto", { category: "timeline" });
    await scope.remember("Alice likes trains");
    expect(texts(await scope.recall("trains"))).toEqual(["Alice likes trains"]);
    const past = await scope.recall("trains", { from: ["timeline"] });
    expect(past.hits).toMatchObject([{ kind: "timeline", entry: { category: "timeline" } }]);
  });

  it("what is erased is found no longer, and what is new is", async () => {
    const { memoir, scope } = await chat();
    const { memory } = await scope.remember("Alice is a submarine pilot", { eventId: "secret" });
    expect(ids(await scope.recall("submarine", { from: ["events"] }))).toEqual(["secret"]);
    await scope.forget({ id: memory.id }, { hard: true });
    expect(ids(await scope.recall("submarine", { from: ["events"] }))).toEqual([]);
    await scope.observe([{ id: "new", author: "Bob", text: "The submarine is yellow" }]);
    expect(ids(await scope.recall("submarine", { from: ["events"] }))).toEqual(["new"]);
    await db.work(memoir);
    expect(ids(await scope.recall("submarine", { from: ["events"] }))).toEqual(["new"]);
  });

  it("a long event is found by its best passage, and only that is shown", async () => {
    const memoir = await db.open({ embedder: topicEmbedder(TOPICS) });
    const scope = memoir.scope("user:alice", { tenant: db.tenant });
    const filler = "Then we spoke about the weather for a long while. ".repeat(40);
    await scope.observe([{ id: "long", text: `${filler}Our puppy is called Rex.\n${filler}` }]);
    await db.work(memoir);
    const [hit] = (await scope.recall("What is the dog called?", { from: ["events"] })).hits;
    expect(hit?.id).toBe("long");
    expect(hit?.text).toContain("Our puppy is called Rex.");
    expect(hit!.text.length).toBeLessThan(2_000);
    expect(hit?.event.text.length).toBeGreaterThan(3_000);
  });

  it("when is meant: last week against last year", async () => {
    const scope = db.scope("user:alice");
    const at = (days: number): Date => new Date(db.clock.now - days * DAY);
    await scope.observe([
      { id: "old", text: "I met an old friend for dinner", at: at(370), session: "a" },
      { id: "new", text: "I met an old friend for dinner", at: at(7), session: "b" },
    ]);
    const asked = async (query: string) =>
      ids(await scope.recall(query, { from: ["events"], threshold: 0 }))[0];
    expect(await asked("Whom did I meet for dinner last week?")).toBe("new");
    expect(await asked("Whom did I meet for dinner last year?")).toBe("old");
  });

  it("filters of events: role, session, actor and time; another filter meets none", async () => {
    const { scope } = await chat();
    const found = async (filters: object) =>
      ids(await scope.recall("*", { from: ["events"], filters, limit: 50 })).sort();
    expect(await found({ role: "assistant" })).toEqual(["t1"]);
    expect(await found({ session: "s1" })).toEqual(["a1", "a2", "b1"]);
    expect(await found({ actor: "Bob" })).toEqual(["b1", "b2"]);
    expect(await found({ createdAfter: db.clock.now + 1 })).toEqual([]);
    expect(await found({ category: "todo" })).toEqual([]);
  });

  it("asOf: what was held to be true then", async () => {
    const scope = db.scope("user:alice");
    const { memory: berlin } = await scope.remember("Alice lives in Berlin");
    db.clock.advance(10 * DAY);
    await scope.remember("Alice lives in Rome");
    await db.query("update validity set valid_to = $1 where memory = $2", [db.clock.now, berlin.id]);
    await db.query("update memory set status = 'superseded' where id = $1", [berlin.id]);
    const fresh = await db.open();
    const again = fresh.scope("user:alice", { tenant: db.tenant });
    expect(texts(await again.recall("where does Alice live?"))).toEqual(["Alice lives in Rome"]);
    const then = { asOf: new Date(db.clock.now - 5 * DAY) };
    expect(texts(await again.recall("where does Alice live?", then))).toEqual(["Alice lives in Berlin"]);
    expect(texts(await again.recall("live", { asOf: new Date(db.clock.now - 50 * DAY) }))).toEqual([]);
  });

  it("a threshold is on one scale: 0 gives the best whatever they are, 1 gives nothing", async () => {
    const { scope } = await chat();
    const at = (threshold: number) => scope.recall("beagle puppy", { from: ["events"], threshold });
    expect((await at(0)).hits.length).toBeGreaterThan(2);
    expect((await at(1)).hits).toEqual([]);
    const { hits } = await scope.recall("beagle puppy", { from: ["events"] });
    for (const hit of hits) expect(hit.score).toBeGreaterThanOrEqual(0.38);
    await refused(scope.recall("x", { threshold: 1.5 }), "invalid_argument");
  });

  it("asked about something else, it injects nothing", async () => {
    const { scope } = await chat();
    await scope.remember("Alice has a beagle called Rex");
    for (const query of ["Which database did Ingrid migrate to the cloud?", "今天的汇率是多少？"]) {
      const recall = await scope.recall(query, { from: ["memories", "events"] });
      expect([query, recall.toPrompt()]).toEqual([query, ""]);
    }
  });
});
