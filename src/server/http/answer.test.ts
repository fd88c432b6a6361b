import { describe, expect, it } from "vitest";
import { wireHits, wireJson } from "./answer.ts";
import { useDoor } from "./app.fixture.ts";

describe("hits on the wire", () => {
  const door = useDoor();

  it("are what JSON makes of them, memories and events, whatever their dates are", async () => {
    const scope = door.memoir.scope("user:alice");
    await scope.observe([{ id: "m1", text: "Alice went sailing 爱丽丝", at: "2024-05-01T10:00:00Z" }]);
    const { memory: first } = await scope.remember("Alice likes sailing 帆船", {
      expiresAt: "2999-01-01T00:00:00Z",
    });
    await scope.remember("Alice has a sailing boat");
    await scope.memories.update(first.id, { importance: 0.9 });
    const shown = await scope.recall("sailing", { threshold: 0 });
    await shown.delivered();
    const { hits } = await scope.recall("sailing", { from: ["memories", "events"], threshold: 0 });
    expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(["memory", "event"]));
    expect(JSON.stringify(wireHits(hits))).toBe(JSON.stringify(hits));
  });
});

const door = useDoor({ settings: { writePolicy: { requireApprovalTypes: ["preference"] } } });

it("C8: what waits for a person is shadow with needs_approval", async () => {
  const alice = door.memoir.scope("user:a");
  await alice.remember("Alice lives in Rome");
  const { memory } = await alice.remember("爱丽丝喜欢喝茶", { type: "preference" });
  const key = await door.key();
  const shown = { id: memory.id, status: "shadow", needs_approval: true };
  const one = await door.call<object>("GET", `/api/ltm/items/${memory.id}`, { key });
  expect(one.body).toMatchObject({ memory: shown });
  const list = await door.call<{ items: { memory: object }[] }>("GET", "/api/ltm/items?status=pending", {
    key,
  });
  expect(list.body.items).toMatchObject([{ memory: shown }]);
  const all = await door.call<{ items: { memory: object }[] }>("GET", "/api/ltm/items?status=active", {
    key,
  });
  expect(all.body.items[0]!.memory).not.toHaveProperty("needs_approval");
  const waiting = await door.call<object>("GET", "/api/ltm/review", { key });
  expect(waiting.body).toMatchObject({ items: [{ memory: shown }] });
});

it("C8: an answer without such a memory is as JSON has it, whatever its texts say", () => {
  const answer = {
    items: [{ scope: "user:a", memory: { shortId: "abc", status: "active", text: '{"status":"pending"}' } }],
    at: new Date(0),
  };
  expect(wireJson(answer)).toBe(JSON.stringify(answer));
  // A proposal of the profile waits too, and is no memory.
  const proposal = { kind: "profile", proposal: { status: "pending" }, at: new Date(0) };
  expect(wireJson(proposal)).toBe(JSON.stringify(proposal));
});
