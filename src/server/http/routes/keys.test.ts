import { describe, expect, it } from "vitest";
import type { ApiKey, NewApiKey } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

const PATH = "/api/ltm/keys";

describe("keys", () => {
  const door = useDoor();

  it("are made with fewer rights, used, listed without their secret, and revoked", async () => {
    const key = await door.key({ tenant: "a", name: "ann" });
    const body = { name: "bot", role: "write", scopes: ["user:alice"], expiresAt: "2999-01-01T00:00:00Z" };
    const made = await door.call<NewApiKey>("POST", PATH, { key, body });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "bot", role: "write", scopes: ["user:alice"], createdBy: "ann", status: "active" },
    });
    const own = { key: made.body.key };
    expect((await door.call("GET", "/api/ltm/stats", own)).status).toBe(200);
    expect((await door.call("POST", PATH, { ...own, body: { name: "more" } })).status).toBe(403);

    const listed = await door.call<{ items: ApiKey[] }>("GET", PATH, { key });
    expect(listed.body.items.map(({ name }) => name).sort()).toEqual(["ann", "bot"]);
    const secret = made.body.key.split(".")[2]!;
    expect(JSON.stringify(listed.body)).not.toContain(secret);

    const revoked = await door.call<ApiKey>("DELETE", `${PATH}/bot`, { key });
    expect(revoked.body).toMatchObject({ name: "bot", status: "revoked" });
    expect((await door.call("GET", "/api/ltm/stats", own)).status).toBe(401);
  });

  it.each([
    ["no name", {}, 400],
    ["a role that is none", { name: "x", role: "admin" }, 400],
    [
      "an operator of one scope, which does not exist",
      { name: "x", role: "operator", scopes: ["user:a"] },
      400,
    ],
    ["a list of nothing", { name: "x", scopes: [] }, 400],
    ["a time that is over", { name: "x", expiresAt: "2001-01-01T00:00:00Z" }, 400],
    ["another tenant's", { name: "x", tenant: "other" }, 400],
    ["in another's name", { name: "x", actor: "somebody" }, 400],
    ["a name that is taken", { name: "taken" }, 409],
  ])("%s is refused", async (_what, body, status) => {
    const key = await door.key({ tenant: "b" });
    if (status === 409) await door.key({ tenant: "b", name: "taken" });
    expect((await door.call("POST", PATH, { key, body })).status).toBe(status);
  });

  it("of another tenant are not there", async () => {
    const key = await door.key({ tenant: "c", name: "mine" });
    const foreign = await door.key({ tenant: "d" });
    expect((await door.call("DELETE", `${PATH}/mine`, { key: foreign })).status).toBe(404);
    expect((await door.call("GET", PATH, { key })).status).toBe(200);
  });
});
