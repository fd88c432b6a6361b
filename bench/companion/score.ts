import type { Companion, ExpectedFact, Probe } from "./conversation.ts";

/** The result of one question. */
export interface Asked {
  readonly probe: Probe;
  /** The lines of the prompt, without the block's frame. */
  readonly lines: readonly string[];
  /** Lines that go into every prompt, as a model sees them; part of `lines`. */
  readonly core: readonly string[];
  readonly tokens: number;
}

export interface ProbeScore {
  readonly answered: boolean;
  /** Expressions of `want` that no line matches. */
  readonly missing: readonly string[];
  /** Lines that had to stay away. */
  readonly forbidden: readonly string[];
  readonly noise: readonly string[];
  /** For a question that needs nothing personal: nothing but core is shown. */
  readonly clean: boolean;
}

export function scoreProbe({ probe, lines, core }: Asked): ProbeScore {
  const matches = (re: string): boolean => lines.some((line) => expression(re).test(line));
  const missing = probe.want.filter((re) => !matches(re));
  const forbidden = lines.filter((line) => (probe.avoid ?? []).some((re) => expression(re).test(line)));
  const always = new Set(core);
  const noise = lines.filter(
    (line) => !always.has(line) && !probe.relevant.some((re) => expression(re).test(line)),
  );
  return {
    answered: missing.length === 0 && forbidden.length === 0,
    missing,
    forbidden,
    noise,
    clean: noise.length === 0,
  };
}

export interface KeptScore {
  readonly found: readonly string[];
  readonly missing: readonly ExpectedFact[];
  readonly wrong: readonly { readonly line: string; readonly why: string }[];
}

/** The memories that are left at the end, against what a careful human would keep. */
export function scoreKept(companion: Companion, kept: readonly string[]): KeptScore {
  const holds = ({ has }: ExpectedFact): boolean =>
    kept.some((line) => has.every((re) => expression(re).test(line)));
  const bad = [...companion.stale, ...companion.junk];
  return {
    found: companion.facts.filter(holds).map(({ id }) => id),
    missing: companion.facts.filter((fact) => !holds(fact)),
    wrong: kept.flatMap((line) => {
      const why = bad.find(({ re }) => expression(re).test(line));
      return why === undefined ? [] : [{ line, why: why.why }];
    }),
  };
}

const EXPRESSIONS = new Map<string, RegExp>();

function expression(source: string): RegExp {
  let known = EXPRESSIONS.get(source);
  if (known === undefined) {
    known = new RegExp(source, "iu");
    EXPRESSIONS.set(source, known);
  }
  return known;
}
