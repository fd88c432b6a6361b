import { SIGNAL_NAMES, SIGNALS } from "../../src/domain/relevance/signals.ts";
import { type Example, fitted, recallAt } from "../fitting.ts";
import { showProgress } from "../progress.ts";
import type { Asking } from "./database.ts";
import { itemOf } from "./measure.ts";
import type { DataSet } from "./set.ts";

/** As many lines as the engine looks at closely. */
const LOOKED_AT = 200;
const BEST = 10;
const PLENTY = 10_000_000;

/** What weights fitted anew would find, beside the weights as shipped. */
export interface Refit {
  readonly title: string;
  readonly questions: number;
  /** Percent of the answers among the best 10. */
  readonly shipped: number;
  /** Each half of the conversations with weights fitted on the other half. */
  readonly crossed: number;
}

export async function refit(set: DataSet, asking: Asking): Promise<Refit> {
  const byConversation = await examplesOf(set, asking);
  const halfOf = (odd: number): Example[] =>
    [...byConversation].flatMap(([number, examples]) => (number % 2 === odd ? examples : []));
  const halves = [halfOf(0), halfOf(1)] as const;
  const all = halves.flat();
  const found = halves.map(
    (half, i) => half.length * recallAt(half, fitted(halves[1 - i]!, SIGNAL_NAMES), BEST),
  );
  return {
    ...{ title: set.title, questions: all.length },
    shipped: recallAt(
      all,
      Float64Array.from(SIGNAL_NAMES, (name) => SIGNALS[name].weights.search),
      BEST,
    ),
    crossed: (found[0]! + found[1]!) / all.length,
  };
}

/** The headline questions of a set with the signals that the engine itself reads, conversation by conversation. */
export async function examplesOf(set: DataSet, asking: Asking): Promise<Map<number, Example[]>> {
  const progress = showProgress(`Signals of ${set.title}`);
  const found = new Map<number, Example[]>();
  for (const [done, conversation] of set.conversations.entries()) {
    progress.step(done, set.conversations.length);
    const scope = asking.scope(conversation);
    const examples: Example[] = [];
    for (const { text, gold, headline, now } of conversation.questions) {
      if (!headline) continue;
      asking.at(now);
      const { hits } = await scope.recall(text, {
        ...{ from: [set.from], limit: LOOKED_AT, maxTokens: PLENTY, threshold: 0 },
      });
      const rows = new Float32Array(hits.length * SIGNAL_NAMES.length);
      for (const [line, { why }] of hits.entries()) {
        for (const { signal, value } of why.signals) {
          const position = (SIGNAL_NAMES as readonly string[]).indexOf(signal);
          if (position >= 0) rows[line * SIGNAL_NAMES.length + position] = value;
        }
      }
      const answers = hits.flatMap((hit, line) => (gold.has(itemOf(hit)) ? [line] : []));
      examples.push({ rows, lines: hits.length, answers, gold: gold.size });
    }
    found.set(conversation.number, examples);
  }
  progress.end();
  return found;
}
