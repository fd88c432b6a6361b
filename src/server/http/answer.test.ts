import { describe, expect, it } from "vitest";
import { wireHits } from "./answer.ts";
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
