import type { BlockPart } from "./block.ts";
import { denies, type Fact, type Held, matches } from "./fact.ts";
import { type Rate, rate } from "./rates.ts";
import type { Kind, Language, Situation } from "./situation.ts";

export type PartVerdict = "right" | "optional" | "wrong" | "off";
/** `beside`: it stands as if it held, but another line says what holds. */
export type WrongVerdict = "absent" | "alone" | "beside";

/** The result of a situation's question, which explains the figures. */
export interface Answer {
  readonly id: string;
  readonly kind: Kind;
  readonly language: Language;
  readonly question: string;
  readonly parts: readonly { readonly part: BlockPart; readonly verdict: PartVerdict }[];
  readonly facts: readonly { readonly what: string; readonly shown: boolean }[];
  readonly wrong: readonly { readonly what: string; readonly verdict: WrongVerdict }[];
  readonly leaks: readonly string[];
}

export function judgeBlock(
  { id, kind, language, question, expect }: Situation,
  parts: readonly BlockPart[],
): Answer {
  const isWrong = (one: Fact, part: BlockPart): boolean => isCurrent(one, part, question.shown);
  const isRight = (part: BlockPart): boolean => question.shown.some((one) => isShown(one, part));
  const verdictOf = (part: BlockPart): PartVerdict => {
    if (question.wrong.some((one) => isWrong(one, part))) return "wrong";
    if (isRight(part)) return "right";
    return [...expect.active, ...expect.optional].some((one) => isShown(one, part)) ? "optional" : "off";
  };
  const judged = parts.map((part) => ({ part, verdict: verdictOf(part) }));
  const answers = judged.some(({ verdict }) => verdict === "right");
  return {
    ...{ id, kind, language, question: question.text, parts: judged },
    facts: question.shown.map((one) => ({
      what: one.what,
      shown: parts.some((part) => isShown(one, part)),
    })),
    wrong: question.wrong.map((one) => ({
      what: one.what,
      verdict: !parts.some((part) => isWrong(one, part)) ? "absent" : answers ? "beside" : "alone",
    })),
    leaks: expect.secrets.filter((secret) =>
      parts.some(({ text, later }) => text.includes(secret) || later?.includes(secret)),
    ),
  };
}

const held = (text: string): Held => ({ text, subject: null, expiresAt: null });

function isShown(one: Fact, { text, later }: BlockPart): boolean {
  return matches(one, held(text)) || (later !== null && matches(one, held(later)));
}

/** Not if its author's later words in the same line say what holds, or that it is over. */
function isCurrent(one: Fact, { text, later }: BlockPart, shown: readonly Fact[]): boolean {
  if (later === null) return matches(one, held(text));
  if (matches(one, held(later))) return true;
  const isChanged = denies(later) || shown.some((fact) => matches(fact, held(later)));
  return !isChanged && matches(one, held(text));
}

/** The figures of one half of the set. `README.md` says what each is a share of. */
export interface AskedRates {
  readonly situations: number;
  readonly right: Rate;
  readonly wrong: Rate;
  /** Of the wrong ones, those beside a line that says what holds. */
  readonly beside: number;
  readonly off: Rate;
  /** Of the questions that nothing answers, those with an empty block. */
  readonly silent: Rate;
  readonly leaks: Rate;
  readonly clean: Rate;
}

export function askedRatesOf(answers: readonly Answer[]): AskedRates {
  const wrong = answers.flatMap((one) => one.wrong);
  return {
    situations: answers.length,
    right: rate(
      answers.flatMap((one) => one.facts),
      ({ shown }) => shown,
    ),
    wrong: rate(wrong, ({ verdict }) => verdict !== "absent"),
    beside: wrong.filter(({ verdict }) => verdict === "beside").length,
    off: rate(
      answers.flatMap((one) => one.parts),
      ({ verdict }) => verdict === "off",
    ),
    silent: rate(
      answers.filter(({ facts }) => facts.length === 0),
      ({ parts }) => parts.length === 0,
    ),
    leaks: rate(answers, ({ leaks }) => leaks.length > 0),
    clean: rate(answers, isAnswered),
  };
}

/** All that holds is shown, and nothing that does not. */
export function isAnswered({ facts, wrong, leaks }: Answer): boolean {
  return (
    facts.every(({ shown }) => shown) &&
    wrong.every(({ verdict }) => verdict === "absent") &&
    leaks.length === 0
  );
}
