import { expect, it } from "vitest";
import type { Person } from "./person.ts";
import { openStage } from "./play.ts";

const PERSON: Person = {
  ...{ id: "enM-99", lang: "en", qs: [], general: [] },
  lines: [
    { t: "Ann keeps bees behind the shed." },
    { t: "My api key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD" },
    { t: "Ann has a sister in Rome." },
  ],
};

it("tells memories one by one: a line that is refused is no hit's, and nothing else is passed over", async () => {
  const stage = await openStage();
  const { scope, lineOf } = await stage.tell("user:ann", [PERSON]);
  expect([...lineOf.values()]).toEqual(["enM-99 0", "enM-99 2"]);
  const { items } = await scope.memories.list();
  expect(items.map(({ id }) => lineOf.get(id)).sort()).toEqual(["enM-99 0", "enM-99 2"]);
  await stage.memoir.close();
  await expect(stage.tell("user:ben", [PERSON])).rejects.toMatchObject({ code: "closed" });
});
