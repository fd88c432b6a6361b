import { describe, expect, it } from "vitest";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";

/** An unknown option. */
const typo = { limitt: 1 } as never;

describe.each(memoirs)("the public interface on $name", (kind) => {
  const db = useMemoir(kind);

  it("rejects a misspelt option in every call, and says which was meant", async () => {
    const alice = db.scope("user:alice");
    const operator = db.memoir.operator(db.tenant);
    const { memory } = await alice.remember("Alice likes tea");
    const calls: Record<string, () => Promise<unknown>> = {
      observe: () => alice.observe([{ text: "hello" }], typo),
      flush: () => alice.flush(typo),
      remember: () => alice.remember("Alice likes rain", typo),
      recall: () => alice.recall("tea", typo),
      core: () => alice.core(typo),
      person: () => alice.person("alice", typo),
      query: () => alice.query({ query: "tea" }, typo),
      forget: () => alice.forget({ id: memory.id }, typo),
      review: () => alice.review(typo),
      "memories.list": () => alice.memories.list(typo),
      "memories.update": () => alice.memories.update(memory.id, { pinned: true }, typo),
      "memories.delete": () => alice.memories.delete(memory.id, typo),
      "memories.history": () => alice.memories.history(memory.id, typo),
      "memories.relations": () => alice.memories.relations(memory.id, typo),
      "memories.undo": () => alice.memories.undo(memory.id, typo),
      "events.list": () => alice.events.list(typo),
      "events.edit": () => alice.events.edit("m1", "new", typo),
      "events.remove": () => alice.events.remove("m1", typo),
      "events.allowCore": () => alice.events.allowCore("m1", false, typo),
      "digest.context": () => alice.digest.context("alice", typo),
      "digest.days": () => alice.digest.days("alice", typo),
      "commands.handle": () => alice.commands.handle({ text: "remember this" }, typo),
      "profile.set": () => alice.profile.set("city", "Oslo", typo),
      "profile.proposals": () => alice.profile.proposals(typo),
      "session.end": () => alice.session("s1").end(typo),
      scopeFor: () => db.memoir.scopeFor({ platform: "discord", userId: "1" }, typo),
      names: () => db.memoir.names(["discord:1"], typo),
      changes: () => db.memoir.changes(typo).next(),
      stats: () => operator.stats(typo),
      search: () => operator.search("tea", typo),
      export: () => operator.export(typo).next(),
      import: () => operator.import(["x"], typo),
      "policy.set": () => operator.policy.set({}, typo),
      "tuning.preview": () => operator.tuning.preview({}, typo),
      "tuning.propose": () => operator.tuning.propose({}, typo),
      "tuning.canary": () => operator.tuning.canary(1, typo),
      "tuning.differences": () => operator.tuning.differences(1, typo),
      "tuning.steps": () => operator.tuning.steps(typo),
      "keys.create": () => operator.keys.create({ name: "k", ...(typo as object) }),
      "hooks.add": () => operator.hooks.add({ url: "https://example.com", ...(typo as object) }),
      "hooks.deliveries": () => operator.hooks.deliveries("h", typo),
      "hooks.test": () => operator.hooks.test("h", typo),
      "jobs.list": () => operator.jobs.list(typo),
      "identities.set": () => operator.identities.set({ account: "a:1", person: "a", ...(typo as object) }),
    };
    for (const [name, call] of Object.entries(calls)) {
      const error = await refused(call(), "invalid_argument");
      expect([name, error.message]).toEqual([name, expect.stringContaining('has no option "limitt"')]);
      expect(error.details).toMatchObject({ option: "limitt" });
    }
    expect(() => db.memoir.scope("user:alice", typo)).toThrow(/scope\(\) has no option "limitt"/);
    const error = await refused(alice.recall("tea", { limt: 1 } as never), "invalid_argument");
    expect(error.message).toContain("Did you mean limit?");
    expect(await alice.memories.get(memory.id)).toMatchObject({ text: "Alice likes tea", pinned: false });
  });

  it("R33, R37: a candidate policy is tried, put in force and taken back alike on every implementation", async () => {
    await db.scope("user:alice").remember("Alice likes tea");
    const { tuning, policy } = db.memoir.operator(db.tenant);
    const preview = await tuning.preview({ writePolicy: { mode: "manual" }, readPolicy: { maxItems: 3 } });
    expect(preview).toMatchObject({
      ...{ fromAt: new Date(db.clock.now - 86_400_000), toAt: new Date(db.clock.now) },
      ...{ decisions: 1, changed: 1, notReplayed: ["readPolicy.maxItems"] },
      differences: [{ scope: "user:alice", was: "active", becomes: "pending" }],
    });
    expect(preview.differences[0]!.memoryId).not.toBeNull();
    const later = { since: db.clock.now + 1, until: db.clock.now + 2 };
    expect((await tuning.preview({ writePolicy: { mode: "manual" } }, later)).decisions).toBe(0);
    const bad = { writePolicy: { minConfidence: 2 } };
    await refused(tuning.preview(bad), "invalid_settings");
    expect(await tuning.trials()).toEqual([]);
    const { trial, tried } = await tuning.propose({ writePolicy: { mode: "manual" } }, { reason: "审核" });
    expect([trial!.version, trial!.status, trial!.reason, tried]).toEqual([1, "shadow", "审核", 1]);
    expect(trial!.createdAt).toEqual(new Date(db.clock.now));
    expect(trial!.comparison.at).toEqual(new Date(db.clock.now));
    expect(await tuning.compare(1)).toEqual(trial);
    expect(await tuning.trials()).toEqual([trial]);
    const [one] = (await tuning.differences(1)).items;
    expect(one).toMatchObject({ scope: "user:alice", was: "active", becomes: "pending" });
    expect(one!.at).toEqual(new Date(db.clock.now));
    expect(await tuning.canary(1, { share: 0.5 })).toMatchObject({ status: "canary", share: 0.5 });
    expect(await policy.rollback()).toMatchObject({ version: 0 });
    expect(await tuning.promote(1)).toMatchObject({ version: 2, writePolicy: { mode: "manual" } });
    expect(await policy.rollback(undefined, { reason: "back" })).toMatchObject({
      version: 3,
      reason: "back",
    });
    const { recent, sincePolicy, open } = await tuning.drift();
    expect([recent.similarity, sincePolicy!.version, open]).toEqual([null, 3, []]);
    expect(recent.current.toAt).toBeInstanceOf(Date);
    const [last] = (await tuning.steps({ limit: 1 })).items;
    expect(last).toMatchObject({
      kind: "rollback",
      version: 3,
      was: 2,
      actor: db.actor.policies,
      undoneBy: null,
    });
    expect(await tuning.undo(last!.num)).toMatchObject({ kind: "rollback", version: 4 });
    expect((await policy.current()).writePolicy.mode).toBe("manual");
    const again = await tuning.propose({ writePolicy: { mode: "auto" } });
    expect(await tuning.withdraw(again.trial!.version)).toMatchObject({ status: "withdrawn" });
    expect((await tuning.propose()).trial).toBeNull();
  });

  it("a bound on categories holds for every call of a handle", async () => {
    const all = db.scope("user:alice");
    const { memory } = await all.remember("Alice has asthma", { category: "health" });
    await all.remember("Alice renews the passport", { category: "tasks" });
    const bound = db.scope("user:alice", { categories: ["tasks"] });
    expect((await bound.memories.list()).items.map(({ category }) => category)).toEqual(["tasks"]);
    expect((await bound.recall("*")).hits.map((hit) => hit.text)).toEqual(["Alice renews the passport"]);
    expect(await bound.memories.get(memory.id)).toBeNull();
    await refused(bound.recall("*", { categories: ["health"] }), "not_allowed");
    await refused(bound.events.list(), "not_allowed");
    await refused(bound.events.edit("m1", "new"), "not_allowed");
    await refused(bound.digest.context("alice"), "not_allowed");
    await refused(bound.commands.handle({ text: "remember this" }), "not_allowed");
    expect((await db.scope("user:alice", { categories: [] }).memories.list()).items).toEqual([]);
    expect((await db.scope("user:alice", { categories: ["健康"] }).memories.list()).items).toEqual([]);
  });

  it("R321: delivered() marks what was shown, whatever was said since", async () => {
    const alice = db.scope("user:alice");
    const { memory: tea } = await alice.remember("Alice likes green tea");
    const shown = await alice.recall("what tea does Alice like?");
    const { memory: later } = await alice.remember("Alice likes black tea");
    await shown.delivered();
    expect(shown.receipt).toMatchObject({ ids: [tea.id], thread: null, rev: 0 });
    expect((await alice.memories.get(tea.id))?.accessCount).toBe(1);
    expect((await alice.memories.get(later.id))?.accessCount).toBe(0);
    await alice.delivered(shown.receipt);
    expect((await alice.memories.get(tea.id))?.accessCount).toBe(2);
  });

  it("a receipt marks nothing that its handle may not see", async () => {
    const alice = db.scope("user:alice");
    const bob = db.scope("user:bob");
    const { memory: health } = await alice.remember("Alice has asthma", { category: "health" });
    const receipt = { ids: [health.id, "not-there"], thread: "t1", rev: 1_000_000 };
    await db.scope("user:alice", { categories: ["tasks"] }).delivered({ ...receipt, thread: null, rev: 0 });
    await bob.delivered(receipt);
    expect((await alice.memories.get(health.id))?.accessCount).toBe(0);
    expect((await db.memoir.operator(db.tenant).stats()).scopes.map(({ scope }) => scope)).toEqual([
      "user:alice",
    ]);
    await refused(alice.delivered({ ids: "all" } as never), "invalid_argument");
  });

  it("has the preset's tools, the scope of a message, and names", async () => {
    const memoir = await db.open({ preset: "default" });
    const handle = await memoir.scopeFor({ platform: "discord", userId: "1" }, { tenant: db.tenant });
    expect(handle.scope).toMatch(/^user:/);
    const tool = handle.tools().find(({ name }) => name === "memory_store");
    const args = { key: "user_tea", content: "The user drinks tea", category: "knowledge" };
    expect(await tool?.execute(args)).toContain("The user drinks tea");
    expect(await tool?.execute({ key: "x" })).toContain("Error (invalid_argument)");
    const operator = memoir.operator(db.tenant);
    await operator.identities.set({ account: "discord:1", person: "alice", name: "Al" });
    const names = await memoir.names(["discord:1", "discord:2"], { tenant: db.tenant });
    expect([...names]).toEqual([
      ["discord:1", "Al"],
      ["discord:2", "discord:2"],
    ]);
  });
});
