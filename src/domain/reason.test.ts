import { expect, it } from "vitest";
import { REASONS, reasonsIn } from "./reason.ts";

it.each(Object.entries(REASONS))("%s is found in its own sentence", (code, sentence) => {
  const said = sentence.replaceAll("{reason}", "small talk").replaceAll(/\{(\w+)\}/g, "x");
  expect(reasonsIn(said)[0]).toMatchObject({ code });
});

it.each([
  ["", []],
  ["confidence 0.41 is below 0.6", [{ code: "confidence", values: { confidence: "0.41", least: "0.6" } }]],
  [
    'the same home: "Hamburg" is not "Kiel"',
    [
      { code: "slot", values: { slot: "home" } },
      { code: "isNot", values: { a: '"Hamburg"', b: '"Kiel"' } },
    ],
  ],
  [
    "nothing like it is known; the type profile waits for approval",
    [
      { code: "new", values: {} },
      { code: "typeWaits", values: { type: "profile" } },
    ],
  ],
  [
    '"茶; 咖啡" stands in another relation; it was archived',
    [
      { code: "otherRelation", values: { word: "茶; 咖啡" } },
      { code: "was", values: { status: "archived" } },
    ],
  ],
  ["someone typed this", [{ code: "other", values: { text: "someone typed this" } }]],
])("%s", (reason, expected) => {
  expect(reasonsIn(reason)).toEqual(expected);
});
