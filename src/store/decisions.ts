import { createHash } from "node:crypto";
import type { OpenScope } from "./scopes.ts";
import type { Reader, Tx } from "./tx.ts";

/** Where a candidate was decided about. */
export type DecisionStage = "extract" | "match" | "gate" | "persist";

/** One decision about one candidate (R4): what became of it, why, and under which policy. */
export interface DecisionRow {
  /** The event it came from. */
  seq: number;
  stage: DecisionStage;
  outcome: string;
  reason: string;
  /** The memory it led to, if any. */
  memory: string | null;
  hash: string;
  policy: number;
  at: number;
}

/** A candidate's words as a log may keep them. */
export function candidateHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

export async function logDecisions(
  tx: Tx,
  scope: OpenScope,
  decisions: readonly DecisionRow[],
): Promise<void> {
  if (decisions.length === 0) return;
  const next = new Map<number, number>();
  const rows = [];
  for (const one of decisions) {
    let num = next.get(one.seq);
    if (num === undefined) {
      const last = await tx.one<{ num: number | null }>(
        "select max(num) as num from decision where tenant = $1 and scope = $2 and seq = $3",
        [scope.tenant, scope.num, one.seq],
      );
      num = (last?.num ?? 0) + 1;
    }
    next.set(one.seq, num + 1);
    const { seq, stage, outcome, reason, memory, hash, policy, at } = one;
    rows.push([scope.tenant, scope.num, seq, num, stage, outcome, reason, memory, hash, policy, at]);
  }
  await tx.insert(
    "decision",
    ["tenant", "scope", "seq", "num", "stage", "outcome", "reason", "memory", "hash", "policy", "at"],
    rows,
  );
}

const COLUMNS = "seq, stage, outcome, reason, memory, hash, policy, at";

/** What was decided about one memory, oldest first. */
export function decisionsAbout(
  reader: Reader,
  tenant: string,
  scope: number,
  memory: string,
): Promise<DecisionRow[]> {
  return reader.all<DecisionRow>(
    `select ${COLUMNS} from decision where tenant = $1 and scope = $2 and memory = $3 order by seq, num`,
    [tenant, scope, memory],
  );
}

/** The newest decisions of a scope, below an event's place. */
export function recentDecisions(
  reader: Reader,
  tenant: string,
  scope: number,
  before: number,
  limit: number,
): Promise<(DecisionRow & { num: number })[]> {
  return reader.all(
    `select ${COLUMNS}, num from decision where tenant = $1 and scope = $2 and seq < $3
     order by seq desc, num desc limit $4`,
    [tenant, scope, before, limit],
  );
}
