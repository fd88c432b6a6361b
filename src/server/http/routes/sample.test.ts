import { describe, expect, it } from "vitest";
import { useDoor } from "../app.fixture.ts";

describe("the sample", () => {
  const door = useDoor();

  it.each([
    ["en", "user:sample-robin", "Robin lives in Bristol.", "Robin lives in Leeds."],
    ["zh", "user:示例-林晓", "林晓住在成都。", "林晓住在绵阳。"],
  ])("fills every view in %s, and goes without a trace", async (language, name, now, before) => {
    const key = await door.key({ tenant: `sample-${language}` });
    const operator = door.memoir.operator(`sample-${language}`);
    const body = { language };
    const made = await door.call<{ scope: string }>("POST", "/api/ltm/sample", { key, body });
    expect(made).toMatchObject({ status: 201, body: { scope: name } });
    // Asked twice, it is there once.
    expect((await door.call("POST", "/api/ltm/sample", { key, body })).status).toBe(201);

    const scope = door.memoir.scope(name, { tenant: operator.tenant });
    const messages = (await scope.events.list({ type: "message", limit: 100 })).items;
    expect(messages.length).toBeGreaterThan(55);
    const days = new Set(messages.map(({ at }) => at.toISOString().slice(0, 10)));
    expect(days.size).toBeGreaterThan(10);
    expect(Math.max(...messages.map(({ at }) => at.getTime()))).toBeLessThan(Date.now());

    const all = (await scope.memories.list({ limit: 100 })).items;
    const statusOf = (text: string): string | undefined => all.find((one) => one.text === text)?.status;
    expect([statusOf(now), statusOf(before)]).toEqual(["active", "superseded"]);
    const kinds = new Set(all.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(["episodic", "insight", "semantic", "timeline"]);
    const waiting = (await operator.review({ limit: 50 })).items;
    expect(new Set(waiting.map((one) => (one.kind === "profile" ? "profile" : one.memory.status)))).toEqual(
      new Set(["pending", "profile", "shadow"]),
    );
    expect((await scope.digest.days(undefined, { limit: 30 })).length).toBeGreaterThan(8);
    expect((await scope.contexts({ limit: 50 })).items.length).toBeGreaterThan(20);
    expect((await scope.memories.relations()).length).toBeGreaterThan(5);
    const decided = (await scope.memories.decisions(undefined, { limit: 200 })).items;
    expect(decided.filter(({ outcome }) => outcome === "refused")).toEqual([]);

    const gone = await door.call<{ removed: string[] }>("DELETE", "/api/ltm/sample", { key });
    expect(gone.body.removed).toEqual([name]);
    expect((await operator.stats()).scopes).toEqual([]);
    expect((await operator.history()).items).toEqual([]);
    expect(await operator.modelUsage()).toEqual([]);
    const again = await door.call<{ removed: string[] }>("DELETE", "/api/ltm/sample", { key });
    expect(again.body.removed).toEqual([]);
  });

  it("is for operators, and in a language that it speaks", async () => {
    const reader = await door.key({ role: "read" });
    expect(
      (await door.call("POST", "/api/ltm/sample", { key: reader, body: { language: "en" } })).status,
    ).toBe(403);
    expect((await door.call("DELETE", "/api/ltm/sample", { key: reader })).status).toBe(403);
    const key = await door.key();
    expect((await door.call("POST", "/api/ltm/sample", { key, body: { language: "fr" } })).status).toBe(400);
  });
});
