import { type Fact, fact } from "./fact.ts";

/** The behaviour that a situation tests. */
export type Kind =
  | "plain"
  | "likes"
  | "instruction"
  | "plan"
  | "remember"
  | "forget"
  | "restated"
  | "paraphrased"
  | "corrected"
  | "negated"
  | "numbers"
  | "back"
  | "stand"
  | "group"
  | "smalltalk"
  | "mood"
  | "question"
  | "quote"
  | "hypothetical"
  | "fiction"
  | "joke"
  | "code"
  | "translation"
  | "assistant"
  | "injected"
  | "noise"
  | "secret"
  | "poison";

export type Language = "en" | "zh" | "mixed";

export interface Turn {
  readonly role: "user" | "assistant" | "tool";
  /** The speaker; nobody for tools. */
  readonly author?: string;
  readonly text: string;
  readonly at: string;
  readonly session: string;
  /** The answer of a language model that reads this turn; for the mode with the scripted model. */
  readonly claims: readonly Claim[];
}

export interface Claim {
  readonly type: string;
  readonly text: string;
}

export interface Expectation {
  /** Each must be in memory afterwards, once. */
  readonly active: readonly Fact[];
  /** May be there: what a careful person might or might not keep. */
  readonly optional: readonly Fact[];
  /** Said once and ended since: must not be active. */
  readonly gone: readonly Fact[];
  /** Character strings that must be nowhere: not in a memory of any status, not in an event. */
  readonly secrets: readonly string[];
}

/** What the person asks weeks later, and what the block for it must show. */
export interface Question {
  readonly text: string;
  /** Each must be shown, in a memory's words or in the person's own. */
  readonly shown: readonly Fact[];
  /** None may be shown as current. */
  readonly wrong: readonly Fact[];
}

export interface Situation {
  readonly id: string;
  readonly kind: Kind;
  readonly language: Language;
  /** A talk with one person, or a chat of several. */
  readonly place: "user" | "group";
  readonly turns: readonly Turn[];
  readonly expect: Expectation;
  readonly question: Question;
  /** Whether a model's answers are written down for it. */
  readonly scripted: boolean;
}

/**
 * One line of a situation as it is written: what the person says; `[name, words]` in a group; what the assistant
 * or a tool says; or a pause in days, after which a new session begins.
 */
type Line =
  | string
  | readonly [name: string, words: string]
  | { readonly bot: string }
  | { readonly tool: string }
  | { readonly days: number };

/** The expectation as written; see `fact()` for the syntax of the strings. */
interface Wanted {
  /** The question of weeks later, in the person's words. */
  readonly ask: string;
  /** The facts that the block must show. Default: the active ones, whose days may be as they were said. */
  readonly shown?: readonly string[];
  /** Claims that the block must not show as current, besides the gone ones. */
  readonly wrong?: readonly string[];
  readonly active?: readonly string[];
  readonly optional?: readonly string[];
  readonly gone?: readonly string[];
  readonly secrets?: readonly string[];
  /** Nothing may be remembered. */
  readonly none?: true;
  /** When the first line is said. Default: a Wednesday morning. */
  readonly at?: string;
  /** A model's answer, by the number of the turn (from 0): `"profile: Ann lives in Rome"`. */
  readonly model?: Readonly<Record<number, readonly string[]>>;
}

type Written = (kind: Kind) => Situation;

const WEDNESDAY = "2026-06-10T09:00:00Z";
const MINUTE = 60_000;
const DAY = 86_400_000;

/** A situation in English. `who` is the person's name; `null` for a group. */
export const en = (id: string, who: string | null, lines: readonly Line[], wanted: Wanted): Written =>
  written("en", id, who, lines, wanted);
export const zh = (id: string, who: string | null, lines: readonly Line[], wanted: Wanted): Written =>
  written("zh", id, who, lines, wanted);
export const mixed = (id: string, who: string | null, lines: readonly Line[], wanted: Wanted): Written =>
  written("mixed", id, who, lines, wanted);

/** The situations of one kind. */
export function of(kind: Kind, list: readonly Written[]): Situation[] {
  return list.map((one) => one(kind));
}

function written(
  language: Language,
  id: string,
  who: string | null,
  lines: readonly Line[],
  wanted: Wanted,
): Written {
  const gone = (wanted.gone ?? []).map((words) => fact(words, "yes"));
  return (kind) => ({
    id: `${kind}-${language}-${id}`,
    kind,
    language,
    place: who === null ? "group" : "user",
    turns: turnsOf(lines, who, wanted),
    expect: {
      active: (wanted.active ?? []).map((words) => fact(words)),
      optional: (wanted.optional ?? []).map((words) => fact(words)),
      gone,
      secrets: wanted.secrets ?? [],
    },
    question: {
      text: wanted.ask,
      // "Next Tuesday" stands beside the day on which it was said.
      shown: (wanted.shown ?? wanted.active ?? []).map((words) => ({ ...fact(words), due: null })),
      wrong: [...gone, ...(wanted.wrong ?? []).map((words) => fact(words))],
    },
    scripted: wanted.model !== undefined,
  });
}

function turnsOf(lines: readonly Line[], who: string | null, { at, model }: Wanted): Turn[] {
  const turns: Turn[] = [];
  let time = Date.parse(at ?? WEDNESDAY);
  let session = 1;
  for (const line of lines) {
    if (typeof line === "object" && "days" in line) {
      time += line.days * DAY;
      session += 1;
      continue;
    }
    turns.push({
      ...spoken(line, who),
      at: new Date(time).toISOString(),
      session: `s${session}`,
      claims: (model?.[turns.length] ?? []).map(claim),
    });
    time += MINUTE;
  }
  return turns;
}

function spoken(
  line: Exclude<Line, { readonly days: number }>,
  who: string | null,
): Pick<Turn, "role" | "author" | "text"> {
  if (typeof line === "string") return { role: "user", text: line, ...(who === null ? {} : { author: who }) };
  if ("bot" in line) return { role: "assistant", author: "assistant", text: line.bot };
  if ("tool" in line) return { role: "tool", text: line.tool };
  return { role: "user", author: line[0], text: line[1] };
}

function claim(words: string): Claim {
  const colon = words.indexOf(": ");
  return { type: words.slice(0, colon), text: words.slice(colon + 2) };
}
