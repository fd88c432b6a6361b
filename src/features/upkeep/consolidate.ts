import { importanceLevel } from "../../domain/memory.ts";
import { isSameGround, withBetterWords } from "../../domain/relation.ts";
import type { Settings } from "../../domain/settings.ts";
import { compareClaims, saysTheSame } from "../../language/match/compare.ts";
import { tokenOverlap } from "../../language/match/token-overlap.ts";
import { terms } from "../../language/terms.ts";
import { type MemoryRow, oftenUsed } from "../../store/tables/memories.ts";
import {
  checkedPairs,
  countChecked,
  fingerprint,
  type PairCheck,
  pairName,
} from "../../store/tables/relations.ts";
import { listFigures } from "../../store/tables/statistics.ts";
import { nextComparedScope, timeMark } from "../../store/tables/upkeep-marks.ts";
import type { UpdatePair } from "../../store/writes/merge.ts";
import { type LadderOptions, LEXICAL } from "../../write/decide/ladder-options.ts";
import { checkedFacts } from "../../write/extract/same-fact.ts";
import type { SameFact } from "../../write/tools/extractor.ts";
import { type Duplicate, noteMerge, pairOf } from "./compact.ts";
import { type ChangedPage, eachChanged, neighboursOf } from "./steps.ts";
import type { Run, UpkeepTask } from "./task.ts";

const NAME = "consolidate";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Asks a model which memories state one fact, a bounded number a day, and merges those. */
export const consolidateTask: UpkeepTask = {
  name: NAME,
  about: "Asks a language model which memories state one fact, and merges those.",
  reversible: true,
  continues: true,
  isEnabled: ({ upkeep }) => upkeep.consolidate.enable,
  async run(run) {
    if (!run.tools.caller.has("check")) return false;
    const { settings } = await run.tools.tenants.now({ tenant: run.tenant });
    const rules = settings.upkeep.consolidate;
    const date = new Date(run.at).toISOString().slice(0, 10);
    const figures = await listFigures(run.tools.store.read, run.tenant, date, date);
    const spent = figures.find(({ name }) => name === `${NAME}.tokens`)?.value ?? 0;
    const tokensLeft = (rules.tokensPerDay ?? Number.POSITIVE_INFINITY) - spent;
    const before = run.at - rules.recheckDays * DAY;
    try {
      const day = { run, settings, tokensLeft, before };
      const step = (page: ChangedPage): Promise<"leave" | undefined> => comparePage(day, page);
      return await eachChanged(run, NAME, step, (from) =>
        nextComparedScope(run.tools.store.read, run.tenant, NAME, { from, before }),
      );
    } catch (error) {
      if (error instanceof Spent) return false;
      throw error;
    }
  },
};

/** A tenant's run of one day. */
interface TenantDay {
  readonly run: Run;
  readonly settings: Settings;
  /** Comparisons until then do not count any more. */
  readonly before: number;
  /** The rest of the day's allowance. */
  tokensLeft: number;
}

/** The day's budget is used up, or no model answers: the next day's run goes on. */
class Spent extends Error {}

async function comparePage(day: TenantDay, page: ChangedPage): Promise<"leave" | undefined> {
  const { run, settings } = day;
  const { consolidate: rules } = settings.upkeep;
  const { sure, open } = await pairsOf(day, page);
  /** A memory changes once in a page: what else is said of it is read again with its new words. */
  const used = new Set<string>();
  const settled = (verdicts: readonly Verdict[]): Promise<void> => settle(day, page, used, verdicts);
  await settled(sure.map((pair) => [pair, "same"]));
  const today = run.at - (run.at % DAY);
  let remaining = rules.pairsPerDay - (await countChecked(run.tools.store.read, page.scopeRef, today));
  const rest = open.filter((pair) => !isUsed(used, pair));
  while (rest.length > 0) {
    run.signal.throwIfAborted();
    if (remaining <= 0) return "leave";
    if (day.tokensLeft <= 0) throw new Spent();
    const some = rest.splice(0, Math.min(rules.pairsPerPrompt, remaining));
    const verdicts = await ask(day, some);
    remaining -= some.length;
    run.count("pairs", some.length);
    await settled(some.map((pair, i) => [pair, verdicts[i]!]));
  }
  if (!run.dryRun) {
    const { scope, mark, next } = page;
    const done = mark && { marks: [mark, { name: timeMark(NAME), rev: run.at }], dropPairs: day.before };
    await run.apply("markScope", { scope, at: run.at, ...(done ?? { marks: [] }) }, next);
  }
  return undefined;
}

function isUsed(used: ReadonlySet<string>, { newer, older }: Pair): boolean {
  return used.has(newer.id) || used.has(older.id);
}

/** The pairs of a page's memories that need comparing, each once: those whose words decide, and those a model must read. */
async function pairsOf(
  { run, settings, before }: TenantDay,
  { scopeRef, rows }: ChangedPage,
): Promise<{ sure: Pair[]; open: Pair[] }> {
  const { consolidate: rules } = settings.upkeep;
  const { read } = run.tools.store;
  const { checked, apart } = await checkedPairs(read, scopeRef, before);
  const worth = { freshSince: run.at - rules.freshHours * HOUR, often: await oftenUsed(read, scopeRef) };
  const near = { ...settings.match, recentSince: run.at - rules.recentDays * DAY };
  const pairs = new Map<string, Pair>();
  for (const row of rows) {
    run.signal.throwIfAborted();
    if (!isWorthComparing(row, worth)) continue;
    for (const { row: other, similarity } of await neighboursOf(run, scopeRef, row)) {
      const name = pairName(row.id, other.id);
      if (pairs.has(name) || apart.has(name)) continue;
      const pair = readPair(row, other, similarity, near);
      if (pair === null || checked.has(fingerprint(row.id, other.id, pair.score))) continue;
      pairs.set(name, pair);
    }
  }
  const all = [...pairs.values()].sort((a, b) => b.score - a.score);
  return { sure: all.filter(({ sure }) => sure), open: all.filter(({ sure }) => !sure) };
}

async function ask(day: TenantDay, pairs: readonly Pair[]): Promise<readonly SameFact[]> {
  const { run } = day;
  const sentences = pairs.map(({ newer, older }) => ({ a: newer.text, b: older.text }));
  const answer = await checkedFacts(run.tools.caller, run.tenant, sentences, run.signal);
  if (answer === null) throw new Spent();
  day.tokensLeft -= answer.tokens;
  run.count("tokens", answer.tokens);
  return answer.verdicts;
}

type Verdict = readonly [pair: Pair, verdict: SameFact];

/** Does what was found, in one transaction with the fingerprints of what was asked. */
async function settle(
  { run }: TenantDay,
  { scope }: ChangedPage,
  used: Set<string>,
  verdicts: readonly Verdict[],
): Promise<void> {
  const merges: Duplicate[] = [];
  const updates: UpdatePair[] = [];
  const replaced: Pair[] = [];
  const checked: PairCheck[] = [];
  for (const [pair, verdict] of verdicts) {
    const { newer, older, score, richer } = pair;
    const isMerge = verdict === "same" && pair.mayMerge;
    const isUpdate = verdict === "update" && pair.mayUpdate;
    if (isMerge) run.count("found");
    if ((isMerge || isUpdate) && isUsed(used, pair)) continue;
    if (!pair.sure) checked.push({ a: newer.id, b: older.id, score, verdict });
    if (!isMerge && !isUpdate) continue;
    used.add(newer.id).add(older.id);
    if (isMerge) merges.push(withBetterWords(newer, older, richer));
    else {
      updates.push({ by: newer.id, old: older.id, byRev: newer.rev, oldRev: older.rev });
      replaced.push(pair);
    }
  }
  if (!run.dryRun && merges.length + updates.length + checked.length > 0) {
    const context = run.context(scope, "they state one fact");
    await run.apply("merge", { ...context, pairs: merges.map(pairOf), updates, checked });
  }
  for (const duplicate of merges) noteMerge(run, scope, duplicate);
  for (const { newer, older } of replaced) {
    const detail = `active → superseded by ${newer.id}: ${newer.text}`;
    run.change({ action: "supersede", scope, memory: older, detail });
  }
}

/** From this level on a memory is worth comparing however old it is. */
const IMPORTANT = 3;

/** Whether a memory is compared with its neighbours: it is fresh, it matters, or it is often used. */
export function isWorthComparing(
  { updated_at, importance, access_count }: MemoryRow,
  { freshSince, often }: { readonly freshSince: number; readonly often: number },
): boolean {
  return (
    updated_at >= freshSince ||
    importanceLevel(importance) >= IMPORTANT ||
    (access_count > 0 && access_count >= often)
  );
}

/** Two memories that may be one, the later one first. */
interface Pair {
  readonly newer: MemoryRow;
  readonly older: MemoryRow;
  readonly score: number;
  /** `true`: their words say the same, so nobody has to be asked. */
  readonly sure: boolean;
  /** No number, time or denial tells them apart. */
  readonly mayMerge: boolean;
  /** The later one may take the place of the other: both give a value of one attribute. */
  readonly mayUpdate: boolean;
  readonly richer: "a" | "b" | null;
}

/** Below this share of words in common two sentences are hardly one fact. */
const LEAST_OVERLAP = 0.1;
/** How many more words make a sentence the more detailed one. */
const MORE_WORDS = 2;

/**
 * Decides on a pair without a model: near enough, both confirmed lately, with words in common or another number
 * of the same thing. `null`: not worth a question.
 */
export function readPair(
  x: MemoryRow,
  y: MemoryRow,
  similarity: number | null,
  { fallbackLow, recentSince }: Pick<LadderOptions, "fallbackLow"> & { readonly recentSince: number },
): Pair | null {
  if (!isSameGround(x, y) || Math.min(x.confirmed_at, y.confirmed_at) < recentSince) return null;
  const [newer, older] = x.confirmed_at > y.confirmed_at ? [x, y] : [y, x];
  const overlap = tokenOverlap(newer.text, older.text);
  const score = similarity ?? overlap;
  const compared = compareClaims(newer.text, older.text, similarity);
  const { relation, byWords, replaces, oneAttribute } = compared;
  const sure = saysTheSame(compared);
  if (!sure && score < (similarity === null ? LEXICAL.fallbackLow : fallbackLow)) return null;
  if (relation === "contradiction") return null;
  const isStep = relation === "update" && byWords !== true;
  if (!sure && !isStep && overlap < LEAST_OVERLAP) return null;
  return {
    newer,
    older,
    score,
    sure,
    mayMerge: !isStep,
    mayUpdate: replaces && newer.rank >= older.rank && (relation === "update" || oneAttribute),
    richer: compared.richer ?? longer(newer.text, older.text),
  };
}

function longer(a: string, b: string): "a" | "b" | null {
  const more = new Set(terms(a)).size - new Set(terms(b)).size;
  return Math.abs(more) < MORE_WORDS ? null : more > 0 ? "a" : "b";
}
