/** The memories after conversations: `node bench/hygiene/run.ts --half dev`. See README.md. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openMemoir } from "../../src/index.ts";
import { fixedClock } from "../../src/testing/index.ts";
import type { BenchResult } from "../support.ts";
import { DEV } from "./dev/index.ts";
import { HELD } from "./held/index.ts";
import { play, type Stage } from "./play.ts";
import { type Rates, ratesOf } from "./rates.ts";
import { rateLines, verdictLines } from "./report.ts";
import { score, type Verdict } from "./score.ts";
import { type ScriptedAnswers, scriptedAnswers } from "./scripted.ts";
import type { Situation } from "./situation.ts";

const HALVES = { dev: DEV, held: HELD } as const;
type Half = keyof typeof HALVES;

/** Rules alone; rules with the local embedder to match by; a language model whose answers are written down. */
const MODES = ["rules", "local", "model"] as const;
type Mode = (typeof MODES)[number];

interface HygieneOptions {
  readonly halves: readonly Half[];
  readonly modes: readonly Mode[];
  readonly flush: Stage["flush"];
  /** Only situations whose id contains one of these; empty = all. */
  readonly only: readonly string[];
  /** Every situation, not only those that went wrong; and the words of the held half too. */
  readonly verbose: boolean;
}

interface Run {
  readonly half: Half;
  readonly mode: Mode;
  readonly rates: Rates;
  /** Why; empty where the situations are not to be seen. */
  readonly verdicts: readonly Verdict[];
}

export async function hygiene(args: readonly string[]): Promise<BenchResult<readonly Run[]>> {
  const options = optionsFrom(args);
  const runs: Run[] = [];
  const lines: string[] = [];
  for (const mode of options.modes) {
    for (const half of options.halves) {
      const situations = chosen(half, mode, options.only);
      const verdicts = await judged(situations, half, mode, options.flush);
      // Whoever develops must not see the held half by accident.
      const shown = half === "dev" || options.verbose ? verdicts : [];
      runs.push({ half, mode, rates: ratesOf(verdicts), verdicts: shown });
      lines.push(`hygiene, ${TITLES[mode]}, ${half} half: ${situations.length} situations`, "");
      lines.push(...rateLines(verdicts));
      lines.push(...verdictLines(shown, situations, options.verbose));
      lines.push("");
    }
  }
  return { document: runs, lines };
}

const TITLES = {
  rules: "rules only",
  local: "rules and the local embedder",
  model: "scripted model",
} as const;

function chosen(half: Half, mode: Mode, only: readonly string[]): Situation[] {
  return HALVES[half].filter(
    ({ id, scripted }) =>
      (mode !== "model" || scripted) && (only.length === 0 || only.some((part) => id.includes(part))),
  );
}

/** All situations in one engine, each in a separate scope. */
async function judged(
  situations: readonly Situation[],
  half: Half,
  mode: Mode,
  flush: Stage["flush"],
): Promise<Verdict[]> {
  await using answers: ScriptedAnswers | null = mode === "model" ? await scriptedAnswers() : null;
  const clock = fixedClock();
  await using memoir = await openMemoir({
    database: ":memory:",
    durability: "normal",
    embedder: mode === "local" ? "local" : "none",
    background: false,
    now: clock.now,
    ...(answers === null ? {} : { model: answers.model }),
  });
  await memoir.ready();
  const verdicts: Verdict[] = [];
  for (const situation of situations) {
    const stage = {
      memoir,
      clock,
      tenant: half,
      flush,
      ...(answers === null ? {} : { before: answers.tell }),
    };
    verdicts.push(score(situation, await play(situation, stage)));
  }
  return verdicts;
}

function optionsFrom(args: readonly string[]): HygieneOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      half: { type: "string", default: "dev" },
      mode: { type: "string", default: "rules" },
      flush: { type: "string", default: "turn" },
      only: { type: "string", multiple: true, default: [] },
      verbose: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  return {
    halves: several("--half", values.half, ["dev", "held"], "both"),
    modes: several("--mode", values.mode, MODES, "all"),
    flush: several("--flush", values.flush, ["turn", "session"])[0] as Stage["flush"],
    only: values.only.flatMap((names) => names.split(",")),
    verbose: values.verbose,
  };
}

function several<T extends string>(name: string, given: string, allowed: readonly T[], all?: string): T[] {
  const found = given === all ? [...allowed] : allowed.filter((one) => one === given);
  if (found.length > 0) return found;
  const names = all === undefined ? allowed : [...allowed, all];
  throw new Error(`${name} takes ${names.join(", ")}, got "${given}".`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const { document, lines } = await hygiene(args);
  console.log(args.includes("--json") ? JSON.stringify(document, null, 2) : lines.join("\n"));
}
