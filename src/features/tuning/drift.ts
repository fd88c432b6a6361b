import type { DriftSpan, RateShift, SpanClaims } from "../../api/tuning.ts";
import type { Fate } from "../../domain/case.ts";
import type { Settings } from "../../domain/settings.ts";
import type { LoggedCase } from "./logged-case.ts";

type DriftRules = Settings["tuning"]["drift"];
type Seen = Pick<LoggedCase, "at" | "fate" | "label"> & {
  readonly case: Pick<LoggedCase["case"], "type" | "path">;
};

/** A span of time: from its first moment to the one after its last. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A snapshot of what was remembered in a span: how many claims of each type had each fate, by each way. */
export type DriftSnapshot = ReadonlyMap<string, number>;

export function snapshotOf(cases: readonly Seen[]): DriftSnapshot {
  const counts = new Map<string, number>();
  for (const { fate, case: claimCase } of cases) {
    const name = `${claimCase.type ?? "none"} ${fate} ${claimCase.path}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The cosine of the angle between two snapshots: 1 = the same shares, 0 = nothing in common. */
export function snapshotCosine(a: DriftSnapshot, b: DriftSnapshot): number {
  const lengthOf = (snapshot: DriftSnapshot): number =>
    Math.sqrt([...snapshot.values()].reduce((sum, n) => sum + n * n, 0));
  const product = [...a].reduce((sum, [name, n]) => sum + n * (b.get(name) ?? 0), 0);
  const lengths = lengthOf(a) * lengthOf(b);
  return lengths === 0 ? 0 : Math.min(1, product / lengths);
}

/** Standard errors from which on a change is no chance, although it is looked for every day. */
const SURE = 4;

const REFUSED: ReadonlySet<Fate> = new Set(["refused", "limited", "forgotten"]);

/** A rate: of which claims it is a share, and which of those it counts. */
interface Rate {
  of(claim: Seen): boolean;
  counts(claim: Seen): boolean;
}

const all = (): boolean => true;
const RATES: Readonly<Record<string, Rate>> = {
  active: { of: all, counts: ({ fate }) => fate === "active" },
  pending: { of: all, counts: ({ fate }) => fate === "pending" },
  shadow: { of: all, counts: ({ fate }) => fate === "shadow" },
  refused: { of: all, counts: ({ fate }) => REFUSED.has(fate) },
  wrong: { of: ({ label }) => label !== null, counts: ({ label }) => label?.isRight === false },
};

/** Compares what was remembered in two spans. `cases` may hold others. */
export function driftBetween(
  cases: readonly Seen[],
  before: TimeSpan,
  after: TimeSpan,
  rules: Pick<DriftRules, "minClaims" | "minSimilarity" | "maxShift">,
): DriftSpan {
  const within = ({ from, to }: TimeSpan): Seen[] => cases.filter(({ at }) => at >= from && at < to);
  const [old, fresh] = [within(before), within(after)];
  const isEnough = old.length >= rules.minClaims && fresh.length >= rules.minClaims;
  const similarity = isEnough ? snapshotCosine(snapshotOf(old), snapshotOf(fresh)) : null;
  const rates = isEnough ? Object.keys(RATES).map((rate) => shiftOf(rate, [old, fresh], rules)) : [];
  const alarms = rates.filter(({ isAlarm }) => isAlarm).map(rateAlarm);
  if (similarity !== null && similarity < rules.minSimilarity)
    alarms.unshift(
      `What is remembered is another mix than before: similarity ${similarity.toFixed(2)}, at least ${rules.minSimilarity} is expected.`,
    );
  const spanClaims = ({ from, to }: TimeSpan, { length: claims }: readonly Seen[]): SpanClaims => ({
    fromAt: new Date(from),
    toAt: new Date(to),
    claims,
  });
  return { baseline: spanClaims(before, old), current: spanClaims(after, fresh), similarity, rates, alarms };
}

function rateAlarm({ rate, was, is }: RateShift): string {
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  const of = rate === "wrong" ? "labelled decisions that were wrong" : `claims that are ${rate}`;
  return `The share of ${of} went from ${percent(was)} to ${percent(is)}.`;
}

function shiftOf(
  rate: string,
  spans: readonly [before: readonly Seen[], after: readonly Seen[]],
  { maxShift, minClaims }: Pick<DriftRules, "maxShift" | "minClaims">,
): RateShift {
  const { of, counts } = RATES[rate]!;
  const [old, fresh] = spans.map((span) => span.filter(of)) as [Seen[], Seen[]];
  const shareOf = (all: readonly Seen[]): number =>
    all.length === 0 ? 0 : all.filter(counts).length / all.length;
  const [before, after] = [shareOf(old), shareOf(fresh)];
  const isEnough = Math.min(old.length, fresh.length) * 2 >= minClaims;
  const isAlarm =
    isEnough && Math.abs(after - before) > maxShift && zOf(before, old.length, after, fresh.length) > SURE;
  return { rate, was: before, is: after, isAlarm };
}

/** How many standard errors two shares are apart. */
export function zOf(a: number, na: number, b: number, nb: number): number {
  const pooled = (a * na + b * nb) / (na + nb);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / na + 1 / nb));
  return error === 0 ? 0 : Math.abs(a - b) / error;
}

const DAY = 86_400_000;

/** The last days, and those before them. */
export function recentSpans(
  now: number,
  { days, baselineDays }: DriftRules,
): { readonly before: TimeSpan; readonly after: TimeSpan } {
  const middle = now - days * DAY;
  return { before: { from: middle - baselineDays * DAY, to: middle }, after: { from: middle, to: now + 1 } };
}

/** The time since a policy was set, and as much of the time before it as is compared. */
export function spansAround(
  change: number,
  now: number,
  { baselineDays }: DriftRules,
): { readonly before: TimeSpan; readonly after: TimeSpan } {
  return {
    before: { from: change - baselineDays * DAY, to: change },
    after: { from: change, to: now + 1 },
  };
}
