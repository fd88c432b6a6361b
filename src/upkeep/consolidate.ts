import { withBetterWords } from "../domain/relation.ts";
import { formatScope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import { listFigures } from "../store/figures.ts";
import type { MemoryRow } from "../store/memories.ts";
import { oftenUsed } from "../store/often-used.ts";
import { checkedPairs, countChecked, fingerprint, type PairCheck, pairName } from "../store/pair-checks.ts";
import type { UpdatePair } from "../store/writes/merge.ts";
import { checkedFacts, type SameFact } from "../write/extract/same-fact.ts";
import { type Duplicate, mergeChange, pairOf } from "./compact.ts";
import { type ChangedPage, eachChanged } from "./each-changed.ts";
import { isWorthComparing, readPair, type SamePair } from "./same-pair.ts";
import { contextOf, type Run, type UpkeepTask, type UpkeepTools } from "./task.ts";
import { neighboursOf } from "./vectors-of.ts";

const NAME = "consolidate";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Asks a model which memories state one fact, a bounded number a day, and merges those (R252–R257). */
export const consolidateTask: UpkeepTask = {
  name: NAME,
  about: "Asks a language model which memories state one fact, and merges those.",
  reversible: true,
  continues: true,
  wanted: ({ upkeep }) => upkeep.consolidate.enable,
  async run(run, tools) {
    if (!tools.caller.has("check")) return false;
    const { settings } = await tools.tenants.now(run.tenant);
    const rules = settings.upkeep.consolidate;
    const date = new Date(run.at).toISOString().slice(0, 10);
    const figures = await listFigures(tools.store.read, run.tenant, date, date);
    const spent = figures.find(({ name }) => name === `${NAME}.tokens`)?.value ?? 0;
    const tokensLeft = (rules.tokensPerDay ?? Number.POSITIVE_INFINITY) - spent;
    if (!run.dryRun) {
      await tools.store.write("dropPairs", { tenant: run.tenant, before: run.at - rules.recheckDays * DAY });
    }
    try {
      const day = { run, tools, settings, tokensLeft };
      return await eachChanged(run, tools, NAME, (page) => comparePage(day, page));
    } catch (error) {
      if (error instanceof Spent) return false;
      throw error;
    }
  },
};

/** A tenant's run of one day. */
interface TenantDay {
  readonly run: Run;
  readonly tools: UpkeepTools;
  readonly settings: Settings;
  /** What the day still allows. */
  tokensLeft: number;
}

/** The day's budget is used up, or no model answers: the next day's run goes on. */
class Spent extends Error {}

type Pair = SamePair<MemoryRow>;

async function comparePage(day: TenantDay, page: ChangedPage): Promise<"leave" | undefined> {
  const { run, tools, settings } = day;
  const { consolidate: rules } = settings.upkeep;
  const { sure, open } = await pairsOf(day, page);
  /** A memory changes once in a page: what else is said of it is read again with its new words. */
  const used = new Set<string>();
  const settled = (verdicts: readonly Verdict[]): Promise<void> => settle(day, page, used, verdicts);
  await settled(sure.map((pair) => [pair, "same"]));
  const today = run.at - (run.at % DAY);
  let left = rules.pairsPerDay - (await countChecked(tools.store.read, page.place, today));
  const rest = open.filter((pair) => !isUsed(used, pair));
  while (rest.length > 0) {
    run.signal.throwIfAborted();
    if (left <= 0) return "leave";
    if (day.tokensLeft <= 0) throw new Spent();
    const some = rest.splice(0, Math.min(rules.pairsPerPrompt, left));
    const verdicts = await ask(day, some);
    left -= some.length;
    run.count("pairs", some.length);
    await settled(some.map((pair, i) => [pair, verdicts[i]!]));
  }
  if (!run.dryRun) await mark(run, page);
  return undefined;
}

function isUsed(used: ReadonlySet<string>, { newer, older }: Pair): boolean {
  return used.has(newer.id) || used.has(older.id);
}

/** The pairs of a page's memories that need comparing, each once: those whose words decide, and those a model must read. */
async function pairsOf(
  { run, tools, settings }: TenantDay,
  { place, rows }: ChangedPage,
): Promise<{ sure: Pair[]; open: Pair[] }> {
  const { consolidate: rules } = settings.upkeep;
  const { read } = tools.store;
  const since = run.at - rules.recheckDays * DAY;
  const { checked, apart } = await checkedPairs(read, place, since);
  const worth = {
    freshSince: run.at - rules.freshHours * HOUR,
    often: await oftenUsed(read, place),
  };
  const near = { ...settings.match, recentSince: run.at - rules.recentDays * DAY };
  const pairs = new Map<string, Pair>();
  for (const row of rows) {
    run.signal.throwIfAborted();
    if (!isWorthComparing(row, worth)) continue;
    for (const { row: other, similarity } of await neighboursOf(tools, place, row)) {
      const name = pairName(row.id, other.id);
      if (pairs.has(name) || apart.has(name)) continue;
      const pair = readPair<MemoryRow>(row, other, similarity, near);
      if (pair === null || checked.has(fingerprint(row.id, other.id, pair.score))) continue;
      pairs.set(name, pair);
    }
  }
  const all = [...pairs.values()].sort((a, b) => b.score - a.score);
  return { sure: all.filter(({ sure }) => sure), open: all.filter(({ sure }) => !sure) };
}

async function ask(day: TenantDay, pairs: readonly Pair[]): Promise<readonly SameFact[]> {
  const { run, tools } = day;
  const sentences = pairs.map(({ newer, older }) => ({ a: newer.text, b: older.text }));
  const answer = await checkedFacts(tools.caller, run.tenant, sentences, run.signal);
  if (answer === null) throw new Spent();
  day.tokensLeft -= answer.tokens;
  run.count("tokens", answer.tokens);
  return answer.verdicts;
}

type Verdict = readonly [pair: Pair, verdict: SameFact];

/** Does what was found, in one transaction with the fingerprints of what was asked. */
async function settle(
  { run, tools }: TenantDay,
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
    const context = contextOf(run, tools, scope, "they state one fact");
    await run.apply("merge", { ...context, pairs: merges.map(pairOf), updates, checked });
  }
  for (const one of merges) run.change(mergeChange(run, formatScope(scope), one));
  for (const one of replaced) run.change(updateChange(run, formatScope(scope), one));
}

async function mark(run: Run, { scope, mark: reached, next }: ChangedPage): Promise<void> {
  const marks = reached === undefined ? [] : [reached];
  await run.apply("markScope", { scope, at: run.at, marks }, next);
}

function updateChange({ at }: Run, scope: string, { newer, older }: Pair): Parameters<Run["change"]>[0] {
  return {
    ...{ action: "supersede", scope, memoryId: older.id, text: older.text, at: new Date(at) },
    detail: `active → superseded by ${newer.id}: ${newer.text}`,
  };
}
