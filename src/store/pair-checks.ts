import { orderedPair } from "../domain/relation.ts";
import { type OpenScope, type Place, scoped } from "./scopes.ts";
import type { Reader, Tx } from "./tx.ts";

/** What came of comparing two memories. `apart`: a person took their merge back. */
export type PairVerdict = "same" | "update" | "different" | "apart";

/** A pair that was compared. */
export interface PairCheck {
  a: string;
  b: string;
  /** 0–1, kept in hundredths: a pair whose similarity has changed is compared again. */
  score: number;
  verdict: PairVerdict;
}

const APART = -1;

/** The name of a pair at a similarity, in whatever order it is given. */
export function fingerprint(a: string, b: string, score: number): string {
  return [...orderedPair(a, b), Math.round(score * 100)].join(" ");
}

export async function recordPairs(scope: OpenScope, pairs: readonly PairCheck[], at: number): Promise<void> {
  for (const { a, b, score, verdict } of pairs) {
    await scope.run(
      `insert into pair_check (tenant, scope, a, b, score, verdict, checked_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant, scope, a, b, score) do update set verdict = excluded.verdict, checked_at = excluded.checked_at`,
      [...orderedPair(a, b), verdict === "apart" ? APART : Math.round(score * 100), verdict, at],
    );
  }
}

/** Pairs of a scope that need no comparing: those compared since a moment, and those that are to stay apart. */
export async function checkedPairs(
  reader: Reader,
  place: Place,
  since: number,
): Promise<{ checked: ReadonlySet<string>; apart: ReadonlySet<string> }> {
  const rows = await scoped(reader, place).all<{ a: string; b: string; score: number }>(
    `select a, b, score from pair_check where tenant = $1 and scope = $2 and (checked_at > $3 or score = ${APART})`,
    [since],
  );
  const apart = rows.filter(({ score }) => score === APART);
  return {
    checked: new Set(rows.map(({ a, b, score }) => fingerprint(a, b, score / 100))),
    apart: new Set(apart.map(({ a, b }) => pairName(a, b))),
  };
}

/** The name of a pair, whatever its similarity. */
export function pairName(a: string, b: string): string {
  return orderedPair(a, b).join(" ");
}

/** How many pairs of a scope a model was asked about since a moment. */
export async function countChecked(reader: Reader, place: Place, since: number): Promise<number> {
  const row = await scoped(reader, place).one<{ n: number }>(
    `select count(*) as n from pair_check where tenant = $1 and scope = $2 and checked_at >= $3 and score <> ${APART}`,
    [since],
  );
  return Number(row?.n ?? 0);
}

/** Comparisons so old that they are made again. Says how many there were. */
export function dropChecked(tx: Tx, tenant: string, before: number): Promise<number> {
  return tx.run(`delete from pair_check where tenant = $1 and checked_at <= $2 and score <> ${APART}`, [
    tenant,
    before,
  ]);
}

/** Of a memory that is erased nothing is left, its id included. */
export async function dropPairsOf(scope: OpenScope, id: string): Promise<void> {
  await scope.run("delete from pair_check where tenant = $1 and scope = $2 and (a = $3 or b = $3)", [id]);
}
