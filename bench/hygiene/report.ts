import { isClean, type Rate, type Rates, ratesOf, share } from "./rates.ts";
import type { Verdict } from "./score.ts";
import type { Situation } from "./situation.ts";

/** A rate with what it should be, for rules alone on the half that is only run. */
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
  const row = (name: string, some: readonly Verdict[]): string => {
    const rates = ratesOf(some);
    const cells = COLUMNS.map((column) => {
      const { count, of } = rates[column];
      return (of === 0 ? "" : `${count}/${of}`).padStart(15);
    });
    return `${name.padEnd(14)}${`${rates.clean.count}/${some.length}`.padStart(9)}${cells.join("")}`;
  };
  const by = (key: "kind" | "language"): string[] =>
    [...new Set(verdicts.map((one) => one[key]))].map((value) =>
      row(
        value,
        verdicts.filter((one) => one[key] === value),
      ),
    );
  const head = COLUMNS.map((column) => TITLES[column].padStart(15)).join("");
  return [`${"".padEnd(14)}${"clean".padStart(9)}${head}`, ...by("language"), ...by("kind")];
}

/** Why: each situation that went wrong (all of them when `all`), its words, and what became of them. */
export function verdictLines(
  verdicts: readonly Verdict[],
  situations: readonly Situation[],
  all: boolean,
): string[] {
  const said = new Map(situations.map((one) => [one.id, one.turns]));
  return verdicts
    .filter((one) => all || !isClean(one))
    .flatMap((one) => [
      "",
      `${isClean(one) ? "ok  " : "miss"}  ${one.id}`,
      ...(said.get(one.id) ?? []).map(
        ({ role, author, text, at }) =>
          `        ${at.slice(0, 10)} ${role === "user" ? author : role}: ${text.replaceAll("\n", " ⏎ ")}`,
      ),
      ...one.memories.map(({ verdict, text }) => `    ${verdict.padEnd(10)} ${text}`),
      ...one.facts.map(({ verdict, what }) => `    ${verdict.padEnd(10)} wanted: ${short(what)}`),
      ...one.gone.map(({ verdict, what }) => `    ${verdict.padEnd(10)} unwanted: ${short(what)}`),
      ...one.leaks.map(() => "    leak       a secret is stored"),
    ]);
}

/** A fact's first words say which it is; its alternatives can be long. */
const short = (what: string): string => (what.length > 60 ? `${what.slice(0, 60)}…` : what);
