import type { Companion } from "./conversation.ts";
import type { Asked, KeptScore, ProbeScore } from "./score.ts";

/** One conversation, played and asked. */
export interface Outcome {
  readonly companion: Companion;
  readonly kept: readonly string[];
  readonly keptScore: KeptScore;
  readonly asked: readonly (Asked & { readonly score: ProbeScore })[];
}

/** The figures of some conversations; shares are 0–1. */
export interface Figures {
  readonly conversations: number;
  readonly questions: number;
  readonly answered: number;
  /** Lines per prompt that match nothing the question needs; questions that need something only. */
  readonly noise: number;
  /** Tokens per prompt, over all questions. */
  readonly tokens: number;
  readonly offTopic: number;
  /** Off-topic questions for which nothing but core is shown. */
  readonly clean: number;
  readonly facts: number;
  readonly factsKept: number;
  readonly lines: number;
  readonly wrong: number;
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const asked = outcomes.flatMap((one) => one.asked);
  const own = asked.filter(({ probe }) => probe.none !== true);
  const off = asked.filter(({ probe }) => probe.none === true);
  const facts = outcomes.reduce((sum, { companion }) => sum + companion.facts.length, 0);
  const lines = outcomes.reduce((sum, { kept }) => sum + kept.length, 0);
  return {
    conversations: outcomes.length,
    questions: own.length,
    answered: share(own.filter(({ score }) => score.answered).length, own.length),
    noise: share(
      own.reduce((sum, { score }) => sum + score.noise.length, 0),
      own.length,
    ),
    tokens: share(
      asked.reduce((sum, { tokens }) => sum + tokens, 0),
      asked.length,
    ),
    offTopic: off.length,
    clean: share(off.filter(({ score }) => score.clean).length, off.length),
    facts,
    factsKept: share(
      outcomes.reduce((sum, { keptScore }) => sum + keptScore.found.length, 0),
      facts,
    ),
    lines,
    wrong: share(
      outcomes.reduce((sum, { keptScore }) => sum + keptScore.wrong.length, 0),
      lines,
    ),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

export const HEADING =
  "                     answered   noise/prompt   tokens   off-topic clean   facts kept   wrong lines";

export function figureLine(title: string, figures: Figures): string {
  const { questions, answered, noise, tokens, offTopic, clean, facts, factsKept, lines, wrong } = figures;
  return [
    title.padEnd(18),
    `${percent(answered)} of ${questions}`.padStart(13),
    noise.toFixed(1).padStart(11),
    tokens.toFixed(0).padStart(10),
    `${percent(clean)} of ${offTopic}`.padStart(17),
    `${percent(factsKept)} of ${facts}`.padStart(15),
    `${percent(wrong)} of ${lines}`.padStart(13),
  ].join("");
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

/** Every question that was not answered, every prompt that was not clean, every wrong line. */
export function failureLines({ companion, asked, keptScore }: Outcome, all: boolean): string[] {
  const lines = [`## ${companion.id}`];
  for (const { probe, score, lines: shown, tokens } of asked) {
    const bad = probe.none === true ? !score.clean : !score.answered;
    if (!bad && !all) continue;
    lines.push(`${bad ? "✗" : "✓"} ${probe.kind ?? ""} ${probe.q}  (${tokens} tokens)`);
    for (const re of score.missing) lines.push(`    missing  ${re}`);
    for (const line of score.forbidden) lines.push(`    forbidden  ${line}`);
    if (all || probe.none === true) for (const line of shown) lines.push(`      ${line}`);
  }
  for (const { line, why } of keptScore.wrong) lines.push(`✗ wrong line (${why}): ${line}`);
  return lines;
}
