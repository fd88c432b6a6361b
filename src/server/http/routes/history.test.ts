import { beforeAll, describe, expect, it } from "vitest";
import type { DecisionEntry, HistoryEntry, Memory } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

describe("what happened to a memory", () => {
  const door = useDoor();
  let operator: string;
  let reader: string;
  let writer: string;
  let cat: Memory;
  const items = "/api/ltm/items";
  beforeAll(async () => {
    operator = await door.key();
    reader = await door.key({ role: "read" });
    writer = await door.key({ role: "write", name: "bot" });
    const { memories, remember } = door.memoir.scope("user:alice");
    cat = (await remember("Alice has a cat")).memory;
    await memories.update(cat.id, { importance: 0.9 });
    await memories.delete(cat.id);
  });

  it.each([`${items}/{id}/history`, "/memory/{id}/history"])("GET %s, newest first (R271)", async (at) => {
    const path = at.replace("{id}", cat.id);
    const { status, body } = await door.call<Page<HistoryEntry>>("GET", path, { key: operator });
    expect([status, body.next]).toEqual([200, null]);
    expect(body.items.map(({ event }) => event)).toEqual(["TTL", "UPDATE", "ADD"]);
    const first = await door.call<Page<HistoryEntry>>("GET", `${path}?limit=1`, { key: operator });
    const rest = await door.call<Page<HistoryEntry>>("GET", `${path}?cursor=${first.body.next}`, {
      key: operator,
    });
    expect([...first.body.items, ...rest.body.items]).toEqual(body.items);
    expect((await door.call("GET", path.replace(cat.id, "none-such"), { key: reader })).status).toBe(404);
    expect((await door.call("GET", path)).status).toBe(401);
    // It was forgotten: its old words are for operators only, as it is itself.
    expect((await door.call("GET", path, { key: reader })).status).toBe(404);
  });

  it("GET …/decisions says why it was kept (R4)", async () => {
    const path = `${items}/${cat.id}/decisions`;
    const { body } = await door.call<Page<DecisionEntry>>("GET", path, { key: operator });
    expect(body.items.map(({ memoryId }) => memoryId)).toContain(cat.id);
  });

  it("POST …/restore brings it back; POST …/undo takes that back", async () => {
    const post = (what: string, key = writer, body: unknown = undefined) =>
      door.call<{ memory: Memory; undone: unknown }>("POST", `${items}/${cat.id}/${what}`, { key, body });
    expect((await post("restore", reader)).status).toBe(403);
    expect(await post("restore", writer, { reason: "she asked" })).toMatchObject({
      status: 200,
      body: { scope: "user:alice", memory: { status: "active" } },
    });
    const undone = await post("undo");
    expect(undone).toMatchObject({
      status: 200,
      body: { memory: { status: "soft_deleted" }, undone: { event: "RESTORE" } },
    });
    expect(undone.headers.get("etag")).toBe(`"${undone.body.memory.rev}"`);
    expect((await post("undo", writer, { id: "other" })).status).toBe(400);
    const [entry] = (await door.memoir.scope("user:alice").memories.history(cat.id)).items;
    expect(entry?.actor).toBe("bot");
  });
});
