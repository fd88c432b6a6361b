import { expect, it } from "vitest";
import { isOfMemories, readPeople } from "../../bench/people/person.ts";
import { lineName, linesShown, openStage } from "../../bench/people/play.ts";

// Without the head `portrait` 59 % of them in English and 63 % in Chinese, with it 71 and 72 % (`bench/RESULTS.md`).
it("an overview brings most of what says who somebody is, of people that nothing was trained on", async () => {
  const stage = await openStage();
  let [wanted, brought] = [0, 0];
  for (const person of readPeople("training/data/people", ["T"])) {
    if (person.kind === "group" || isOfMemories(person)) continue;
    const own = await stage.tell(`user:${person.id.toLowerCase()}`, [person]);
    for (const { q, a } of person.qs.filter(({ k }) => k === "overview")) {
      const { shown, core } = await linesShown(own, q, {});
      const lines = new Set([...shown, ...core]);
      wanted += a.length;
      brought += a.filter((line) => lines.has(lineName(person, line))).length;
    }
  }
  await stage.memoir.close();
  expect(brought / wanted).toBeGreaterThanOrEqual(0.65);
});
