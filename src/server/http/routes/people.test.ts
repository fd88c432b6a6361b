import { beforeAll, describe, expect, it } from "vitest";
import type { CommandResult, DigestContext } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

describe("digests and commands over HTTP", () => {
  const door = useDoor({ preset: "urmom" });
  const group = "group:discord/42";
  let reader: string;
  let writer: string;
  beforeAll(async () => {
    reader = await door.key({ role: "read" });
    writer = await door.key({ role: "write" });
    await door.memoir
      .scope(group)
      .observe([{ id: "m1", author: "7", authorName: "Dana", text: "I paint all day" }]);
  });
  const context = (key: string, body: object = { scope: group, person: "7" }) =>
    door.call<DigestContext & { prompt: string }>("POST", "/api/ltm/digest/context", { key, body });
  const command = (key: string, text: string) =>
    door.call<CommandResult>("POST", "/api/ltm/commands", {
      key,
      body: { scope: group, message: { text, author: "7" } },
    });

  it("a reader is told, a writer gives commands", async () => {
    expect((await context(reader)).body).toMatchObject({ name: "Dana", text: "Said: “I paint all day”" });
    expect((await command(reader, "Bot remember that I live in Oslo")).status).toBe(403);
    expect((await command(writer, "Bot remember that I live in Oslo")).body).toMatchObject({
      outcome: "remembered",
    });
    expect((await context(reader)).body.parts.facts).toBe("Dana lives in Oslo.");
    expect((await context(reader, { scope: group })).status).toBe(400);
  });

  it("a key of some scopes or categories does not reach members through their group", async () => {
    const bound = await door.key({ role: "write", scopes: [group] });
    const narrow = await door.key({ role: "write", categories: ["tasks"] });
    for (const key of [bound, narrow]) {
      expect((await context(key)).status).toBe(403);
      expect((await command(key, "Bot forget that I live in Oslo")).status).toBe(403);
    }
    const own = await door.key({ role: "read", scopes: ["user:42:7"] });
    expect((await context(own, {})).body.text).toBe("Dana lives in Oslo.");
  });

  it("R313: a message is edited and deleted", async () => {
    const path = "/api/ltm/events/m1";
    const edited = await door.call("PATCH", path, {
      key: writer,
      body: { scope: group, text: "I paint at night" },
    });
    expect([edited.status, edited.body]).toEqual([200, { changed: true }]);
    expect((await context(reader)).body.parts.today).toBe("Said: “I paint at night”");
    expect((await door.call("DELETE", `${path}?scope=${group}`, { key: reader })).status).toBe(403);
    const gone = await door.call("DELETE", `${path}?scope=${group}`, { key: writer });
    expect(gone.body).toEqual({ changed: true });
    expect((await context(reader)).body.parts.today).toBeNull();
  });
});
