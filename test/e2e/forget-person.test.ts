import { describe, expect, it } from "vitest";
import type { PersonReceipt } from "../../src/index.ts";
import { useDoor } from "../../src/server/http/app.fixture.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";

const PATH = "/api/ltm/people";

describe("forgetting people over HTTP", () => {
  const door = useDoor();

  it("shows what goes, forgets, lists the receipt and takes it back, for operators alone", async () => {
    const key = await door.key({ tenant: "a", name: "ann" });
    await door.call("POST", "/api/ltm/remember", {
      key,
      body: { scope: "user:bo", text: "Bo likes oolong" },
    });
    const body = { scope: "user:bo" };
    const preview = await door.call<{ examples: object }>("POST", `${PATH}/preview`, { key, body });
    expect(preview).toMatchObject({ status: 200, body: { examples: { memories: ["Bo likes oolong"] } } });
    const writer = await door.key({ tenant: "a", name: "writer", role: "write" });
    expect((await door.call("POST", `${PATH}/forget`, { key: writer, body })).status).toBe(403);
    const { status, body: receipt } = await door.call<PersonReceipt>("POST", `${PATH}/forget`, { key, body });
    expect([status, receipt.actor, receipt.status]).toEqual([200, "ann", "done"]);
    expect(JSON.stringify(receipt)).not.toContain("oolong");
    const list = await door.call<{ items: PersonReceipt[] }>("GET", `${PATH}/receipts`, { key });
    expect(list.body.items).toEqual([receipt]);
    const restored = await door.call("POST", `${PATH}/receipts/${receipt.id}/restore`, { key, body: {} });
    expect(restored).toMatchObject({ status: 200, body: { status: "restored" } });
  });

  it.each([[{}], [{ scope: "user:bo", person: "bo" }], [{ person: "bo", member: "7" }]])(
    "refuses %j",
    async (body) => {
      const key = await door.key({ tenant: "b" });
      expect((await door.call("POST", `${PATH}/forget`, { key, body })).status).toBe(400);
    },
  );
});

describe.each(memoirs.filter(({ name }) => name === "server"))("forgetting people by a client", (kind) => {
  const db = useMemoir(kind);

  it("has the same receipts, with dates", async () => {
    const { people } = db.memoir.operator(db.tenant);
    await db.scope("user:bo").remember("Bo likes oolong");
    await db.scope("group:g").observe([{ id: "g1", author: "bo", authorName: "Bo", text: "Hello there." }]);
    const receipt = await people.forget({ person: "bo" }, { reason: "asked" });
    expect(receipt.begunAt).toBeInstanceOf(Date);
    expect(receipt.restorableUntil).toBeInstanceOf(Date);
    expect(receipt.scopes.map(({ scope }) => scope)).toEqual(["user:bo", "group:g"]);
    expect((await people.restore(receipt.id)).status).toBe("restored");
    expect((await people.receipts()).items).toHaveLength(1);
  });
});
