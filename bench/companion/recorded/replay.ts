import { estimateTokens } from "../../../src/domain/budget.ts";
import type { LanguageModel } from "../../../src/index.ts";
import { tokensOf } from "../read/recorder.ts";
import { callOf, pairKey, pairsIn, promptOf, type Recording, shownIn } from "./recording.ts";

/** The engine's requests while a recording was replayed. */
export interface Asked {
  extract: number;
  mend: number;
  check: number;
  /** Memories that the recorded answers name, and how many of those today's requests showed. */
  named: number;
  namedShown: number;
  /** Pairs that the recording has no verdict for; they are answered `different`. */
  unrecorded: number;
  inputTokens: number;
  outputTokens: number;
}

export interface Replay {
  readonly model: LanguageModel;
  readonly asked: Asked;
}

/**
 * A language model that answers with recorded answers by the messages they belong to: whatever the prompt looks like
 * today, each new message brings the facts that the recorded model took from it, with the numbers of today's request.
 */
export function replayOf(recording: Recording): Replay {
  const asked: Asked = {
    extract: 0,
    mend: 0,
    check: 0,
    named: 0,
    namedShown: 0,
    unrecorded: 0,
    inputTokens: 0,
    outputTokens: 0,
  };
  const answer = (request: Parameters<LanguageModel["generate"]>[0]): unknown => {
    const prompt = promptOf(request);
    const call = callOf(prompt);
    asked[call] += 1;
    if (call === "extract") return extracted(recording, prompt, asked);
    return call === "mend" ? mended(recording, prompt) : checked(recording, prompt, asked);
  };
  return {
    asked,
    model: {
      id: `recorded/${recording.id}`,
      structured: true,
      generate: async (request) => {
        const text = JSON.stringify(answer(request));
        asked.inputTokens += tokensOf(request);
        asked.outputTokens += estimateTokens(text);
        return { text, finish: "stop" };
      },
    },
  };
}

function extracted({ facts, forget }: Recording, prompt: string, asked: Asked): unknown {
  const { messages, earlier, known } = shownIn(prompt);
  const said = (texts: readonly string[]): number[] => numbersOf(messages, texts);
  const numbers = (texts: readonly string[]): number[] => {
    const found = numbersOf(known, texts);
    asked.named += texts.length;
    asked.namedShown += found.length;
    return found;
  };
  const fresh = [...messages].filter(([number]) => !earlier.has(number));
  return {
    facts: fresh.flatMap(([number, text]) =>
      facts
        .filter(({ source }) => source === text)
        .map((fact) => ({
          ...fact.fields,
          source: number,
          alsoFrom: said(fact.alsoFrom),
          matches: numbers(fact.matches),
          extends: numbers(fact.extends),
          contradicts: numbers(fact.contradicts),
        })),
    ),
    forget: fresh.flatMap(([number, text]) =>
      forget
        .filter(({ source }) => source === text)
        .map((wish) => ({ source: number, known: numbers(wish.known), messages: said(wish.messages) })),
    ),
  };
}

/** The numbers under which texts are shown today. */
function numbersOf(shown: ReadonlyMap<number, string>, texts: readonly string[]): number[] {
  return texts.flatMap((text) => [...shown].find(([, one]) => one === text)?.[0] ?? []);
}

function mended(recording: Recording, prompt: string): unknown {
  const sent = [...prompt.matchAll(/^\[(\d+)\] (.*)$/gm)];
  return {
    facts: sent.flatMap(([, number, sentence]) => {
      const text = recording.mended.get(sentence!);
      return text === undefined ? [] : [{ number: Number(number), text }];
    }),
  };
}

function checked({ verdicts }: Recording, prompt: string, asked: Asked): unknown {
  const pairs = pairsIn(prompt).map(({ number, a, b }) => {
    const verdict = verdicts.get(pairKey(a, b));
    if (verdict === undefined) asked.unrecorded += 1;
    return { number, verdict: verdict ?? "different" };
  });
  return { pairs, verdict: pairs[0]?.verdict };
}
