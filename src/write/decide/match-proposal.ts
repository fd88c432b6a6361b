import { movesConfidence, outcomeOnRestatement } from "../../domain/trust.ts";
import { type MemoryRow, statusAt } from "../../store/tables/memories.ts";
import type { Claim } from "../../store/writes/claim.ts";
import type { DecideInput } from "./decide-input.ts";
import { keyFor } from "./decision-context.ts";
import { needsConsent, outcomeFor } from "./gate.ts";
import type { Decision } from "./ladder.ts";
import { matchAgainstKnown } from "./match-known.ts";

/** The memories that a claim matches, and the consequence. */
export interface KnownMatch {
  readonly outcome: Claim["outcome"];
  readonly reason: string;
  readonly key: string;
  /** The known memory that it is; `undefined`: it is a new one. */
  readonly row: MemoryRow | undefined;
  readonly restates: MemoryRow | null;
  /** Known memories by their numbers: those it replaces, those that hold until it begins, those stronger than it. */
  readonly replaces: readonly number[];
  readonly until: readonly number[];
  readonly against: readonly number[];
}

/** A caller's own key decides; without one, the ladder does. */
export function matchProposal(input: DecideInput, trust: number): KnownMatch {
  const { proposal, seen } = input;
  const { candidate, overrides } = proposal;
  const requestedKey = overrides?.key ?? null;
  const keyHolder = requestedKey === null ? undefined : seen.keyed.find(({ key }) => key === requestedKey);
  return requestedKey !== null && !isTaken(keyHolder, candidate.text, trust)
    ? byKey(input, requestedKey, keyHolder, trust)
    : byLadder(input, trust);
}

/** The key holds what the user said: claims of a less trusted source stand beside it, under a separate key. */
function isTaken(row: MemoryRow | undefined, text: string, trust: number): boolean {
  return row !== undefined && row.text !== text && !movesConfidence(trust, row.trust);
}

const ALONE = { restates: null, replaces: [], until: [], against: [] } as const;

function byKey(input: DecideInput, key: string, row: MemoryRow | undefined, trust: number): KnownMatch {
  if (row === undefined)
    return { ...ALONE, outcome: "create", reason: "asked to remember; its key is new", key, row };
  const status = statusAt(row, input.now);
  const { text } = input.proposal.candidate;
  const reason = `asked to remember; its key was ${status === "active" ? "known" : status}`;
  const again = outcomeOnRestatement({ status, text: row.text }, { text, ownKey: true });
  return { ...ALONE, outcome: movesConfidence(trust, row.trust) ? again : "count", reason, key, row };
}

/** A matched memory is known already. */
const AGAIN: ReadonlySet<Decision["outcome"]> = new Set(["reinforce", "merge", "revive", "count"]);

function byLadder(input: DecideInput, trust: number): KnownMatch {
  const { proposal, seen, names, settings, scope, now } = input;
  const { candidate, source } = proposal;
  const ladder = { ...settings.match, canAsk: false, oneTeller: scope.kind === "user" };
  const { decision, restates } = matchAgainstKnown(proposal, seen, { ...ladder, names, now });
  const { reason, until, also, target } = decision;
  const outcome = outcomeFor(decision.outcome, needsConsent(settings, scope, candidate, source));
  const again = AGAIN.has(outcome);
  const all = [...seen.near, ...seen.forgotten];
  const knownMemory = again ? all.find(({ row }) => row.num === target)?.row : undefined;
  const { key, holder: keyHolder } = keyFor(proposal, seen, knownMemory);
  // A key that a forgotten or disabled memory has is not given out again: that row is the one that is meant.
  const row = knownMemory ?? keyHolder;
  const { text } = candidate;
  const met =
    knownMemory === undefined && row !== undefined
      ? outcomeOnRestatement({ status: statusAt(row, now), text: row.text }, { text, ownKey: false })
      : outcome;
  return {
    // Evidence that is not trusted as much is kept, and moves nothing.
    outcome: row === undefined || movesConfidence(trust, row.trust) ? met : "count",
    ...{ reason, key, row, restates, until },
    replaces: outcome === "supersede" ? [target!, ...also] : also,
    against: outcome === "coexist" ? [target!] : [],
  };
}
