import { SIGNAL_NAMES, SIGNALS } from "../../src/domain/relevance/signals.ts";
import { chances, type Example, fitted, recallAt } from "../fitting.ts";
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
  /** Fitted on all of them. */
  readonly weights: Readonly<Record<string, number>>;
}

export async function refit(set: DataSet, asking: Asking): Promise<Refit> {
  const byConversation = await examplesOf(set, asking);
  const halfOf = (odd: number): Example[] =>
    [...byConversation].flatMap(([number, examples]) => (number % 2 === odd ? examples : []));
  const halves = [halfOf(0), halfOf(1)] as const;
  const all = halves.flat();
  const isWithAssistant = set.conversations.some(({ items }) =>
    items.some(({ role }) => role === "assistant"),
  );
  const shipped = shippedWeights(isWithAssistant);
  const refitted = (examples: readonly Example[]): Float64Array =>
    isWithAssistant ? withSharedKept(examples, shipped) : fitted(examples, SIGNAL_NAMES);
  const found = halves.map((half, i) => half.length * recallAt(half, refitted(halves[1 - i]!), BEST));
  const weights = refitted(all);
  return {
    title: set.title,
    questions: all.length,
    shipped: recallAt(all, shipped, BEST),
    crossed: (found[0]! + found[1]!) / all.length,
    weights: Object.fromEntries(SIGNAL_NAMES.map((name, s) => [name, Number(weights[s]!.toFixed(3))])),
  };
}

function shippedWeights(isWithAssistant: boolean): Float64Array {
  return Float64Array.from(SIGNAL_NAMES, (name) => {
    const { search, searchWithAssistant = search } = SIGNALS[name].weights;
    return isWithAssistant ? searchWithAssistant : search;
  });
}

/** Fits the signals with weights of their own for talks with an assistant; the others stay as they are shipped. */
function withSharedKept(examples: readonly Example[], shipped: Float64Array): Float64Array {
  const own = SIGNAL_NAMES.filter((name) => SIGNALS[name].weights.searchWithAssistant !== undefined);
  const weights = fitted(examples, own);
  const { slope } = chances(examples, weights);
  return weights.map((weight, s) => (own.includes(SIGNAL_NAMES[s]!) ? weight * slope : shipped[s]!));
}

/** The headline questions of a set with the signals that the engine itself reads, conversation by conversation. */
async function examplesOf(set: DataSet, asking: Asking): Promise<Map<number, Example[]>> {
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
