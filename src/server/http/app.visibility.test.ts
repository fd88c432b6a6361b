import { describe, expect, it } from "vitest";
import type { MemoryStatus } from "../../domain/memory.ts";
import { useDoor } from "./app.fixture.ts";

interface Listed {
  items: { scope: string; memory: { text: string; status: MemoryStatus } }[];
}

interface Told {
  items: { memoryId: string }[];
}

describe("what waits or is no longer so is for operators only", () => {
  const door = useDoor({ settings: { writePolicy: { requireApprovalTypes: ["preference"] } } });
  const texts = async (key: string, query = ""): Promise<string[]> => {
    const { body } = await door.call<Listed>("GET", `/api/ltm/items?scope=user:a${query}`, { key });
    return body.items.map(({ memory }) => memory.text).sort();
  };

  it("in lists and by id, with a key that reads and with one that writes", async () => {
    const alice = door.memoir.scope("user:a");
    await alice.remember("Alice lives in Rome");
    const { memory: waits } = await alice.remember("Alice likes tea", { type: "preference" });
    const { memory: gone } = await alice.remember("Alice has a cat");
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

  it("when it is searched for by its words", async () => {
    const { remember, memories } = door.memoir.scope("user:s");
    await remember("Sue sails on Mondays");
    await remember("Sue likes sails", { type: "preference" });
    await memories.delete((await remember("Sue sold her sails")).memory.id);
    const found = async (key: string, query = ""): Promise<string[]> => {
      const { body } = await door.call<Listed>("GET", `/api/ltm/search?query=sails${query}`, { key });
      return body.items.map(({ memory }) => memory.text).sort();
    };
    expect(await found(await door.key())).toEqual(["Sue likes sails", "Sue sails on Mondays"]);
    for (const options of [
      { role: "read" },
      { role: "write" },
      { role: "read", scopes: ["user:s"] },
    ] as const) {
      const key = await door.key(options);
      expect(await found(key)).toEqual(["Sue sails on Mondays"]);
      const refused = await door.call("GET", "/api/ltm/search?query=sails&status=soft_deleted", { key });
      expect(refused.status).toBe(403);
    }
  });

  it("in what happened to it and what was decided about it", async () => {
    const { remember, memories } = door.memoir.scope("user:h");
    const { memory: kept } = await remember("Hal plays chess");
    const { memory: waits } = await remember("Hal likes chess", { type: "preference" });
    const { memory: gone } = await remember("Hal lost at chess");
    await memories.delete(gone.id);
    const [operator, reader] = [await door.key(), await door.key({ role: "read" })];
    const items = "/api/ltm/items";
    const paths = ({ id }: { id: string }): string[] => [
      `${items}/${id}/history`,
      `${items}/${id}/decisions?scope=user:h`,
      `/memory/${id}/history?scope=user:h`,
      `/v1/memories/${id}/history/`,
    ];
    for (const path of paths(kept)) expect((await door.call("GET", path, { key: reader })).status).toBe(200);
    for (const path of [...paths(waits), ...paths(gone)]) {
      expect([path, (await door.call("GET", path, { key: reader })).status]).toEqual([path, 404]);
      expect([path, (await door.call("GET", path, { key: operator })).status]).toEqual([path, 200]);
    }
    for (const path of ["/api/ltm/history?scope=user:h", "/api/ltm/decisions?scope=user:h"]) {
      expect((await door.call("GET", path, { key: reader })).status).toBe(403);
      const { body } = await door.call<Told>("GET", path, { key: operator });
      expect(body.items.map(({ memoryId }) => memoryId)).toContain(gone.id);
    }
  });
});

describe("what operators decide, nobody else lets in", () => {
  const door = useDoor({ settings: { writePolicy: { requireApprovalTypes: ["preference"] } } });

  it.each([
    ["waits", "pending", undefined],
    ["was refused", "disabled", "disabled"],
    ["is on trial", "shadow", "shadow"],
  ] as const)("a memory that %s", async (_title, status, set) => {
    const { remember, memories } = door.memoir.scope(`user:${status}`);
    const {
      memory: { id },
    } = await remember("Ann likes tea", set === undefined ? { type: "preference" } : {});
    if (set !== undefined) await memories.update(id, { status: set });
    const path = `/api/ltm/items/${id}`;
    const writer = await door.key({ role: "write" });
    const tries = [
      ["PATCH", path, { status: "active" }],
      ["PATCH", path, { text: "Ann likes coffee" }],
      ["PUT", `/v1/memories/${id}/`, { text: "Ann likes coffee" }],
      ["PUT", "/v1/batch/", { memories: [{ memory_id: id, text: "Ann likes coffee" }] }],
      ["POST", `${path}/restore`, {}],
      ["POST", `${path}/undo`, {}],
    ] as const;
    for (const [method, at, body] of tries) {
      const answer = await door.call(method, at, { key: writer, body });
      expect([method, at, answer.status]).toEqual([method, at, 404]);
    }
    expect(await memories.get(id)).toMatchObject({ status, text: "Ann likes tea" });
    // Nor by forgetting it first.
    for (const back of ["restore", "undo"]) {
      await door.call("DELETE", path, { key: writer });
      await door.call("POST", `${path}/${back}`, { key: writer, body: {} });
      expect((await memories.get(id))?.status).toBe(status);
    }
    for (let i = 0; i < 8; i += 1) {
      await door.call("POST", "/api/ltm/undo", { key: writer, body: { scope: `user:${status}` } });
      expect((await memories.get(id))?.status).not.toBe("active");
    }
    await memories.restore(id).catch(() => undefined);
    const approved = await door.call("PATCH", path, { key: await door.key(), body: { status: "active" } });
    expect(approved.status).toBe(200);
  });
});

describe("H2: a write key cannot undo an operator's rejection", () => {
  const door = useDoor({ settings: { writePolicy: { requireApprovalTypes: ["preference"] } } });
  const SECRET = "Una likes the qqmafia";
  let writer: string;
  let people = 0;

  /** A memory that waits for an operator, as the last change of a scope. */
  async function waiting() {
    writer ??= await door.key({ role: "write" });
    people += 1;
    const scope = `user:una${people}`;
    const handle = door.memoir.scope(scope);
    const { memory } = await handle.remember(SECRET, { type: "preference" });
    const path = `/api/ltm/items/${memory.id}`;
    const call = async (method: string, at: string, body: object) => {
      const answer = await door.call<object>(method, at, { key: writer, body });
      expect(JSON.stringify(answer.body)).not.toContain("qqmafia");
      return answer.status;
    };
    const status = async () => (await handle.memories.get(memory.id))?.status;
    return {
      ...{ handle, id: memory.id, path, scope, status },
      undoScope: () => call("POST", "/api/ltm/undo", { scope, activatePending: true }),
      undoItem: () => call("POST", `${path}/undo`, { activatePending: true }),
      restore: () => call("POST", `${path}/restore`, {}),
    };
  }

  it("nor take what waits out of the queue", async () => {
    const { undoScope, undoItem, status } = await waiting();
    expect([await undoScope(), await undoItem(), await status()]).toEqual([403, 404, "pending"]);
  });

  it("of what waited", async () => {
    const { handle, id, undoScope, undoItem, status } = await waiting();
    await handle.memories.reject(id);
    expect([await undoScope(), await undoItem(), await status()]).toEqual([403, 404, "disabled"]);
  });

  it("of what was active", async () => {
    const { handle, id, undoScope, undoItem, status } = await waiting();
    await handle.memories.approve(id);
    await handle.memories.update(id, { status: "disabled" });
    expect([await undoScope(), await undoItem(), await status()]).toEqual([403, 404, "disabled"]);
  });

  it("nor an approval", async () => {
    const { handle, id, undoScope, undoItem, status } = await waiting();
    await handle.memories.approve(id);
    const refused = { status: 403, body: { error: { code: "not_allowed" } } };
    expect([await undoScope(), await undoItem(), await status()]).toEqual([403, 403, "active"]);
    expect(await door.call("POST", `/api/ltm/items/${id}/undo`, { key: writer, body: {} })).toMatchObject(
      refused,
    );
  });

  it("nor that a held-back memory was forgotten; restored, it is held back and not shown", async () => {
    const { handle, id, undoScope, undoItem, restore, status } = await waiting();
    await handle.memories.delete(id);
    expect([await undoScope(), await undoItem(), await status()]).toEqual([403, 403, "soft_deleted"]);
    expect([await restore(), await status()]).toEqual([200, "pending"]);
  });

  it("an operator can, and sees it", async () => {
    const { handle, id, path, scope, status } = await waiting();
    await handle.memories.reject(id);
    const key = await door.key();
    const undone = await door.call("POST", "/api/ltm/undo", { key, body: { scope } });
    expect(undone).toMatchObject({ status: 200, body: { memory: { text: SECRET } } });
    expect(await status()).toBe("pending");
    expect((await door.call("POST", `${path}/undo`, { key, body: {} })).status).toBe(200);
    expect(await status()).toBe("soft_deleted");
  });

  it("an undo shows no superseded words", async () => {
    const scope = "user:two-dogs";
    const { remember, memories } = door.memoir.scope(scope);
    const { memory: two } = await remember("Una has two dogs");
    await remember("Una has three dogs");
    await memories.delete(two.id);
    const undone = await door.call("POST", "/api/ltm/undo", { key: writer, body: { scope } });
    expect(undone).toMatchObject({ status: 200, body: { memory: { text: "", status: "superseded" } } });
  });
});

describe("M2: the words of forgotten messages are for operators only", () => {
  const door = useDoor();

  it("in lists of one scope and of all, by id, and as evidence of another memory", async () => {
    const hid = door.memoir.scope("user:hid");
    await hid.observe([{ id: "h1", author: "hid", text: "I am allergic to qqpollen. I live in Oslo." }]);
    const { memory: pollen } = await hid.remember("Hid is allergic to qqpollen", { eventId: "h1" });
    const { memory: home } = await hid.remember("Hid lives in Oslo", { eventId: "h1" });
    await hid.memories.delete(pollen.id);
    const paths = [
      "/api/ltm/events?scope=user:hid",
      "/api/ltm/events",
      "/api/ltm/events/h1?scope=user:hid",
      `/api/ltm/items/${home.id}?scope=user:hid`,
    ];
    for (const [role, isShown] of [
      ["read", false],
      ["write", false],
      ["operator", true],
    ] as const) {
      const key = await door.key({ role });
      for (const path of paths) {
        const { status, body } = await door.call<object>("GET", path, { key });
        const text = JSON.stringify(body);
        expect([path, status, text.includes("qqpollen")]).toEqual([path, 200, isShown]);
        expect(text).toContain('"h1"');
      }
    }
  });
});
