import { expect, it } from "vitest";
import { JUDGED_SPACE } from "../models/change-judge.ts";
import { changeOddsOf } from "./change-odds.ts";
import { Corpus } from "./corpus.ts";
import { Arena } from "./kernel/kernel.ts";

const vector = new Float32Array(384).fill(1 / Math.sqrt(384));

it.each([
  ["both have one of the judged space", JUDGED_SPACE, JUDGED_SPACE, true],
  ["the known text has one of a former model", "former", JUDGED_SPACE, false],
  ["the new text has one of another model", JUDGED_SPACE, "other", false],
])("a change is judged by vectors that are at hand: %s", (_, model, ofText, isJudged) => {
  const corpus = new Corpus<number>(new Arena(), true);
  const rest = { name: "", terms: [], session: "", author: "", assistant: false, time: 0 };
  const item = corpus.add({ ref: 1, row: 1, text: "text", ...rest });
  corpus.setVectors(item, [{ part: 0, model, vector }]);
  const odds = changeOddsOf(corpus, item, [{ model: ofText, vector }]);
  expect(Number.isFinite(odds)).toBe(isJudged);
});
