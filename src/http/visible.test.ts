import { describe, expect, it } from "vitest";
import type { MemoryStatus } from "../domain/memory.ts";
import { useDoor } from "./app.fixture.ts";

interface Listed {
  items: { memory: { text: string; status: MemoryStatus } }[];
}

describe("what waits or is no longer so is for operators only", () => {
  const door = useDoor({ policy: { writePolicy: { requireApprovalTypes: ["preference"] } } });
  const texts = async (key: string, query = ""): Promise<string[]> => {
    const { body } = await door.call<Listed>("GET", `/api/ltm/items?scope=user:a${query}`, { key });
    return body.items.map(({ memory }) => memory.text).sort();
  };

  it("in lists and by id, with a key that reads and with one that writes", async () => {
    const alice = door.memoir.scope("user:a");
    await alice.remember("Alice lives in Rome");
    const waits = await alice.remember("Alice likes tea", { type: "preference" });
    const gone = await alice.remember("Alice has a cat");
    await alice.memories.delete(gone.id);
    expect(waits.status).toBe("pending");

    const operator = await door.key();
    expect(await texts(operator)).toEqual(["Alice likes tea", "Alice lives in Rome"]);
    expect((await door.call("GET", `/api/ltm/items/${waits.id}`, { key: operator })).status).toBe(200);
    for (const role of ["read", "write"] as const) {
      const key = await door.key({ role });
      expect(await texts(key)).toEqual(["Alice lives in Rome"]);
      expect(await texts(key, "&status=active")).toEqual(["Alice lives in Rome"]);
      for (const status of ["pending", "shadow", "disabled", "superseded", "soft_deleted"]) {
        const refused = await door.call("GET", `/api/ltm/items?scope=user:a&status=${status}`, { key });
        expect([refused.status, refused.body.error.code]).toEqual([403, "not_allowed"]);
      }
      for (const { id } of [waits, gone]) {
        const answer = await door.call("GET", `/api/ltm/items/${id}`, { key });
        expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
      }
    }
  });
});
