import { beforeAll, describe, expect, it } from "vitest";
import type { AboutPerson } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

describe("a person over HTTP", () => {
  const door = useDoor({ preset: "urmom" });
  const group = "group:discord/42";
  let reader: string;
  beforeAll(async () => {
    reader = await door.key({ role: "read" });
    await door.memoir
      .scope(group)
      .observe([{ id: "m1", author: "7", authorName: "Dana", text: "I paint all day" }]);
    // Where members have separate scopes, what is known of them is there.
    await door.memoir.scope("user:42:7").remember("Dana prefers oil paint", { type: "preference" });
  });
  const person = (key: string, query: string) =>
    door.call<AboutPerson>("GET", `/api/ltm/person?${query}`, { key });

  it("tells a reader of a member, also from the member's own scope", async () => {
    const { status, body } = await person(reader, `scope=${group}&person=7`);
    expect([status, body.name, body.members.map(({ name }) => name)]).toEqual([200, "Dana", ["Dana"]]);
    const likes = body.sections.find(({ section }) => section === "likes");
    expect(likes?.lines.map(({ text }) => text)).toEqual(["Dana prefers oil paint"]);
    expect((await person(reader, `scope=${group}`)).body.account).toBe("7");
  });

  it("knows nobody where nobody has spoken, and has bounds", async () => {
    expect((await person(reader, "scope=group:discord/1")).status).toBe(404);
    expect((await person(reader, `scope=${group}&limit=51`)).status).toBe(400);
    for (const bounds of [{ scopes: [group] }, { categories: ["tasks"] }])
      expect((await person(await door.key({ role: "read", ...bounds }), `scope=${group}`)).status).toBe(403);
  });

  it("says what replaced what to an operator only", async () => {
    const list = (key: string) => door.call("GET", "/api/ltm/items?links=true", { key });
    expect((await list(reader)).status).toBe(403);
    expect((await list(await door.key({ role: "operator" }))).body).toMatchObject({
      items: [{ replacedBy: null, replaces: [] }],
    });
  });
});
