import { join } from "node:path";
import { factAt } from "../../test/fixtures/duplicates/facts.ts";
import { makeCorpus, questionAbout } from "../ratios/corpus.ts";
import { fill, inFolder, message, openWith } from "../ratios/database.ts";

/** An answer without ids and times. */
export interface Answer {
  readonly asked: string;
  readonly lines: readonly string[];
}

const ITEMS = 2_000;
/** More vectors than this are rounded; a scope with that many events answers from the rounded ones. */
const MANY_EVENTS = 11_000;
const EACH = 400;
/** The same answers on another day. */
const NOW = new Date("2026-06-01T12:00:00Z");

/** 1,200 recalls: of memories, of very many events, and as a bot asks by default, of memories and quotes. */
export async function recallAnswers(): Promise<Answer[]> {
  return inFolder(async (folder) => {
    const file = join(folder, "memoir.db");
    await fill(
      file,
      [
        { scope: "user:memories", as: "memories", corpus: makeCorpus(ITEMS) },
        { scope: "user:both", as: "memories", corpus: makeCorpus(ITEMS, ITEMS) },
        { scope: "user:events", as: "events", corpus: makeCorpus(MANY_EVENTS) },
      ],
      { now: NOW, together: 1 },
    );
    await using memoir = await openWith(file, { now: () => NOW });
    const both = memoir.scope("user:both");
    await both.observe(makeCorpus(ITEMS, 3 * ITEMS).texts.map((text, i) => message(text, i)));
    await memoir.work();
    const answers: Answer[] = [];
    for (const [scope, options, from, items] of [
      ["user:memories", { from: ["memories"], limit: 15, threshold: 0 }, 0, ITEMS],
      ["user:events", { from: ["events"], limit: 15, threshold: 0 }, 0, MANY_EVENTS],
      ["user:both", {}, ITEMS, 3 * ITEMS],
    ] as const) {
      const handle = memoir.scope(scope);
      for (let i = 0; i < EACH; i++) {
        const question = questionAbout(factAt(from + Math.floor((i * items) / EACH)));
        const { hits, degraded } = await handle.recall(question, options);
        answers.push({
          asked: `${scope}: ${question}`,
          lines: [
            ...(degraded === null ? [] : [`degraded: ${degraded.reason}`]),
            // Sums may be added up in another order.
            ...hits.map(({ kind, text, score }) => `${kind} ${score.toFixed(6)} ${text}`),
          ],
        });
      }
    }
    return answers;
  });
}
