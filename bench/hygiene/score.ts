import { type Fact, type Held, matches } from "./fact.ts";
import type { Kind, Language, Situation } from "./situation.ts";

/** The memories that one situation left. */
export interface Outcome {
  /** The active memories, oldest first, after each step; the last list is what counts. */
  readonly steps: readonly (readonly Held[])[];
  /** Memories that are no longer active at the end. */
  readonly replaced: readonly Held[];
  /** Every text that was stored anywhere: events and memories of any status. */
  readonly stored: readonly string[];
}

export type MemoryVerdict = "fact" | "optional" | "duplicate" | "stale" | "junk";
export type FactVerdict = "recalled" | "missed" | "lost";
export type GoneVerdict = "gone" | "still there";

/** The result for each memory and each expectation, which explains the rates. */
export interface Verdict {
  readonly id: string;
  readonly kind: Kind;
  readonly language: Language;
  /** Something else was said that must not push its facts out. */
  readonly contested: boolean;
  readonly memories: readonly {
    readonly text: string;
    readonly verdict: MemoryVerdict;
    readonly formed: boolean;
  }[];
  readonly facts: readonly { readonly what: string; readonly verdict: FactVerdict }[];
  readonly gone: readonly { readonly what: string; readonly verdict: GoneVerdict; readonly held: boolean }[];
  readonly leaks: readonly string[];
}

export function score({ id, kind, language, turns, expect }: Situation, outcome: Outcome): Verdict {
  const { steps, replaced, stored } = outcome;
  const active = steps.at(-1) ?? [];
  const ever = [...steps.flat(), ...replaced];
  const isIn = (list: readonly Held[], wanted: Fact): boolean => list.some((held) => matches(wanted, held));

  const seen = new Set<Fact>();
  const memories = active.map((held) => {
    const verdict = judge(held, expect, seen);
    return { text: held.text, verdict, formed: isFormed(held.text) };
  });
  return {
    id,
    kind,
    language,
    contested: expect.active.length > 1 || (expect.gone.length === 0 && turns.length > 1),
    memories,
    facts: expect.active.map((wanted) => ({
      what: wanted.what,
      verdict: isIn(active, wanted) ? "recalled" : isIn(ever, wanted) ? "lost" : "missed",
    })),
    gone: expect.gone.map((wanted) => ({
      what: wanted.what,
      verdict: isIn(active, wanted) ? "still there" : "gone",
      held: isIn(ever, wanted),
    })),
    leaks: expect.secrets.filter((secret) => stored.some((text) => text.includes(secret))),
  };
}

/** A memory is worth its place as long as it brings something that no older one has brought. */
function judge(held: Held, { active, optional, gone }: Situation["expect"], seen: Set<Fact>): MemoryVerdict {
  const wanted = active.filter((one) => matches(one, held));
  const allowed = optional.filter((one) => matches(one, held));
  const isNew = (one: Fact): boolean => !seen.has(one);
  const verdict: MemoryVerdict = wanted.some(isNew)
    ? "fact"
    : allowed.some(isNew)
      ? "optional"
      : wanted.length + allowed.length > 0
        ? "duplicate"
        : gone.some((one) => matches(one, held))
          ? "stale"
          : "junk";
  for (const one of [...wanted, ...allowed]) seen.add(one);
  return verdict;
}

/** R273: in the third person and at most 280 characters long. */
function isFormed(text: string): boolean {
  return text.length <= 280 && !/\b(I|I'm|I've|my|me|mine|myself)\b|我|咱|俺/iu.test(text);
}
