import { describe, expect, it } from "vitest";
import type { ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything, NOTHING_FORGOTTEN, refused } from "./support/expect.ts";

describe.each(memoirs)("what a handle may touch on $name", (kind) => {
  const db = useMemoir(kind);

  /** The application's own handle, one that is bound to tasks, and a memory on either side of the line. */
  const bound = async () => {
    const all = db.scope("user:alice");
    const planner = db.scope("user:alice", { categories: ["tasks"], actor: "planner" });
    const { memory: task } = await all.remember("Alice renews the passport", {
      category: "tasks",
      key: "passport",
    });
    const { memory: secret } = await all.remember("Alice has asthma 哮喘", {
      category: "health",
      key: "illness",
    });
    return { all, planner, task, secret };
  };
  const ids = async (list: ReturnType<ScopeHandle["memories"]["list"]>): Promise<string[]> =>
    (await everything(list)).map(({ id }) => id);

  it("R261: a memory outside is as if it were not there, whatever is done to it", async () => {
    const { all, planner, task, secret } = await bound();
    expect(await planner.memories.get(secret.id)).toBeNull();
    expect(await planner.memories.get(secret.shortId)).toBeNull();
    for (const call of [
      () => planner.memories.update(secret.id, { importance: 1 }),
      () => planner.memories.update(secret.id, { category: "tasks" }),
      () => planner.memories.delete(secret.id),
      () => planner.memories.delete(secret.shortId, { hard: true }),
      () => planner.memories.restore(secret.id),
      () => planner.memories.approve(secret.id),
      () => planner.memories.reject(secret.id),
      () => planner.memories.undo(secret.id),
      () => planner.memories.proof(secret.id),
    ]) {
      const { message } = await refused(call(), "not_found");
      expect(message).not.toMatch(/asthma|哮喘|health/);
    }
    for (const target of [{ id: secret.id }, { key: "illness" }, { about: "asthma" }, { about: "哮喘" }]) {
      expect(await planner.forget(target)).toEqual(NOTHING_FORGOTTEN);
      expect(await planner.forget(target, { hard: true })).toEqual(NOTHING_FORGOTTEN);
    }
    expect(await everything(planner.memories.history(secret.id))).toEqual([]);
    expect(await everything(planner.memories.decisions(secret.id))).toEqual([]);
    expect(await ids(planner.memories.list())).toEqual([task.id]);
    expect((await everything(planner.memories.history())).map((one) => one.memoryId)).toEqual([task.id]);
    // Nothing of all this has left a trace.
    expect(await all.memories.get(secret.id)).toMatchObject({ rev: secret.rev, status: "active" });
    expect(await everything(all.memories.history(secret.id))).toHaveLength(1);
  });

  it("R261: what names a category outside is refused, and writes nothing", async () => {
    const { all, planner, task } = await bound();
    const before = await everything(all.events.list());
    await refused(planner.remember("Alice is tall"), "not_allowed");
    await refused(planner.remember("Alice is tall", { category: "health" }), "not_allowed");
    await refused(planner.memories.update(task.id, { category: "health" }), "not_allowed");
    await refused(planner.memories.list({ category: "health" }), "not_allowed");
    await refused(planner.memories.list({ categories: ["tasks", "health"] }), "not_allowed");
    // One filter must not open what the other one shuts.
    await refused(
      planner.recall("*", { categories: ["tasks"], filters: { category: "health" } }),
      "not_allowed",
    );
    const both = planner.memories.list({ category: "health", categories: ["tasks"] });
    await refused(both, kind.name === "server" ? "invalid_argument" : "not_allowed");
    expect(await everything(all.events.list())).toEqual(before);
    expect((await planner.remember("Alice books a flight", { category: "tasks" })).memory).toMatchObject({
      category: "tasks",
    });
    expect(await planner.memories.update(task.id, { text: "Alice renews her passport" })).toMatchObject({
      text: "Alice renews her passport",
    });
  });

  it("a key, or words, that a memory outside has are not a way in", async () => {
    const { all, planner, task, secret } = await bound();
    const asthma = { text: secret.text };
    const opaque = { key: "illness", category: "tasks" };
    await refused(planner.remember("Alice is well", opaque), "not_allowed");
    await refused(planner.remember(asthma.text, { category: "tasks", key: "illness" }), "not_allowed");
    const { message, details } = await refused(
      planner.memories.update(task.id, { key: "illness" }),
      "not_allowed",
    );
    expect(JSON.stringify([message, details])).not.toContain(secret.id);
    expect(await all.memories.get(secret.id)).toMatchObject({
      ...asthma,
      category: "health",
      rev: secret.rev,
    });
    // A similar claim does not match it: it stands beside it, and the answer does not contain its text.
    const near = await planner.remember("Alice has asthma 哮喘!", { category: "tasks" }).catch(() => null);
    expect(near?.memory.id).not.toBe(secret.id);
    expect(await all.memories.get(secret.id)).toMatchObject({ ...asthma, category: "health" });
  });

  it("what a memory was while it was outside stays outside", async () => {
    const { all, planner } = await bound();
    const {
      memory: { id },
    } = await all.remember("Alice takes cortisone", { category: "health", key: "errand" });
    await all.memories.update(id, { text: "Alice goes to the chemist", category: "tasks" });
    expect((await planner.memories.get(id))?.text).toBe("Alice goes to the chemist");
    expect(await everything(planner.memories.history(id))).toEqual([]);
    await refused(planner.memories.undo(id), "nothing_to_undo");
    const { evidence } = await planner.memories.proof(id);
    expect(evidence).toHaveLength(2);
    expect(JSON.stringify(evidence)).not.toContain("cortisone");
    // And back: it is gone again.
    await all.memories.undo(id);
    expect(await planner.memories.get(id)).toBeNull();
  });

  it("undo takes back the newest change that may be seen", async () => {
    const { all, planner, task, secret } = await bound();
    await planner.memories.update(task.id, { importance: 0.9 });
    await all.memories.update(secret.id, { importance: 0.9 });
    const { memory } = await planner.memories.undo();
    expect([memory?.id, memory?.importance]).toEqual([task.id, 0.5]);
    expect((await all.memories.get(secret.id))?.importance).toBe(0.9);
  });

  it("a claim that would replace something outside is not the handle's to approve", async () => {
    const { all, planner, secret } = await bound();
    const { memory: claim } = await all.remember("Alice breathes well", { category: "tasks" });
    await db.query("update memory set status = 'pending' where tenant = $1 and id = $2", [
      db.tenant,
      claim.id,
    ]);
    await db.query("update evidence set meta = $1 where tenant = $2 and memory = $3", [
      JSON.stringify({ replaces: [secret.id] }),
      db.tenant,
      claim.id,
    ]);
    const [waiting] = await everything(planner.review());
    expect(waiting).toMatchObject({ memory: { id: claim.id }, replaces: [] });
    await refused(planner.memories.approve(claim.id), "not_allowed");
    expect(await all.memories.get(claim.id)).toMatchObject({ status: "pending" });
    expect(await all.memories.approve(claim.id)).toMatchObject({ status: "active" });
    expect(await all.memories.get(secret.id)).toMatchObject({ status: "superseded" });
  });

  it("events belong to no category, and the profile to its own", async () => {
    const { planner } = await bound();
    const curator = db.scope("user:alice", { categories: ["profile"] });
    await db.scope("user:alice").observe([{ id: "m1", text: "My inhaler is empty" }]);
    for (const handle of [planner, curator]) {
      await refused(handle.events.get("m1"), "not_allowed");
      await refused(handle.events.list(), "not_allowed");
      await refused(handle.recall("inhaler", { from: ["events"] }), "not_allowed");
      await refused(handle.recall("inhaler", { from: ["events"], categories: ["tasks"] }), "not_allowed");
    }
    for (const call of [
      () => planner.profile.get(),
      () => planner.profile.set("city", "Berlin"),
      () => planner.profile.propose("city", "Berlin"),
      () => planner.profile.confirm("city", { accept: true }),
      () => planner.profile.remove("city"),
      () => planner.profile.proposals(),
    ]) {
      await refused(call(), "not_allowed");
    }
    await curator.profile.set("city", "Berlin");
    expect(await curator.profile.get()).toMatchObject([{ field: "city", value: "Berlin" }]);
    // A handle may record memories that it may not read.
    expect(await planner.observe([{ id: "m2", text: "Done" }])).toMatchObject({ recorded: 1 });
  });

  it("R261, C22: an agent's list and the handle's own hold together, for every method", async () => {
    const { task, secret } = await bound();
    const memoir = await db.open({
      settings: { allowlists: { doctor: ["health", "tasks"], clerk: ["tasks", "bills"] } },
    });
    const seen = async (agent: string, categories?: string[]): Promise<string[]> => {
      const options = { tenant: db.tenant, agent, ...(categories === undefined ? {} : { categories }) };
      const scope = memoir.scope("user:alice", options);
      const listed = (await ids(scope.memories.list())).sort();
      const recalled = (await scope.recall("*")).hits.map((hit) => hit.id).sort();
      expect(recalled).toEqual(listed);
      await refused(scope.events.list(), "not_allowed");
      return listed;
    };
    const both = [task.id, secret.id].sort();
    expect(await seen("doctor")).toEqual(both);
    expect(await seen("doctor", ["health", "bills"])).toEqual([secret.id]);
    expect(await seen("clerk")).toEqual([task.id]);
    expect(await seen("clerk", ["health"])).toEqual([]);
    expect(await seen("stranger")).toEqual([]);
    expect(await seen("stranger", ["health"])).toEqual([]);
    const nothing = db.scope("user:alice", { categories: [] });
    expect(await ids(nothing.memories.list())).toEqual([]);
    expect(() => db.scope("user:alice", { categories: "tasks" as never })).toThrow(/list/);
    expect(() => db.scope("user:alice", { categories: [""] })).toThrow(/categories\[0\]/);
  });

  it("R240, R284: the delta header and procedures keep to the list too", async () => {
    const memoir = await db.open({ settings: { render: { delta: true } } });
    const options = { tenant: db.tenant, thread: "t1" };
    const all = memoir.scope("user:alice", options);
    const planner = memoir.scope("user:alice", { ...options, categories: ["tasks", "procedural"] });
    await all.remember("Alice has asthma", { category: "health" });
    await all.remember("Alice renews the passport", { category: "tasks" });
    const { memory: steps } = await all.remember("1. Open the door. 2. Close it.", {
      category: "procedural",
    });
    const { memory: gone } = await all.remember("Alice had measles", { category: "health" });
    await all.memories.delete(gone.id, { hard: true });
    const prompt = (await planner.recall("passport")).toPrompt();
    expect(prompt).toContain("Memory updates since rev 0");
    expect(prompt).toContain("passport");
    expect(prompt).not.toMatch(/asthma|measles|erased/);
    expect((await all.recall("passport")).toPrompt()).toContain("a memory was erased");
    expect((await planner.recall("door")).hits.map((hit) => hit.id)).not.toContain(steps.id);
    const named = await planner.recall("door", { categories: ["procedural"] });
    expect(named.hits.map((hit) => hit.id)).toEqual([steps.id]);
    expect(await ids(planner.memories.list())).toContain(steps.id);
  });
});
