/** The memories a careful human would keep of a recorded conversation. Expressions have the flags `iu`. */
export interface Labels {
  /** The scope's user. */
  readonly user: string;
  readonly start: string;
  readonly facts: readonly {
    readonly id: string;
    readonly text: string;
    /** For each list some active memory matches all its expressions. */
    readonly lines: readonly (readonly string[])[];
    /** No active memory matches one of these. */
    readonly none?: readonly string[];
  }[];
  /** An active memory that matches is wrong. */
  readonly wrong: readonly { readonly why: string; readonly re: string }[];
  /** Only memories that match one of these may be superseded at the end: they hold no longer. */
  readonly over: readonly string[];
}

export interface Scored {
  readonly facts: number;
  readonly missing: readonly string[];
  /** Superseded, though it still holds. */
  readonly endedWrongly: readonly string[];
  readonly wrong: readonly string[];
}

export function scoreRecorded(
  { facts, wrong, over }: Labels,
  active: readonly string[],
  superseded: readonly string[],
): Scored {
  const test = (re: string, text: string): boolean => new RegExp(re, "iu").test(text);
  const isKept = ({ lines, none = [] }: Labels["facts"][number]): boolean =>
    lines.every((all) => active.some((text) => all.every((re) => test(re, text)))) &&
    !active.some((text) => none.some((re) => test(re, text)));
  return {
    facts: facts.length,
    missing: facts.filter((fact) => !isKept(fact)).map(({ id, text }) => `${id} ${text}`),
    endedWrongly: superseded.filter((text) => !over.some((re) => test(re, text))),
    wrong: active.flatMap((text) => {
      const found = wrong.find(({ re }) => test(re, text));
      return found === undefined ? [] : [`${text} (${found.why})`];
    }),
  };
}
