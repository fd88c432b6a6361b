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

/** Hard lines of writers whom nothing was fitted on; Q's are messages in which something is said beside what is asked. */
const linesOf = (writer: "Z" | "Q"): Line[] =>
  readFileSync(new URL(`../../training/data/gate/gate${writer}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
const SCOPE = { scope: { kind: "user", id: "alice" } } as ReadableScope;

const embedder = localEmbedder();
beforeAll(() => embedder.ready());
afterAll(() => embedder.close());

async function read(text: string): Promise<{ need: MemoryNeed; spoken: string }> {
  const question = parseQuestion(SCOPE, text, null, NOBODY);
  return withNeed({ embedder, deadline: deadlineIn(null), signal: undefined }, question, false);
}

describe("what people type to a bot that knows them, by writers nothing was fitted on", () => {
  /** The share of the lines of a language, with this label, whose need is this one. */
  async function share(
    lines: readonly Line[],
    [lang, label]: readonly [Line["l"], Line["y"]],
    need: MemoryNeed,
  ): Promise<number> {
    const some = lines.filter(({ l, y }) => l === lang && y === label);
    const all = await Promise.all(some.map(({ t }) => read(t)));
    return all.filter((one) => one.need === need).length / some.length;
  }

  // As the model card says, with some room: of Z 100, 97 % and 13, 17 %, of Q 99, 99 % and 10, 16 %.
  it.each([
    ["Z", "en", 0.93, 0.02, 0.18],
    ["Z", "zh", 0.93, 0.02, 0.22],
    ["Q", "en", 0.93, 0.04, 0.18],
    ["Q", "zh", 0.93, 0.04, 0.22],
  ] as const)(
    "%s, %s: what needs memory is let through, what needs none mostly not",
    async (writer, lang, least, lost, most) => {
      const lines = linesOf(writer);
      expect(await share(lines, [lang, 1], "memory")).toBeGreaterThanOrEqual(least);
      expect(await share(lines, [lang, 1], "nothing")).toBeLessThanOrEqual(lost);
      expect(await share(lines, [lang, 0], "memory")).toBeLessThanOrEqual(most);
    },
  );

  it.each([
    ["what a day, the printer died twice. which bus did i say goes to the clinic?", "which bus", "printer"],
    [
      "which bus did i say goes to the clinic? the printer died twice today, i could scream",
      "which bus",
      "printer",
    ],
    ["今天累死了，打印机坏了两次。我说过去诊所坐哪路车来着", "去诊所坐哪路车", "打印机"],
  ])("looks for the words that ask: %s", async (text, asked, remark) => {
    const { spoken } = await read(text);
    expect(spoken).toContain(asked);
    expect(spoken).not.toContain(remark);
  });

  it.each(["which bus did i say goes to the clinic?", "我说过去诊所坐哪路车来着"])(
    "a question alone is looked for as it is: %s",
    async (text) => {
      expect((await read(text)).spoken).toBe(text);
    },
  );
});
