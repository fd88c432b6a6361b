import { expect, it } from "vitest";
import { answerTo } from "./answer.ts";
import { en, of, type Situation } from "./situation.ts";

const [moved] = of("corrected", [
  en("x", "Ann", ["I live in Rome", "I live in Oslo now"], {
    active: ["oslo"],
    gone: ["rome"],
    model: { 0: ["profile: Ann lives in Rome"], 1: ["profile: Ann lives in Oslo"] },
  }),
]) as [Situation];
const known = [{ text: "Ann lives in Rome", subject: "Ann", expiresAt: null }];
const request = (schema: object, prompt: string) => ({
  schema: schema as Record<string, unknown>,
  system: "Known:\n[1] Ann lives in Rome",
  messages: [{ role: "user", content: prompt }],
});
const item = {
  type: "object",
  properties: {
    type: { type: "string", enum: ["profile"] },
    fact: { type: "string" },
    fact_key: { type: "string" },
    confidence: { type: "number" },
    matches: { anyOf: [{ type: "integer" }, { type: "null" }] },
    contradicts: { type: "array", items: { type: "string" } },
    source: { type: "integer" },
  },
};
const list = { type: "object", properties: { facts: { type: "array", items: item } } };

it("answers with the claims of the turn, in the shape that is asked for", () => {
  const scene = { situation: moved, turns: moved.turns.slice(1), known };
  expect(answerTo(scene, request(list, "3. Ann: I live in Oslo now"))).toEqual({
    facts: [
      {
        type: "profile",
        fact: "Ann lives in Oslo",
        fact_key: "",
        confidence: 0.9,
        matches: null,
        contradicts: ["1"],
        source: 3,
      },
    ],
  });
});

it("sees that the same was said before, and has nothing to say where nothing is", () => {
  const again = { situation: moved, turns: moved.turns.slice(0, 1), known };
  expect(answerTo(again, request(list, "2. Ann: I live in Rome"))).toMatchObject({
    facts: [{ matches: 1, contradicts: [] }],
  });
  expect(answerTo({ ...again, turns: [] }, request(list, ""))).toEqual({ facts: [] });
});

it("judges whether two sentences are one fact", () => {
  const check = { type: "object", properties: { same: { type: "boolean" }, reason: { type: "string" } } };
  const asked = (turns: typeof moved.turns, prompt: string): unknown =>
    answerTo({ situation: moved, turns, known }, request(check, prompt));
  expect(asked(moved.turns.slice(0, 1), "Ann lives in Rome")).toEqual({ same: true, reason: "" });
  expect(asked(moved.turns.slice(1), "Ann lives in Oslo")).toEqual({ same: false, reason: "" });
});
