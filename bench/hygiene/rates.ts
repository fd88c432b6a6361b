import type { Verdict } from "./score.ts";

/** A count out of a total. */
export interface Rate {
  readonly count: number;
  readonly of: number;
}

/** The results of one half of the set. `README.md` says what each is a share of. */
export interface Rates {
  readonly situations: number;
  readonly clean: Rate;
  readonly junk: Rate;
  readonly duplicates: Rate;
  readonly falseUpdates: Rate;
  readonly missedUpdates: Rate;
  /** As above, but only of the old claims that were in memory at some time. */
  readonly missedOfHeld: Rate;
  readonly recalled: Rate;
  readonly leaks: Rate;
  /** Memories in the third person and not too long. */
  readonly formed: Rate;
}

export function ratesOf(verdicts: readonly Verdict[]): Rates {
  const memories = verdicts.flatMap((one) => one.memories);
  const facts = verdicts.flatMap((one) => one.facts);
  const gone = verdicts.flatMap((one) => one.gone);
  const contested = verdicts.flatMap((one) => (one.contested ? one.facts : []));
  return {
    situations: verdicts.length,
    clean: rate(verdicts, isClean),
    junk: rate(memories, ({ verdict }) => verdict === "junk"),
    duplicates: rate(memories, ({ verdict }) => verdict === "duplicate"),
    falseUpdates: rate(
      contested.filter(({ verdict }) => verdict !== "missed"),
      ({ verdict }) => verdict === "lost",
    ),
    missedUpdates: rate(gone, ({ verdict }) => verdict === "still there"),
    missedOfHeld: rate(
      gone.filter(({ held }) => held),
      ({ verdict }) => verdict === "still there",
    ),
    recalled: rate(facts, ({ verdict }) => verdict === "recalled"),
    leaks: { count: verdicts.reduce((sum, { leaks }) => sum + leaks.length, 0), of: verdicts.length },
    formed: rate(memories, ({ formed }) => formed),
  };
}

/** Nothing at all to complain about. */
export function isClean({ memories, facts, gone, leaks }: Verdict): boolean {
  return (
    memories.every(({ verdict }) => verdict === "fact" || verdict === "optional") &&
    facts.every(({ verdict }) => verdict === "recalled") &&
    gone.every(({ verdict }) => verdict === "gone") &&
    leaks.length === 0
  );
}

export function rate<T>(all: readonly T[], counts: (one: T) => boolean): Rate {
  return { count: all.filter(counts).length, of: all.length };
}

/** Nothing of nothing is nothing. */
export const share = ({ count, of }: Rate): number => (of === 0 ? 0 : count / of);
