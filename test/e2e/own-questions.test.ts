import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { firstOf } from "../support/prove.ts";

/** A conversation as somebody had it, and what they ask days later; `#14` means 14 hours later. */
interface Talk {
  readonly talk: readonly string[];
  /** A question, and words of which one must be in the prompt; none: nothing that was said belongs there. */
  readonly questions: readonly (readonly [string, ...string[]])[];
  /** Words about others, which no memory may hold: it would say them of the user. */
  readonly never?: readonly string[];
}

const HOUR = 3_600_000;
/** The lines of every prompt, and the frame around them. */
const ALWAYS = /^(?:- Always: .*|<\/?memoir>|Remembered facts, .*)$/;

const TALKS: readonly [file: string, unanswered: number][] = [
  ["shift-worker", 0],
  ["new-in-chengdu", 1],
  ["migration", 1],
  ["going-freelance", 3],
  ["first-job-in-suzhou", 1],
  ["greyhound", 0],
  ["exam-and-daughter", 1],
  ["truck-driver", 0],
  ["mountain-guide", 2],
  ["night-nurse", 2],
  ["guesthouse", 2],
];

it.each(firstOf(TALKS, 2))(
  "%s: who was told something knows it when asked, without a model; all but %i",
  async (file, unanswered) => {
    const path = new URL(`../fixtures/talks/${file}.json`, import.meta.url);
    const { talk, questions, never = [] } = JSON.parse(readFileSync(path, "utf8")) as Talk;
    let now = Date.parse("2026-10-01T09:00:00Z");
    await using memoir = await openMemoir({
      database: ":memory:",
      background: false,
      now: () => new Date(now),
    });
    const me = memoir.scope("user:me");
    let session = 0;
    for (const [i, line] of talk.entries()) {
      if (line.startsWith("#")) {
        now += Number(line.slice(1)) * HOUR;
        session += 1;
      } else {
        now += 40_000;
        const role = line.startsWith("B:") ? "assistant" : "user";
        await me.observe([{ id: `m${i}`, role, session: `s${session}`, text: line.slice(3) }]);
      }
    }
    await me.flush();
    // A busy machine may need longer to load the model than `flush()` waits.
    await memoir.work();
    const claims = (await me.memories.list({ limit: 100 })).items.map(({ text }) => text).join("\n");
    for (const words of never) expect(claims).not.toContain(words);
    now += 30 * HOUR;
    const missed: string[] = [];
    for (const [question, ...wanted] of questions) {
      const prompt = (await me.recall(question)).toPrompt();
      if (wanted.length > 0) {
        const lower = prompt.toLowerCase();
        if (!wanted.some((words) => lower.includes(words.toLowerCase()))) missed.push(question);
      } else expect(prompt.split("\n").filter((line) => line !== "" && !ALWAYS.test(line))).toEqual([]);
    }
    expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(unanswered);
  },
);
