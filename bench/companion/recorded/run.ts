import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "../../options.ts";
import type { BenchResult } from "../../support.ts";
import { readIn } from "./read-in.ts";
import { type Recording, readRecordings } from "./recording.ts";
import { type Asked, replayOf } from "./replay.ts";
import { type Labels, type Scored, scoreRecorded } from "./score.ts";

const MINUTE = 60_000;

interface Replayed {
  readonly id: string;
  readonly messages: number;
  readonly batches: number;
  readonly asked: Asked;
  readonly scored: Scored;
  readonly kept: readonly string[];
}

/** Conversations that a language model has read once, read again with the same answers. */
export async function recorded(
  folder: string,
  show: boolean,
  batch: number,
): Promise<BenchResult<readonly Replayed[]>> {
  const replayed: Replayed[] = [];
  for (const recording of readRecordings(folder))
    replayed.push(await replay(recording, labelsOf(recording), batch));
  return { document: replayed, lines: linesOf(replayed, show) };
}

function labelsOf({ id }: Recording): Labels {
  const file = new URL(`../recorded-labels/${id}.json`, import.meta.url);
  if (!existsSync(file)) throw new UsageError(`There are no labels for the recorded conversation "${id}".`);
  return JSON.parse(readFileSync(file, "utf8")) as Labels;
}

async function replay(recording: Recording, labels: Labels, batch: number): Promise<Replayed> {
  const { model, asked } = replayOf(recording);
  const start = Date.parse(labels.start);
  const messages = recording.lines.map(({ author, text }, i) => ({
    ...{ text, author, at: start + (i + 1) * MINUTE },
  }));
  const read = await readIn({ scope: `user:${labels.user}`, model, start: labels.start, messages, batch });
  await using _ = read.memoir;
  const scored = scoreRecorded(labels, read.active, read.superseded);
  const counts = { batches: read.batches, messages: messages.length };
  return { id: recording.id, ...counts, asked, scored, kept: read.active };
}

const LEAST_FACTS = 0.9;
const MAX_CALLS = 1.2;

function linesOf(all: readonly Replayed[], show: boolean): string[] {
  const lines = ["with recorded answers of a model"];
  for (const { id, batches, asked, scored } of all) {
    const { facts, missing, endedWrongly, wrong } = scored;
    lines.push(
      `${id}: facts ${facts - missing.length} of ${facts}; superseded that still hold ${endedWrongly.length}; ` +
        `wrong lines ${wrong.length}; in ${batches} batches ${asked.extract} extract, ${asked.mend} mending, ` +
        `${asked.check} check calls (${asked.unrecorded} pairs not recorded); ` +
        `memories named by the answers and shown ${asked.namedShown} of ${asked.named}`,
      ...missing.map((fact) => `  missing  ${fact}`),
      ...endedWrongly.map((text) => `  superseded and still holds  ${text}`),
      ...wrong.map((text) => `  wrong  ${text}`),
    );
  }
  if (show) for (const { id, kept } of all) lines.push(`## ${id}`, ...kept);
  const sum = (of: (one: Replayed) => number): number => all.reduce((total, one) => total + of(one), 0);
  const share = 1 - sum(({ scored }) => scored.missing.length) / sum(({ scored }) => scored.facts);
  const ended = sum(({ scored }) => scored.endedWrongly.length);
  const calls = sum(({ asked }) => asked.extract + asked.mend + asked.check) / sum(({ batches }) => batches);
  const messages = sum((one) => one.messages);
  const each = (tokens: number): number => Math.round((100 * tokens) / messages);
  return [
    ...lines,
    `tokens per 100 messages ${each(sum(({ asked }) => asked.inputTokens))} in, ${each(sum(({ asked }) => asked.outputTokens))} out`,
    `${verdict(share >= LEAST_FACTS)}  facts kept ${(100 * share).toFixed(1)} %  (bar ≥ 90 %)`,
    `${verdict(ended === 0)}  superseded that still hold ${ended}  (bar 0)`,
    `${verdict(calls <= MAX_CALLS)}  calls per batch ${calls.toFixed(2)}  (bar ≤ 1.2)`,
  ];
}

function verdict(ok: boolean): string {
  return ok ? "ok   " : "under";
}
