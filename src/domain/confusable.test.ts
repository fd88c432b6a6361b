import { expect, test } from "vitest";
import { confusableForms } from "./confusable.ts";

const alike = (a: string, b: string): boolean => {
  const forms = new Set(confusableForms(a));
  return confusableForms(b).some((form) => forms.has(form));
};

test.each([
  ["Alice", "ALICE"],
  ["Alice", "Ａｌｉｃｅ"],
  ["Alice", "A l i c e"],
  ["Alice", "Alice\u200b"],
  ["Alice", "Al\u2060ice"],
  ["Alice", "Álice"],
  ["Alice", "A\u0301lice"],
  ["Alice", "Аlice"],
  ["Alice", "Αlice"],
  ["Alice", "АӀіcе"],
  ["Alice", "ᴀʟɪᴄᴇ"],
  ["Alice", "𝓐𝓵𝓲𝓬𝓮"],
  ["Alice", "AIice"],
  ["Alice", "A1ice"],
  ["Bob", "B0b"],
  ["mallory", "rnallory"],
  ["Ian", "lan"],
  ["HELENA", "НЕLENA"],
  ["ΗΛΙΑΣ", "ηλιας"],
  ["小明", "小 明"],
])("H3: %j looks like %j", (a, b) => expect(alike(a, b)).toBe(true));

test.each([
  ["Alice", "Alicia"],
  ["Ian", "Lan"],
  ["Bob", "Rob"],
  ["小明", "小红"],
  ["Anna", "Анна"],
  ["✨", "🌸"],
])("%j does not look like %j", (a, b) => expect(alike(a, b)).toBe(false));
