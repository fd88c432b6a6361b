import { parseArgs } from "node:util";
import { UsageError } from "../options.ts";
import { showProgress } from "../progress.ts";
import type { BenchResult } from "../support.ts";
import { type Companion, KINDS, type Kind, kindOf, readCompanions } from "./conversation.ts";
import { otherTalk, TALK, type Talk } from "./other-talk.ts";
import { ask, type PlayOptions, play } from "./play.ts";
import { measured } from "./read/run.ts";
import { BATCH } from "./recorded/read-in.ts";
import { recorded } from "./recorded/run.ts";
import { type Figures, failureLines, figureLine, figuresOf, HEADING, type Outcome } from "./report.ts";
import { scoreKept, scoreProbe } from "./score.ts";

interface CompanionOptions {
  /** A folder of conversations; played without a model. */
  readonly data: string | undefined;
  /** A folder of conversations with the recorded answers of a model. */
  readonly model: string | undefined;
  /** Messages that a model reads at once. */
  readonly batch: number;
  /** A folder of conversations for which a model's answers are written one by one. */
  readonly record: string | undefined;
  /** Kinds or ids of conversations; empty = all. */
  readonly only: readonly string[];
  /** Token budgets to compare; empty = the default one. */
  readonly budgets: readonly number[];
  /** Messages about other things that the conversation is spread among; 0 = none. */
  readonly life: number;
  readonly talkOf: Talk;
  /** The folder with the public sets that those come from. */
  readonly talk: string | undefined;
  /** Print what failed; `all`: every question with what was shown. */
  readonly show: "none" | "failures" | "all";
}

interface Row {
  readonly kind: Kind | "all";
  readonly budget: number | null;
  readonly figures: Figures;
}

/** Whole conversations as people have them: then their own questions, or read with the recorded answers of a model. */
export async function companion(args: readonly string[]): Promise<BenchResult> {
  const options = optionsFrom(args);
  const results: BenchResult[] = [];
  if (options.data !== undefined) results.push(await played(options.data, options));
  if (options.model !== undefined)
    results.push(await recorded(options.model, options.show === "all", options.batch));
  if (options.record !== undefined) {
    const show = { failures: options.show !== "none", all: options.show === "all" };
    results.push(await measured(options.record, options.only, show, options.batch));
  }
  return {
    document: results.length === 1 ? results[0]!.document : results.map(({ document }) => document),
    lines: results.flatMap(({ lines }) => lines),
  };
}

async function played(data: string, options: CompanionOptions): Promise<BenchResult<readonly Row[]>> {
  const chosen = readCompanions(data).filter(
    (one) =>
      options.only.length === 0 || options.only.some((name) => name === one.id || name === kindOf(one)),
  );
  if (chosen.length === 0) throw new UsageError(`--only takes ${KINDS.join(", ")} or ids of conversations.`);
  const budgets = options.budgets.length === 0 ? [null] : options.budgets;
  const outcomes = await outcomesOf(chosen, budgets, playing(options));
  const rows: Row[] = [];
  const lines: string[] = [];
  for (const [i, budget] of budgets.entries()) {
    lines.push(budget === null ? "without a model" : `without a model, at most ${budget} tokens`, HEADING);
    for (const kind of KINDS) {
      const own = outcomes[i]!.filter((one) => kindOf(one.companion) === kind);
      if (own.length === 0) continue;
      const figures = figuresOf(own);
      rows.push({ kind, budget, figures });
      lines.push(figureLine(kind, figures));
    }
    lines.push("");
    if (options.show !== "none")
      lines.push(...outcomes[i]!.flatMap((one) => failureLines(one, options.show === "all")));
  }
  return { document: rows, lines };
}

async function outcomesOf(
  companions: readonly Companion[],
  budgets: readonly (number | null)[],
  options: PlayOptions,
): Promise<Outcome[][]> {
  const progress = showProgress("Conversations");
  const outcomes = budgets.map((): Outcome[] => []);
  for (const [done, one] of companions.entries()) {
    progress.step(done, companions.length);
    const played = await play(one, options);
    for (const [i, budget] of budgets.entries()) {
      const asked: Outcome["asked"][number][] = [];
      for (const probe of one.probes) {
        const answer = await ask(played, probe, budget ?? undefined);
        asked.push({ ...answer, score: scoreProbe(answer) });
      }
      const { kept } = played;
      outcomes[i]!.push({ companion: one, kept, keptScore: scoreKept(one, kept), asked });
    }
    await played.memoir.close();
  }
  progress.step(companions.length, companions.length);
  progress.end();
  return outcomes;
}

function playing({ life, talk, talkOf }: CompanionOptions): PlayOptions {
  if (life === 0) return {};
  if (talk === undefined)
    throw new UsageError("--life needs --talk FOLDER with the public sets; see docs/bench.md.");
  return { between: otherTalk(talk, life, talkOf) };
}

function optionsFrom(args: readonly string[]): CompanionOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string" },
      model: { type: "string" },
      record: { type: "string" },
      batch: { type: "string", default: String(BATCH) },
      only: { type: "string", multiple: true, default: [] },
      budgets: { type: "string" },
      life: { type: "string", default: "0" },
      talk: { type: "string" },
      "talk-of": { type: "string", default: "people" },
      show: { type: "boolean", default: false },
      all: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const { data, model, record } = values;
  if (data === undefined && model === undefined && record === undefined) {
    throw new UsageError(
      "bench companion needs --data FOLDER with conversations, --model FOLDER with recorded ones or --record FOLDER " +
        "with ones to record; see docs/bench.md.",
    );
  }
  return {
    data,
    model,
    record,
    batch: Math.max(1, countOf("--batch", values.batch)),
    only: values.only.flatMap((names) => names.split(",")),
    budgets: (values.budgets ?? "")
      .split(",")
      .filter(Boolean)
      .map((text) => countOf("--budgets", text)),
    life: countOf("--life", values.life),
    talk: values.talk,
    talkOf: talkNamed(values["talk-of"]),
    show: values.all ? "all" : values.show ? "failures" : "none",
  };
}

function talkNamed(text: string): Talk {
  const talk = TALK.find((one) => one === text);
  if (talk !== undefined) return talk;
  throw new UsageError(`--talk-of takes ${TALK.join(" or ")}, got "${text}".`);
}

function countOf(option: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new UsageError(`${option} takes whole numbers, got "${text}".`);
}
