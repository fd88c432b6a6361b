import { describe, expect, it } from "vitest";
import type { PolicyVersion } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

const PATH = "/api/ltm/policy";

describe("policy", () => {
  const door = useDoor();

  it("R53, R54: is read, changed in part, and kept in versions with who and why", async () => {
    const key = await door.key({ tenant: "a", name: "ann" });
    const before = await door.call<PolicyVersion>("GET", PATH, { key });
    expect(before.body).toMatchObject({ version: 0, active: true });
    expect(before.headers.get("etag")).toBe('"0"');

    const body = { writePolicy: { mode: "manual" }, reason: "审核所有写入" };
    const after = await door.call<PolicyVersion>("PUT", PATH, { key, body });
    expect(after.status).toBe(200);
    expect(after.body).toMatchObject({ version: 1, actor: "ann", reason: "审核所有写入" });
    expect(after.body.writePolicy).toEqual({ ...before.body.writePolicy, mode: "manual" });
    expect(after.headers.get("etag")).toBe('"1"');

    const all = await door.call<{ items: PolicyVersion[]; next: null }>("GET", `${PATH}/versions`, { key });
    expect(all.body.items.map(({ version }) => version)).toEqual([1, 0]);
    const one = await door.call<PolicyVersion>("GET", `${PATH}/versions/0`, { key });
    expect(one.body).toMatchObject({ version: 0, active: false });
    const diff = await door.call<unknown>("GET", `${PATH}/diff?from=0&to=1`, { key });
    expect(diff.body).toEqual({ differences: [{ path: "writePolicy.mode", from: "auto", to: "manual" }] });

    const back = await door.call<PolicyVersion>("POST", `${PATH}/rollback`, { key, body: { version: 0 } });
    expect(back.body).toMatchObject({ version: 2, active: true, writePolicy: { mode: "auto" } });
  });

  it("If-Match: who has not seen the newest version changes nothing", async () => {
    const key = await door.key({ tenant: "b" });
    const put = (match: string, maxItems: number): Promise<{ status: number }> =>
      door.call("PUT", PATH, { key, body: { readPolicy: { maxItems } }, headers: { "if-match": match } });
    expect((await put('"0"', 3)).status).toBe(200);
    const late = await door.call("PUT", PATH, {
      key,
      body: { readPolicy: { maxItems: 4 } },
      headers: { "if-match": '"0"' },
    });
    expect(late).toMatchObject({
      status: 412,
      body: { error: { code: "conflict", details: { version: 1 } } },
    });
    expect((await put("*", 5)).status).toBe(200);
    expect((await put("seven", 6)).status).toBe(400);
    const rollback = { key, body: { version: 0 }, headers: { "if-match": '"1"' } };
    expect((await door.call("POST", `${PATH}/rollback`, rollback)).status).toBe(412);
    expect((await door.call<PolicyVersion>("GET", PATH, { key })).body).toMatchObject({
      version: 2,
      readPolicy: { maxItems: 5 },
    });
  });

  it.each([
    ["a setting that is none", "PUT", "", { writePolicy: { mod: "manual" } }, 400],
    ["a value that is none", "PUT", "", { readPolicy: { maxItems: "many" } }, 400],
    ["a section that is none", "PUT", "", { server: { port: 1 } }, 400],
    ["no JSON", "PUT", "", "{", 400],
    ["a version that never was", "POST", "/rollback", { version: 7 }, 404],
    ["no version, and nothing before it", "POST", "/rollback", {}, 409],
    ["half a version", "POST", "/rollback", { version: 0.5 }, 400],
    ["one that never was", "GET", "/versions/7", undefined, 404],
    ["one that cannot be", "GET", "/versions/last", undefined, 400],
    ["a difference to nothing", "GET", "/diff?from=0", undefined, 400],
    ["a difference to what never was", "GET", "/diff?from=0&to=7", undefined, 404],
  ])("%s changes nothing", async (_what, method, path, body, status) => {
    const key = await door.key({ tenant: "c" });
    const answer = await door.call(method, PATH + path, { key, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(status);
    expect((await door.memoir.operator("c").policy.current()).version).toBe(0);
  });
});
