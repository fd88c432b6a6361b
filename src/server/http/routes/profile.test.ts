import { beforeAll, describe, expect, it } from "vitest";
import type { ProfileField, Proposal } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

describe("/api/ltm/profile", () => {
  const door = useDoor({ preset: "supervisor" });
  const path = "/api/ltm/profile";
  const scope = "user:alice";
  let reader: string;
  let writer: string;
  beforeAll(async () => {
    reader = await door.key({ role: "read" });
    writer = await door.key({ role: "write" });
  });
  const fields = async () => {
    const { body } = await door.call<{ fields: ProfileField[] }>("GET", `${path}?scope=${scope}`, {
      key: reader,
    });
    return body.fields.map(({ field, value }) => `${field}: ${value}`);
  };
  const propose = (body: object) =>
    door.call<Proposal>("POST", `${path}/proposals`, { key: writer, body: { scope, ...body } });
  const post = <T = Proposal>(at: string, key = writer) =>
    door.call<T>("POST", `${path}/proposals/${at}`, { key, body: { scope } });

  it("what says who somebody is waits for the user's answer (R277)", async () => {
    const city = await propose({ field: "city", value: "柏林" });
    expect([city.status, city.body.status, await fields()]).toEqual([201, "pending", []]);
    expect((await post(`${city.body.id}/confirm`, reader)).status).toBe(403);
    expect((await post(`${city.body.id}/confirm`)).body.status).toBe("accepted");
    expect(await fields()).toEqual(["city: 柏林"]);
    await propose({ field: "pronouns", value: "she/her" });
    expect((await post("pronouns/reject")).body.status).toBe("declined");
    expect((await post("pronouns/reject")).status).toBe(404);
    expect(await fields()).toEqual(["city: 柏林"]);
  });

  it("a command sets it at once; it can be taken away again", async () => {
    const put = (field: string, value: string) =>
      door.call<Proposal>("PUT", `${path}/${field}`, { key: writer, body: { scope, value } });
    expect(await put("tone", "brief")).toMatchObject({ status: 200, body: { status: "accepted" } });
    await put("goals_add", "learn to sail");
    await put("goals", "sleep more");
    expect(await fields()).toEqual([
      "city: 柏林",
      "tone: brief",
      "goals: learn to sail",
      "goals: sleep more",
    ]);
    const remove = (at: string) => door.call("DELETE", `${path}/${at}`, { key: writer });
    expect(await remove(`goals?scope=${scope}&value=sleep%20more`)).toMatchObject({ body: { removed: 1 } });
    expect(await remove(`tone?scope=${scope}&hard=true`)).toMatchObject({ body: { removed: 1 } });
    expect(await fields()).toEqual(["city: 柏林", "goals: learn to sail"]);
    expect((await remove(`tone?scope=${scope}&value=brief`)).status).toBe(400);
    expect((await put("shoe_size", "44")).status).toBe(400);
  });

  it("lists what was proposed and what became of it (R280)", async () => {
    const list = async (query: string) => {
      const at = `${path}/proposals?scope=${scope}${query}`;
      const { status, body } = await door.call<{ items: Proposal[] }>("GET", at, { key: reader });
      return status === 200 ? body.items.map(({ field }) => field) : status;
    };
    expect(await list("&status=declined")).toEqual(["pronouns"]);
    expect(await list("&field=city&limit=1")).toEqual(["city"]);
    expect(await list("&status=lost")).toBe(400);
  });

  it("is of the category profile, for who is bound to some (R261)", async () => {
    const key = await door.key({ role: "write", categories: ["todo"] });
    expect((await door.call("GET", `${path}?scope=${scope}`, { key })).status).toBe(403);
  });
});
