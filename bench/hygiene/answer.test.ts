import { expect, it } from "vitest";
import { ModelsSection } from "../../src/domain/settings/models.ts";
import { createModelCaller } from "../../src/models/language/call.ts";
import { startScriptedModel } from "../../src/testing/index.ts";
import { sameFacts } from "../../src/write/extract/same-fact.ts";
import { extractWithModel } from "../../src/write/extract/with-model.ts";
import { answerTo } from "./answer.ts";
import { en, of, type Situation } from "./situation.ts";

const [moved] = of("corrected", [
  en("x", "Ann", ["I live in Rome", "I live in Oslo now"], {
    ask: "Where do I live?",
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

it("judges how they relate, where that is asked", () => {
  const check = {
    type: "object",
    properties: { verdict: { type: "string", enum: ["same", "update", "different"] } },
  };
  const asked = (turns: typeof moved.turns, prompt: string, held = known): unknown =>
    answerTo({ situation: moved, turns, known: held }, { ...request(check, prompt), system: "" });
  expect(asked(moved.turns.slice(0, 1), "A: Ann lives in Rome")).toEqual({ verdict: "same" });
  expect(asked(moved.turns.slice(1), "A: Ann lives in Oslo\nB: Ann lives in Rome")).toEqual({
    verdict: "update",
  });
  expect(asked(moved.turns.slice(1), "A: Ann lives in Oslo", [])).toEqual({ verdict: "different" });
});

it("quotes the words, names whom a claim is about, and says whether it denies", () => {
  const [heard] = of("group", [
    en(
      "y",
      null,
      [
        ["Ann", "I live in Rome"],
        ["Bob", 'hm, "nope": Ann no longer lives in Rome, right?'],
      ],
      {
        ask: "Where does Ann live?",
        model: { 1: ["profile: Ann no longer lives in Rome"] },
      },
    ),
  ]) as [Situation];
  const properties = {
    text: { type: "string" },
    quote: { type: "string" },
    subject: { type: ["string", "null"] },
    affirmed: { type: "boolean" },
  };
  const schema = { properties: { facts: { type: "array", items: { type: "object", properties } } } };
  expect(answerTo({ situation: heard, turns: heard.turns, known: [] }, request(schema, ""))).toEqual({
    facts: [
      {
        text: "Ann no longer lives in Rome",
        quote: "Ann no longer lives in Rome",
        subject: "Ann",
        affirmed: false,
      },
    ],
  });
});

it("has no other words for a sentence that is sent back", () => {
  const properties = { number: { type: "number" }, text: { type: "string" } };
  const schema = { properties: { facts: { type: "array", items: { type: "object", properties } } } };
  const scene = { situation: moved, turns: moved.turns.slice(1), known };
  expect(answerTo(scene, request(schema, "[2] Ann lives in Oslo\n fault: …"))).toEqual({
    facts: [{ number: 2, text: "Ann lives in Oslo" }],
  });
});

it("answers the prompt of the engine", async () => {
  const scene = { situation: moved, turns: moved.turns.slice(1), known };
  await using scripted = await startScriptedModel({
    answer: (asked) => ({ object: answerTo(scene, asked) }),
  });
  const caller = createModelCaller({
    models: { extract: scripted.model, check: scripted.model },
    settings: ModelsSection.parse({}),
    ledger: { spent: async () => 0, add: async () => undefined },
  });
  const sourceEvents = moved.turns.map(({ text, at }) => ({
    ...{ role: "user" as const, type: "message", name: "Ann", actor: "ann" },
    ...{ text, at: Date.parse(at) },
  }));
  const now = Date.parse("2026-06-10");
  const shown = [{ number: 8, text: "Ann lives in Rome" }];
  const found = await extractWithModel(caller, {
    ...{
      tenant: "t",
      sourceEvents,
      from: 1,
      knownMemories: shown,
      now,
      multiFact: { above: 0, confidence: 0.9 },
      maxCandidates: 5,
    },
  });
  expect(found.candidates).toMatchObject([
    { text: "Ann lives in Oslo", subject: "ann", source: 1, span: [0, 18], matches: [], contradicts: [8] },
  ]);
  const pairs = [
    { a: "Ann lives in Oslo", b: "Ann lives in Rome" },
    { a: "Ann lives in Oslo", b: "Ann likes tea" },
  ];
  expect(await sameFacts(caller, "t", pairs)).toEqual(["update", "different"]);
});
