/** What is shown and remembered after conversations: `node bench/hygiene/run.ts --half dev`. See README.md. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openMemoir } from "../../src/index.ts";
import { fixedClock } from "../../src/testing/index.ts";
import { showProgress } from "../progress.ts";
import type { BenchResult } from "../support.ts";
import { type Answer, type AskedRates, askedRatesOf, judgeBlock } from "./asked.ts";
import { DEV } from "./dev/index.ts";
import { HELD } from "./held/index.ts";
import { ask, play, type Stage } from "./play.ts";
import { type Rates, ratesOf } from "./rates.ts";
import { answerLines, askedLines, rateLines, verdictLines } from "./report.ts";
import { score, type Verdict } from "./score.ts";
import { type ScriptedAnswers, scriptedAnswers } from "./scripted.ts";
import type { Situation } from "./situation.ts";

const HALVES = { dev: DEV, held: HELD } as const;
type Half = keyof typeof HALVES;

/** Questions to an engine without a language model; the memories of one whose answers are written down. */
const MODES = ["asked", "model"] as const;
type Mode = (typeof MODES)[number];

interface HygieneOptions {
  readonly halves: readonly Half[];
  readonly modes: readonly Mode[];
  readonly flush: Stage["flush"];
  /** Only situations whose id contains one of these; empty = all. */
  readonly only: readonly string[];
  /** The situations that went wrong. */
  readonly show: boolean;
  /** Every situation; and the words of the held half too. */
  readonly verbose: boolean;
}

interface Run {
  readonly half: Half;
  readonly mode: Mode;
  /** The figures of the questions; `null` in the mode with the scripted model. */
  readonly asked: AskedRates | null;
  readonly rates: Rates;
  /** Why; empty where the situations are not to be seen. */
  readonly answers: readonly Answer[];
  readonly verdicts: readonly Verdict[];
}

export async function hygiene(args: readonly string[]): Promise<BenchResult<readonly Run[]>> {
  const options = optionsFrom(args);
  const runs: Run[] = [];
  const lines: string[] = [];
  for (const mode of options.modes) {
    for (const half of options.halves) {
      const situations = chosen(half, mode, options.only);
      const { answers, verdicts } = await judged(situations, half, mode, options.flush);
      // Whoever develops must not see the held half by accident.
      const isShown = options.verbose || (half === "dev" && options.show);
      const seen = <T>(list: readonly T[]): readonly T[] => (isShown ? list : []);
      runs.push({
        ...{ half, mode, rates: ratesOf(verdicts) },
        asked: mode === "asked" ? askedRatesOf(answers) : null,
        ...{ answers: seen(answers), verdicts: seen(verdicts) },
      });
      lines.push(`hygiene, ${TITLES[mode]}, ${half} half: ${situations.length} situations`, "");
      if (mode === "asked") {
        lines.push(...askedLines(answers, verdicts));
        lines.push(...answerLines(seen(answers), situations, options.verbose));
      } else {
        lines.push(...rateLines(verdicts));
        lines.push(...verdictLines(seen(verdicts), situations, options.verbose));
      }
      lines.push("");
    }
  }
  return { document: runs, lines };
}

const TITLES = { asked: "asked weeks later", model: "memories of a scripted model" } as const;

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
): Promise<{ answers: Answer[]; verdicts: Verdict[] }> {
  await using scripted: ScriptedAnswers | null = mode === "model" ? await scriptedAnswers() : null;
  const clock = fixedClock();
  await using memoir = await openMemoir({
    database: ":memory:",
    durability: "normal",
    embedder: mode === "asked" ? "local" : "none",
    background: false,
    now: clock.now,
    ...(scripted === null ? {} : { model: scripted.model }),
  });
  await memoir.ready();
  const answers: Answer[] = [];
  const verdicts: Verdict[] = [];
  const progress = showProgress("Situations");
  for (const [done, situation] of situations.entries()) {
    progress.step(done, situations.length);
    const stage = {
      memoir,
      clock,
      tenant: half,
      flush,
      ...(scripted === null ? {} : { before: scripted.tell }),
    };
    verdicts.push(score(situation, await play(situation, stage)));
    if (mode === "asked") answers.push(judgeBlock(situation, await ask(situation, stage)));
  }
  progress.step(situations.length, situations.length);
  progress.end();
  return { answers, verdicts };
}

function optionsFrom(args: readonly string[]): HygieneOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      half: { type: "string", default: "dev" },
      mode: { type: "string", default: "asked" },
      flush: { type: "string", default: "turn" },
      only: { type: "string", multiple: true, default: [] },
      show: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  return {
    halves: several("--half", values.half, ["dev", "held"], "both"),
    modes: several("--mode", values.mode, MODES, "all"),
    flush: several("--flush", values.flush, ["turn", "session"])[0] as Stage["flush"],
    only: values.only.flatMap((names) => names.split(",")),
    show: values.show,
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
