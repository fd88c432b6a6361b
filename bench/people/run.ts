import { parseArgs } from "node:util";
import { estimateTokens } from "../../src/domain/budget.ts";
import { UsageError } from "../options.ts";
import { showProgress } from "../progress.ts";
import type { BenchResult } from "../support.ts";
import {
  ASKED_WITHIN,
  isOfMemories,
  type Person,
  QUESTION_KINDS,
  readPeople,
  withMessages,
  writerOf,
} from "./person.ts";
import { type LineScope, lineName, linesShown, openStage, type Stage } from "./play.ts";

const FOLDER = "training/data/people";
const MESSAGES = "training/data/messages";
/** Nothing was trained or fitted on these. */
const KEPT_APART = ["T", "U"];
const BEST = 10;

/** Sums of one group of people. */
interface Tally {
  asked: number;
  answered: number;
  any: number;
  tokens: number;
  best: number;
  pool: number;
  /** Questions that were also asked among the lines of others. */
  pooled: number;
  general: number;
  clean: number;
  overview: number;
  overviewShare: number;
  readonly kinds: Map<string, { asked: number; answered: number }>;
}

function tally(): Tally {
  return {
    ...{ asked: 0, answered: 0, any: 0, tokens: 0, best: 0, pool: 0, pooled: 0 },
    ...{ general: 0, clean: 0, overview: 0, overviewShare: 0, kinds: new Map() },
  };
}

/** People that nothing was trained on: their lines told, then their own questions. */
export async function people(args: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string", default: FOLDER },
      writers: { type: "string", default: KEPT_APART.join(",") },
      only: { type: "string" },
      every: { type: "string", default: "1" },
      messages: { type: "string" },
      show: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const every = Number(values.every);
  if (!Number.isInteger(every) || every < 1) throw new UsageError("--every takes a whole number from 1 on.");
  const asked = ASKED_WITHIN.find((one) => one === values.messages);
  if (asked === undefined && values.messages !== undefined)
    throw new UsageError(`--messages takes ${ASKED_WITHIN.join(" or ")}.`);
  const people = readPeople(values.data, values.writers.split(",")).filter(
    ({ id }) => values.only === undefined || values.only.split(",").some((name) => id.startsWith(name)),
  );
  const chosen = asked === undefined ? people : withMessages(people, MESSAGES, asked);
  const groups = new Map<string, Tally>();
  const misses: string[] = [];
  const progress = showProgress("People");
  const stage = await openStage();
  const pools = await poolsOf(stage, chosen);
  for (const [done, person] of chosen.entries()) {
    progress.step(done, chosen.length);
    const own = await stage.tell(scopeOf(person), [person]);
    const into = groups.get(groupOf(person)) ?? tally();
    groups.set(groupOf(person), into);
    await ask(person, own, pools.get(poolOf(person)), { into, every, miss: (line) => misses.push(line) });
  }
  progress.step(chosen.length, chosen.length);
  progress.end();
  await stage.memoir.close();
  const rows = [...groups].map(([group, sums]) => ({ group, ...figuresOf(sums) }));
  return { document: rows, lines: [...table(rows), ...(values.show ? misses : [])] };
}

function groupOf(person: Person): string {
  const kind = person.kind === "group" ? "groups" : isOfMemories(person) ? "memories" : "people";
  return `${writerOf(person)} ${person.lang === "zh" ? "chinese" : "english"} ${kind}`;
}

/** Groups have speakers, memories have no neighbours: only what is alike is put together. */
function poolOf(person: Person): string {
  return groupOf(person);
}

function scopeOf({ id, kind }: Person): string {
  return `${kind === "group" ? "group" : "user"}:${id.toLowerCase()}`;
}

/** All lines of a writer's people in one scope. Groups stay apart: their members have the same ids. */
async function poolsOf(stage: Stage, chosen: readonly Person[]): Promise<Map<string, LineScope>> {
  const pools = new Map<string, LineScope>();
  for (const pool of new Set(chosen.filter(({ kind }) => kind !== "group").map(poolOf))) {
    const own = chosen.filter((person) => poolOf(person) === pool);
    if (own.length > 1) pools.set(pool, await stage.tell(`user:pool-${pools.size}`, own));
  }
  return pools;
}

async function ask(
  person: Person,
  own: LineScope,
  pool: LineScope | undefined,
  { into, every, miss }: { into: Tally; every: number; miss: (line: string) => void },
): Promise<void> {
  for (const { q, a, k, as } of person.qs.filter(
    (_, i) => i % every === 0 || person.qs[i]!.k === "overview",
  )) {
    const wanted = a.map((position) => lineName(person, position));
    const asker = as === undefined ? {} : { asker: as };
    const { shown, core, prompt } = await linesShown(own, q, asker);
    const all = new Set([...shown, ...core]);
    const found = wanted.filter((line) => all.has(line)).length;
    if (k === "overview") {
      into.overview += 1;
      into.overviewShare += found / wanted.length;
      continue;
    }
    const kind = into.kinds.get(k) ?? { asked: 0, answered: 0 };
    into.kinds.set(k, kind);
    kind.asked += 1;
    into.asked += 1;
    into.tokens += estimateTokens(prompt);
    if (found > 0) into.any += 1;
    if (found === wanted.length) {
      into.answered += 1;
      kind.answered += 1;
    } else
      miss(
        `${person.id} ${k}: ${q} | missing ${a
          .filter((i) => !all.has(lineName(person, i)))
          .map((i) => `${i} ${person.lines[i]!.t}`)
          .join(" || ")} | ${shown.length} lines`,
      );
    // More than are looked at: lines of every prompt are listed only where the limit leaves room for them.
    const best = { ...asker, limit: 5 * BEST, maxTokens: 100_000, threshold: 0 };
    into.best += shareOf(wanted, await linesShown(own, q, best));
    if (pool !== undefined) {
      into.pool += shareOf(wanted, await linesShown(pool, q, best));
      into.pooled += 1;
    }
  }
  for (const text of person.general) {
    const { shown } = await linesShown(
      own,
      text,
      person.members === undefined ? {} : { asker: person.members[0]!.id },
    );
    into.general += 1;
    if (shown.length === 0) into.clean += 1;
    else miss(`${person.id} general: ${text} | ${shown.length} lines`);
  }
}

function shareOf(
  wanted: readonly string[],
  { shown, core }: { shown: readonly string[]; core: readonly string[] },
): number {
  const best = new Set([...shown.slice(0, BEST), ...core]);
  return wanted.filter((line) => best.has(line)).length / wanted.length;
}

function figuresOf({ asked, kinds, ...sums }: Tally) {
  const percent = (part: number, whole: number): number => (whole === 0 ? Number.NaN : (100 * part) / whole);
  return {
    asked,
    answered: percent(sums.answered, asked),
    any: percent(sums.any, asked),
    tokens: sums.tokens / asked,
    best10: percent(sums.best, asked),
    pool10: percent(sums.pool, sums.pooled),
    clean: percent(sums.clean, sums.general),
    overview: percent(sums.overviewShare, sums.overview),
    kinds: Object.fromEntries(
      QUESTION_KINDS.flatMap((kind) => {
        const one = kinds.get(kind);
        return one === undefined ? [] : [[kind, percent(one.answered, one.asked)]];
      }),
    ),
  };
}

function table(rows: readonly ({ group: string } & ReturnType<typeof figuresOf>)[]): string[] {
  const number = (value: number): string => (Number.isNaN(value) ? "–" : value.toFixed(1)).padStart(7);
  return [
    `${"".padEnd(24)}  asked  answered    any  tokens best 10  of all  clean overview`,
    ...rows.map(
      (row) =>
        `${row.group.padEnd(24)}${String(row.asked).padStart(7)}  ${number(row.answered)} ${number(row.any)} ${number(row.tokens)} ${number(row.best10)} ${number(row.pool10)} ${number(row.clean)} ${number(row.overview)}   ${Object.entries(
          row.kinds,
        )
          .map(([kind, share]) => `${kind} ${share.toFixed(0)}`)
          .join(", ")}`,
    ),
  ];
}
