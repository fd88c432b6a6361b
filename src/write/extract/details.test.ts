import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../domain/budget.ts";
import { strictSchema, toJsonSchema } from "../../models/language/schema.ts";
import { extractionPrompt } from "./prompt.ts";
import { type Fact, Facts, FactsInWords, FactsSchema } from "./schema.ts";

const OSLO = { text: "Ann lives in Oslo.", type: "profile", source: 1 };
const read = (more: string[], given: object = {}): Fact =>
  Facts.parse({ facts: [{ ...OSLO, more, ...given }] }).facts[0]!;

describe("R14: a fact without what does not apply", () => {
  it("has the defaults of our schema", () => {
    expect(Facts.parse({ facts: [OSLO] })).toEqual({
      facts: [
        {
          ...OSLO,
          ...{
            category: "",
            subject: null,
            key: null,
            slot: null,
            affirmed: true,
            corrects: false,
            quote: "",
          },
          ...{ confidence: 0.85, importance: 0.5, alsoFrom: [], matches: [], extends: [], contradicts: [] },
          ...{ validFrom: null, expiresAt: null, alias: null, confidential: null },
        },
      ],
      forget: [],
    });
    expect(FactsInWords.parse({ facts: [OSLO] }).facts[0]!.importance).toBe("medium");
  });

  it.each<[more: string[], fact: Partial<Fact>]>([
    [["slot likes:black coffee"], { slot: "likes:black coffee" }],
    [["category todo"], { category: "todo" }],
    [["denies"], { affirmed: false }],
    [["corrects", "ends 7"], { corrects: true, contradicts: [7] }],
    [["sure 0.4"], { confidence: 0.4 }],
    [["sure 7"], { confidence: 1 }],
    [["sure"], { confidence: 0.85 }],
    [["also 3", "also 4, 5"], { alsoFrom: [3, 4, 5] }],
    [["same 5", "adds 6", "ends [7]", "ends #8"], { matches: [5], extends: [6], contradicts: [7, 8] }],
    [["from 2026-06-01", "until 2026-06-16"], { validFrom: "2026-06-01", expiresAt: "2026-06-16" }],
    [["alias 小明", "confidential everyone"], { alias: "小明", confidential: "everyone" }],
    // The names of the fields, and other ways to write it.
    [["contradicts: 7", "expiresAt=2026-06-16"], { contradicts: [7], expiresAt: "2026-06-16" }],
    [[" - Slot:  home "], { slot: "home" }],
    [["key prefers_python"], { key: "prefers_python" }],
    [["nonsense 5", "", "42", "__proto__ 1", `ends ${"x".repeat(9_000)}`], { contradicts: [] }],
  ])("%j", (more, fact) => {
    expect(read(more)).toMatchObject(fact);
  });

  it("a detail under its own name is read too, beside those of `more`", () => {
    const given = { slot: "home", contradicts: [3], affirmed: false };
    expect(read(["ends 4"], given)).toMatchObject({ ...given, contradicts: [3, 4] });
  });
});

describe("R298: what a request costs", () => {
  const prompt = extractionPrompt({
    ...{ sourceEvents: [], from: 0, knownMemories: [], subjects: [], now: 0, categories: [], limit: 5 },
    ...{ language: undefined, inWords: false, keys: false, knownTokens: undefined },
    multiFact: { above: 400, confidence: 0.9 },
  });
  const strict = strictSchema(toJsonSchema(FactsSchema));

  it("has instructions of at most 900 tokens", () => {
    expect(estimateTokens(prompt.system)).toBeLessThanOrEqual(900);
  });

  it("asks for at most 160 characters beside the words of a fact, even where every key is required", () => {
    const { facts } = strict.properties as Record<string, { items: { required: string[] } }>;
    const full = {
      ...{ text: "", type: "task_state", subject: "Marianne", importance: 0.55, source: 12, quote: "" },
      more: ["slot plan:dentist", "until 2026-06-16"],
    };
    expect(facts!.items.required).toEqual(Object.keys(full));
    expect(JSON.stringify(full).length).toBeLessThanOrEqual(160);
  });
});
