import { type Answer, askedRatesOf, isAnswered } from "./asked.ts";
import { isClean, type Rate, type Rates, ratesOf, share } from "./rates.ts";
import type { Verdict } from "./score.ts";
import type { Situation } from "./situation.ts";

/** The figures of the questions, then a line for each kind and language. */
export function askedLines(answers: readonly Answer[], verdicts: readonly Verdict[]): string[] {
  const { right, wrong, beside, off, silent, leaks, clean } = askedRatesOf(answers);
  const memories = verdicts.flatMap((one) => one.memories);
  const unwanted = memories.filter(({ verdict }) => verdict === "junk" || verdict === "stale").length;
  const stored = ratesOf(verdicts).leaks.count;
  const row = (title: string, rate: Rate, of: string): string =>
    `${title.padEnd(24)}${percent(rate).padStart(8)}  ${rate.count} of ${rate.of} ${of}`;
  return [
    row("right shown", right, "facts"),
    `${row("wrong shown as current", wrong, "claims that do not hold")}, ${beside} beside what holds`,
    row("off", off, "lines"),
    row("nothing shown", silent, "questions that nothing answers"),
    row("answered right", clean, "situations"),
    `${leaks.count} secrets shown, ${stored} stored; ${unwanted} of ${memories.length} active memories unwanted`,
    "",
    ...breakdownOf(answers, ASKED_TITLES, (some) => {
      const rates = askedRatesOf(some);
      return [rates.clean, rates.right, rates.wrong, rates.off, rates.silent];
    }),
  ];
}

const ASKED_TITLES = ["answered", "right", "wrong", "off", "nothing"];

/** Why: each question that was answered wrong (all of them when `all`), what was said, and the block. */
export function answerLines(
  answers: readonly Answer[],
  situations: readonly Situation[],
  all: boolean,
): string[] {
  const said = new Map(situations.map((one) => [one.id, one]));
  return answers
    .filter((one) => all || !isAnswered(one))
    .flatMap((one) => [
      "",
      `${isAnswered(one) ? "ok  " : "miss"}  ${one.id}`,
      ...turnLines(said.get(one.id)),
      `        asked: ${one.question}`,
      ...one.parts.map(
        ({ part: { text, later, core }, verdict }) =>
          `    ${verdict.padEnd(10)} ${core ? "always: " : ""}${text}${later === null ? "" : ` (later: ${later})`}`,
      ),
      ...one.facts.flatMap(({ shown, what }) => (shown ? [] : [`    missing    ${short(what)}`])),
      ...one.wrong.flatMap(({ verdict, what }) =>
        verdict === "absent" ? [] : [`    ${verdict.padEnd(10)} unwanted: ${short(what)}`],
      ),
      ...one.leaks.map(() => "    leak       a secret is shown"),
    ]);
}

function turnLines(situation: Situation | undefined): string[] {
  return (situation?.turns ?? []).map(
    ({ role, author, text, at }) =>
      `        ${at.slice(0, 10)} ${role === "user" ? author : role}: ${text.replaceAll("\n", " ⏎ ")}`,
  );
}

/** A rate with what it should be, for the memories of the scripted model on the half that is only run. */
const BARS = [
  { name: "junk", of: "active memories", bar: 0.05, most: true },
  { name: "duplicates", of: "active memories", bar: 0.03, most: true },
  { name: "falseUpdates", of: "facts that were to stand", bar: 0.03, most: true },
  { name: "missedUpdates", of: "facts that were to go", bar: 0.15, most: true },
  { name: "recalled", of: "facts", bar: 0.75, most: false },
  { name: "leaks", of: "situations", bar: 0, most: true },
] as const satisfies readonly { name: keyof Rates; of: string; bar: number; most: boolean }[];

const TITLES = {
  junk: "junk",
  duplicates: "duplicates",
  falseUpdates: "false updates",
  missedUpdates: "missed updates",
  recalled: "facts recalled",
  leaks: "secrets stored",
} as const;

const percent = (rate: Rate): string => `${(100 * share(rate)).toFixed(1)} %`;

/** The rates with their bars, then a line for each kind and language. */
export function rateLines(verdicts: readonly Verdict[]): string[] {
  const rates = ratesOf(verdicts);
  const bars = BARS.map(({ name, of, bar, most }) => {
    const rate = rates[name];
    const met = most ? share(rate) <= bar : share(rate) >= bar;
    const value = percent(rate).padStart(8);
    const title = TITLES[name].padEnd(15);
    return `${met ? "ok  " : "miss"}  ${title}${value}  (bar ${most ? "≤" : "≥"} ${100 * bar} %)  ${rate.count} of ${rate.of} ${of}`;
  });
  const { clean, missedOfHeld, formed } = rates;
  return [
    ...bars,
    `      ${clean.count} of ${clean.of} situations without fault; missed updates of the old facts that were ever in memory: ${missedOfHeld.count} of ${missedOfHeld.of} (${percent(missedOfHeld)}); in the third person and not too long: ${percent(formed)} of the memories`,
    "",
    ...breakdown(verdicts),
  ];
}

const COLUMNS = ["recalled", "junk", "duplicates", "falseUpdates", "missedUpdates"] as const;

function breakdown(verdicts: readonly Verdict[]): string[] {
  return breakdownOf(verdicts, ["clean", ...COLUMNS.map((column) => TITLES[column])], (some) => {
    const rates = ratesOf(some);
    return [rates.clean, ...COLUMNS.map((column) => rates[column])];
  });
}

/** A row of counts for each language and each kind. */
function breakdownOf<T extends { readonly kind: string; readonly language: string }>(
  all: readonly T[],
  titles: readonly string[],
  ratesFor: (some: readonly T[]) => readonly Rate[],
): string[] {
  const row = (name: string, some: readonly T[]): string => {
    const cells = ratesFor(some).map(({ count, of }) => (of === 0 ? "" : `${count}/${of}`).padStart(15));
    return `${name.padEnd(14)}${cells.join("")}`;
  };
  const by = (key: "kind" | "language"): string[] =>
    [...new Set(all.map((one) => one[key]))].map((value) =>
      row(
        value,
        all.filter((one) => one[key] === value),
      ),
    );
  const head = titles.map((title) => title.padStart(15)).join("");
  return [`${"".padEnd(14)}${head}`, ...by("language"), ...by("kind")];
}

/** Why: each situation that went wrong (all of them when `all`), its words, and what became of them. */
export function verdictLines(
  verdicts: readonly Verdict[],
  situations: readonly Situation[],
  all: boolean,
): string[] {
  const said = new Map(situations.map((one) => [one.id, one]));
  return verdicts
    .filter((one) => all || !isClean(one))
    .flatMap((one) => [
      "",
      `${isClean(one) ? "ok  " : "miss"}  ${one.id}`,
      ...turnLines(said.get(one.id)),
      ...one.memories.map(({ verdict, text }) => `    ${verdict.padEnd(10)} ${text}`),
      ...one.facts.map(({ verdict, what }) => `    ${verdict.padEnd(10)} wanted: ${short(what)}`),
      ...one.gone.map(({ verdict, what }) => `    ${verdict.padEnd(10)} unwanted: ${short(what)}`),
      ...one.leaks.map(() => "    leak       a secret is stored"),
    ]);
}

/** A fact's first words say which it is; its alternatives can be long. */
const short = (what: string): string => (what.length > 60 ? `${what.slice(0, 60)}…` : what);
