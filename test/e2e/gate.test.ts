import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import { withNeed } from "../../src/read/parse/need.ts";
import { type MemoryNeed, NOBODY, parseQuestion } from "../../src/read/parse/question.ts";
import { deadlineIn } from "../../src/read/shared/deadline.ts";
import type { ReadableScope } from "../../src/scope-index/scope-index.ts";

interface Line {
  readonly t: string;
  readonly l: "en" | "zh";
  /** Whether answering needs something that was told before. */
  readonly y: 0 | 1;
}

/** Hard lines of a writer whom nothing was fitted on. */
const LINES = readFileSync(new URL("../../training/data/gate/gateZ.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);
const SCOPE = { scope: { kind: "user", id: "alice" } } as ReadableScope;

const embedder = localEmbedder();
beforeAll(() => embedder.ready());
afterAll(() => embedder.close());

async function needOf(text: string): Promise<MemoryNeed> {
  const question = parseQuestion(SCOPE, text, null, NOBODY);
  return (await withNeed({ embedder, deadline: deadlineIn(null), signal: undefined }, question, false)).need;
}

describe("what people type to a bot that knows them, by a writer nothing was fitted on", () => {
  /** The share of the lines of a language, with this label, whose need is this one. */
  async function share(lang: Line["l"], label: Line["y"], need: MemoryNeed): Promise<number> {
    const some = LINES.filter(({ l, y }) => l === lang && y === label);
    const needs = await Promise.all(some.map(({ t }) => needOf(t)));
    return needs.filter((one) => one === need).length / some.length;
  }

  // As the model card says, with some room: 97, 97 % and 8, 15 %.
  it.each([
    ["en", 0.93, 0.15],
    ["zh", 0.93, 0.22],
  ] as const)(
    "%s: what needs memory is let through, what needs none mostly not",
    async (lang, least, most) => {
      expect(await share(lang, 1, "memory")).toBeGreaterThanOrEqual(least);
      expect(await share(lang, 1, "nothing")).toBeLessThanOrEqual(0.02);
      expect(await share(lang, 0, "memory")).toBeLessThanOrEqual(most);
    },
  );
});
