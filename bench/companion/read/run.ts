import { join } from "node:path";
import { UsageError } from "../../options.ts";
import type { BenchResult } from "../../support.ts";
import { ask, scopeOf } from "../play.ts";
import { readIn } from "../recorded/read-in.ts";
import { type KeptScore, scoreKept, scoreProbe } from "../score.ts";
import { type ReadConversation, readConversations } from "./conversation.ts";
import { type Recorder, recorderOf } from "./recorder.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** One conversation that a language model has read. */
interface Measured {
  readonly id: string;
  readonly messages: number;
  readonly batches: number;
  readonly used: Recorder["used"];
  readonly facts: number;
  readonly kept: KeptScore;
  /** Facts that are found among superseded memories only. */
  readonly ended: readonly string[];
  readonly asked: readonly {
    readonly q: string;
    readonly answered: boolean;
    /** It needs nothing personal, and nothing but the core is shown; `null` for other questions. */
    readonly clean: boolean | null;
    readonly missing: readonly string[];
    readonly forbidden: readonly string[];
    readonly lines: readonly string[];
  }[];
  readonly active: readonly string[];
  readonly superseded: readonly string[];
  readonly claims: readonly { readonly outcome: string; readonly text: string; readonly reason: string }[];
}

interface Show {
  readonly failures: boolean;
  readonly all: boolean;
}

/** Conversations read by a model whose answers are written by hand; waits for those that are missing. */
export async function measured(
  folder: string,
  only: readonly string[],
  show: Show,
  batch: number,
): Promise<BenchResult<readonly Measured[]>> {
  const chosen = readConversations(folder).filter(({ id }) => only.length === 0 || only.includes(id));
  const found: Measured[] = [];
  const waiting: string[] = [];
  for (const one of chosen) {
    const recorder = recorderOf(one.id, join(folder, one.id));
    const result = await measure(one, recorder, batch);
    if (typeof result === "string") waiting.push(result);
    else found.push(result);
  }
  if (waiting.length > 0) {
    const files = waiting.map((file) => `  ${file}`);
    throw new UsageError(
      ["These requests wait for an answer in the res-N.json beside them:", ...files].join("\n"),
    );
  }
  return { document: found, lines: linesOf(found, show) };
}

/** The file with the request that waits for an answer, or what became of the conversation. */
async function measure(one: ReadConversation, recorder: Recorder, batch: number): Promise<Measured | string> {
  const start = Date.parse(one.start);
  const told = new Map<number, number>();
  const messages = one.lines.map(({ day, author, name, text }) => {
    const before = told.get(day) ?? 0;
    told.set(day, before + 1);
    const at = start + day * DAY + before * MINUTE;
    return { text, author, at, ...(name === undefined ? {} : { authorName: name }) };
  });
  const companion = { ...one, lines: [] };
  const reading = { scope: scopeOf(companion), model: recorder.model, start: one.start, messages, batch };
  const read = await readIn(reading).catch((error: unknown) => {
    if (recorder.waiting() === null) throw error;
    return null;
  });
  if (read === null) return recorder.waiting()!;
  await using memoir = read.memoir;
  if (recorder.waiting() !== null) return recorder.waiting()!;
  const { scope, active, superseded, batches } = read;
  const asked: Measured["asked"][number][] = [];
  for (const probe of one.probes) {
    const answer = await ask({ companion, memoir, scope, kept: active }, probe);
    const { answered, clean, missing, forbidden } = scoreProbe(answer);
    const ofOff = probe.none === true ? clean : null;
    asked.push({ q: probe.q, answered, clean: ofOff, missing, forbidden, lines: answer.lines });
  }
  const kept = scoreKept(companion, active);
  const ended = scoreKept({ ...companion, facts: kept.missing }, superseded).found;
  return {
    ...{ id: one.id, messages: messages.length, batches, used: recorder.used, facts: one.facts.length },
    ...{ kept, ended: kept.missing.filter(({ id }) => ended.includes(id)).map(({ text }) => text) },
    ...{ asked, active, superseded },
    claims: read.entries.map(({ outcome, text, reason }) => ({ outcome, text, reason })),
  };
}

function linesOf(all: readonly Measured[], show: Show): string[] {
  const lines = ["with answers written for each request"];
  for (const one of all) {
    const { extract, mend, check } = one.used.calls;
    const { used, kept, batches } = one;
    const each = (tokens: number): number => Math.round((100 * tokens) / one.messages);
    const [own, off] = [one.asked.filter(isOwn), one.asked.filter((probe) => !isOwn(probe))];
    lines.push(
      `${one.id}: facts ${kept.found.length} of ${one.facts}; superseded that still hold ${one.ended.length}; ` +
        `wrong lines ${kept.wrong.length} of ${one.active.length}; in ${batches} batches ${extract} extract, ` +
        `${mend} mending, ${check} check calls (${((extract + mend + check) / batches).toFixed(2)} a batch); ` +
        `tokens per 100 messages ${each(used.inputTokens)} in, ${each(used.outputTokens)} out; ` +
        `questions answered ${own.filter(({ answered }) => answered).length} of ${own.length}, ` +
        `off-topic ones with nothing but the core ${off.filter(({ clean }) => clean).length} of ${off.length}` +
        (used.changed === 0 ? "" : `; ${used.changed} calls no longer as recorded`),
    );
    if (show.failures) lines.push(...failuresOf(one));
    if (show.all) lines.push(...everythingOf(one));
  }
  const sum = (of: (one: Measured) => number): number => all.reduce((total, one) => total + of(one), 0);
  const share = (part: number, whole: number): string =>
    `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
  const answered = sum(({ asked }) => asked.filter((probe) => isOwn(probe) && probe.answered).length);
  const kept = sum((one) => one.kept.found.length);
  return [
    ...lines,
    `all: facts ${share(
      kept,
      sum(({ facts }) => facts),
    )}; ` +
      `superseded that still hold ${sum(({ ended }) => ended.length)}; ` +
      `wrong lines ${sum((one) => one.kept.wrong.length)}; ` +
      `questions answered ${share(
        answered,
        sum(({ asked }) => asked.filter(isOwn).length),
      )}`,
  ];
}

/** A question that needs something of the conversation. */
function isOwn({ clean }: Measured["asked"][number]): boolean {
  return clean === null;
}

function failuresOf({ kept, ended, asked }: Measured): string[] {
  return [
    ...kept.missing.map(({ text, has }) => {
      return `  ${ended.includes(text) ? "superseded and still holds" : "missing"}  ${text}  /${has.join("/ /")}/`;
    }),
    ...kept.wrong.map(({ line, why }) => `  wrong  ${line} (${why})`),
    ...asked
      .filter(({ answered }) => !answered)
      .flatMap(({ q, missing, forbidden }) => [
        `  not answered  ${q}`,
        ...missing.map((re) => `    missing  /${re}/`),
        ...forbidden.map((line) => `    shown  ${line}`),
      ]),
  ];
}

function everythingOf({ active, superseded, claims, asked }: Measured): string[] {
  return [
    ...active.map((text) => `  active  ${text}`),
    ...superseded.map((text) => `  superseded  ${text}`),
    ...claims.map(({ outcome, text, reason }) => `  ${outcome}  ${text}  (${reason})`),
    ...asked.flatMap(({ q, lines }) => [`  asked  ${q}`, ...lines.map((line) => `    ${line}`)]),
  ];
}
