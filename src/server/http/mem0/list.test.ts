import { describe, expect, it } from "vitest";
import { useDoor } from "../app.fixture.ts";

describe("mem0's getAll()", () => {
  let today = new Date("2026-03-01T12:00:00Z");
  const door = useDoor({ now: () => today });

  it("start_date and end_date bound what is listed", async () => {
    const { remember } = door.memoir.scope("user:mia");
    await remember("Mia has a boat");
    today = new Date("2026-04-01T12:00:00Z");
    await remember("Mia has a dog");
    const key = await door.key({ role: "read" });
    const listed = async (dates: object): Promise<string[]> => {
      const { body } = await door.call<{ results: { memory: string }[] }>("POST", "/v3/memories/", {
        key,
        body: { user_id: "mia", ...dates },
      });
      return body.results.map(({ memory }) => memory);
    };
    expect(await listed({})).toEqual(["Mia has a dog", "Mia has a boat"]);
    expect(await listed({ start_date: "2026-03-15" })).toEqual(["Mia has a dog"]);
    expect(await listed({ end_date: "2026-03-15" })).toEqual(["Mia has a boat"]);
    expect(await listed({ start_date: "2026-03-15", end_date: "2026-03-20" })).toEqual([]);
  });
});
