/** Details of a fact that most facts lack. */
interface Details {
  readonly category: string;
  readonly key: string | null;
  readonly slot: string | null;
  /** False when it denies, or says that something is over. */
  readonly affirmed: boolean;
  /** Said to put right what was said before. */
  readonly corrects: boolean;
  /** How plainly it is said, 0–1. */
  readonly confidence: number;
  /** Numbers of further messages that it needs. */
  readonly alsoFrom: readonly number[];
  /** Numbers of known memories: those it restates, those it adds to, those that are no longer true. */
  readonly matches: readonly number[];
  readonly extends: readonly number[];
  readonly contradicts: readonly number[];
  readonly validFrom: string | null;
  readonly expiresAt: string | null;
  readonly alias: string | null;
  readonly confidential: string | null;
}

/** A longer text is no detail. */
const LONGEST = 200;
const DETAIL = /^[\s"'-]{0,4}([a-z]{2,20})(?:[\s:=](.*))?$/isu;

/** The details by the words that announce them in `more`; the names of the fields do as well. */
const WORDS: Readonly<Record<string, (value: string, so: Details) => Partial<Details>>> = {
  category: (category) => ({ category }),
  key: (key) => ({ key }),
  slot: (slot) => ({ slot }),
  denies: () => ({ affirmed: false }),
  corrects: () => ({ corrects: true }),
  sure: (value, { confidence }) => ({ confidence: shareIn(value) ?? confidence }),
  also: (value, { alsoFrom }) => ({ alsoFrom: [...alsoFrom, ...numbersIn(value)] }),
  same: (value, { matches }) => ({ matches: [...matches, ...numbersIn(value)] }),
  adds: (value, so) => ({ extends: [...so.extends, ...numbersIn(value)] }),
  ends: (value, { contradicts }) => ({ contradicts: [...contradicts, ...numbersIn(value)] }),
  from: (validFrom) => ({ validFrom }),
  until: (expiresAt) => ({ expiresAt }),
  alias: (alias) => ({ alias }),
  confidential: (confidential) => ({ confidential }),
};
const FIELDS: Readonly<Record<string, string>> = {
  confidence: "sure",
  alsofrom: "also",
  matches: "same",
  extends: "adds",
  contradicts: "ends",
  validfrom: "from",
  expiresat: "until",
};

/** A fact with the details of its `more`: "slot home", "ends 7", "until 2026-06-16". Unknown ones are passed over. */
export function withDetails<F extends Details & { readonly more: readonly string[] }>({
  more,
  ...fact
}: F): Omit<F, "more"> {
  let so: Details = fact;
  for (const detail of more) {
    const [, word = "", value = ""] = DETAIL.exec(detail.slice(0, LONGEST)) ?? [];
    const name = word.toLowerCase();
    so = { ...so, ...WORDS[FIELDS[name] ?? name]?.(value.replace(/^[\s:=]{1,4}/, "").trim(), so) };
  }
  return { ...fact, ...so };
}

function numbersIn(value: string): number[] {
  return (value.match(/\d{1,6}/g) ?? []).map(Number);
}

function shareIn(value: string): number | undefined {
  const share = Number.parseFloat(value);
  return Number.isNaN(share) ? undefined : Math.min(1, Math.max(0, share));
}
