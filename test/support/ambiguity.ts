import { type AST, RegExpParser } from "@eslint-community/regexpp";

/**
 * Decides whether a backtracking engine can need more than linear time for an expression. The expression becomes a
 * position automaton (one state for each character that it names), and two ways to read the same word are looked for:
 * inside of one loop (exponential), or from one loop into another (polynomial). An expression that is not anchored
 * begins with a loop over everything, because it is tried at each place. Assertions about one neighbour are exact;
 * longer ones are taken as fulfilled, so the answer may be too strict, and not too lenient. A repetition with an upper
 * bound is no loop: it costs a factor, which does not grow with the text.
 */
export function superlinear(source: string, flags: string): string | null {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  for (const search of flags.includes("y") ? [false] : [false, true]) {
    const why = new Automaton(pattern, flags, search).ambiguity();
    if (why !== null) return why;
  }
  return null;
}

/** Copies of what is repeated up to a bound: more of them change nothing about growth. */
const COPIES = 3;

const COMMON = Array.from("aZé59_ \t\n中年ひ한😀-.,!?'\"：，。<>(/[#@=\u200b½ع\u00a0");

/** A condition between two characters; `undefined` stands for the beginning or the end of the text. */
type Condition = (before: string | undefined, after: string | undefined) => boolean;
type Entry = readonly [position: number, conditions: readonly Condition[]];

interface Part {
  readonly first: readonly Entry[];
  readonly last: readonly Entry[];
  /** The ways through without a character, by their conditions; none = it always takes one. */
  readonly empty: readonly (readonly Condition[])[];
}

type Inside = (position: number) => boolean;
/** The letter that was read last, and the positions of the walks. */
type Walk = readonly [letter: number, ...positions: number[]];

type Step = readonly [to: number, letter: number];

interface Edge {
  readonly to: number;
  readonly conditions: readonly Condition[];
}

/** The beginning and the end of the whole text: no two characters have them between them. */
const AT_START: Condition = (before) => before === undefined;
const AT_END: Condition = (_, after) => after === undefined;

const NOTHING: Part = { first: [], last: [], empty: [[]] };

class Automaton {
  readonly #flags: string;
  readonly #search: boolean;
  readonly #texts: string[] = [];
  readonly #edges: Edge[][] = [];
  readonly #ends = new Set<number>();
  readonly #matches: boolean[][] = [];
  readonly #letters: string[];
  /** The letters that each position takes. */
  readonly #lettersOf: number[][];
  /** More than there are letters or positions. */
  readonly #base: number;
  /** Steps that were looked for before, by position and letter. */
  readonly #known: Step[][] = [];

  constructor(pattern: AST.Pattern, flags: string, search: boolean) {
    this.#flags = flags.replace(/[gyd]/g, "");
    this.#search = search;
    let whole = this.#alternatives(pattern.alternatives);
    if (search) {
      const anywhere = this.#position("[^]");
      this.#join([[anywhere, []]], [[anywhere, []]]);
      whole = this.#sequence({ first: [[anywhere, []]], last: [[anywhere, []]], empty: [] }, whole);
    }
    // Behind these the whole has matched, whatever follows: nothing is tried again.
    for (const [position, conditions] of whole.last) if (conditions.length === 0) this.#ends.add(position);
    const letters = new Set([...COMMON, ...lettersOf(pattern.raw, flags)]);
    const tests = this.#texts.map((text) => new RegExp(`^(?:${text})$`, this.#flags));
    const known = new Map<string, string>();
    for (const letter of letters) {
      const marks = tests.map((test) => test.test(letter));
      const signature = marks.map(Number).join("") + (/\w/.test(letter) ? "w" : letter === "\n" ? "n" : "");
      if (known.has(signature)) continue;
      known.set(signature, letter);
      this.#matches.push(marks);
    }
    this.#letters = [...known.values()];
    this.#lettersOf = this.#texts.map((_, position) =>
      [...this.#letters.keys()].filter((letter) => this.#matches[letter]![position]),
    );
    this.#base = Math.max(this.#letters.length, this.#texts.length) + 1;
  }

  ambiguity(): string | null {
    const components = this.#components();
    const loops = components.filter(
      (one) => one.length > 1 || this.#edges[one[0]!]!.some(({ to }) => to === one[0]),
    );
    const of = new Map(components.flatMap((one, index) => one.map((position) => [position, index] as const)));
    const within = (loop: readonly number[]): Inside => {
      const own = of.get(loop[0]!);
      return (position) => of.get(position) === own;
    };
    for (const loop of loops) {
      const why = this.#exponential(loop, within(loop));
      if (why !== null) return why;
    }
    const into = this.#edges.map((): number[] => []);
    for (const [from, edges] of this.#edges.entries()) {
      for (const { to } of edges) if (!this.#ends.has(to)) into[to]!.push(from);
    }
    for (const other of loops) {
      // The positions from which a walk can come to this loop; sets go on with what is added to them.
      const leading = new Set([other[0]!]);
      for (const position of leading) for (const from of into[position]!) leading.add(from);
      for (const one of loops) {
        if (one === other || !leading.has(one[0]!)) continue;
        const onWay: Inside = (position) => leading.has(position);
        const why = this.#polynomial(one, other, [within(one), onWay, within(other)]);
        if (why !== null) return why;
      }
    }
    return null;
  }

  /** Two different ways from a place back to it by the same word. */
  #exponential(loop: readonly number[], inside: Inside): string | null {
    for (const position of loop) {
      const ways = new Map<string, number>();
      for (const before of this.#lettersAt(position)) {
        for (const [to, letter] of this.#stepsFrom(position, before)) {
          if (!inside(to)) continue;
          const step = `${before} ${letter} ${to}`;
          ways.set(step, (ways.get(step) ?? 0) + 1);
          if (ways.get(step)! > 1) return `exponential: two ways to repeat ${this.#show(to)}`;
        }
      }
    }
    // A pair of walks that leaves the diagonal and comes back to it.
    const starts = loop.flatMap((position) =>
      this.#lettersAt(position).map((letter): Walk => [letter, position, position]),
    );
    const cameFrom = new Map<number, number[]>();
    const reached = this.#walk(starts, [inside, inside], cameFrom);
    const isApart = (key: number): boolean => this.#positionIn(key, 1) !== this.#positionIn(key, 0);
    // What leads to the diagonal; sets go on with what is added to them.
    const returns = new Set([...reached].filter((key) => !isApart(key)));
    for (const key of returns) for (const before of cameFrom.get(key) ?? []) returns.add(before);
    const apart = [...returns].find(isApart);
    if (apart === undefined) return null;
    const [one, other] = [this.#positionIn(apart, 1), this.#positionIn(apart, 0)];
    return `exponential: ${this.#show(one)} and ${this.#show(other)} read the same in one loop`;
  }

  /** A word that stays in one loop, stays in the other, and leads from the first into the second. */
  #polynomial(one: readonly number[], other: readonly number[], insides: readonly Inside[]): string | null {
    for (const p of one) {
      for (const q of other) {
        for (const letter of this.#lettersAt(p).filter((common) => this.#matches[common]![q])) {
          const reached = this.#walk([[letter, p, p, q]], insides);
          if (reached.has(this.#keyOf([letter, p, q, q])))
            return `polynomial: ${this.#show(p)} and then ${this.#show(q)} read the same`;
        }
      }
    }
    return null;
  }

  /** All that several walks reach by the same letters; `cameFrom` is told from where. */
  #walk(
    starts: readonly Walk[],
    insides: readonly Inside[],
    cameFrom?: Map<number, number[]>,
  ): ReadonlySet<number> {
    const reached = new Set(starts.map((start) => this.#keyOf(start)));
    const queue = [...starts];
    for (let at = 0; at < queue.length; at += 1) {
      const [before, ...positions] = queue[at]!;
      const from = cameFrom === undefined ? 0 : this.#keyOf(queue[at]!);
      let ends: Walk[] | undefined;
      for (const [index, position] of positions.entries()) {
        const inside = insides[index]!;
        const steps = this.#stepsFrom(position, before).filter(([to]) => inside(to));
        if (ends === undefined) ends = steps.map(([to, letter]) => [letter, to]);
        else if (ends.length > 0) {
          const byLetter = Map.groupBy(steps, ([, letter]) => letter);
          ends = ends.flatMap((walk) => (byLetter.get(walk[0]) ?? []).map(([to]): Walk => [...walk, to]));
        }
      }
      for (const end of ends ?? []) {
        const key = this.#keyOf(end);
        if (!reached.has(key)) queue.push(end);
        reached.add(key);
        if (cameFrom !== undefined) cameFrom.get(key)?.push(from) ?? cameFrom.set(key, [from]);
      }
    }
    return reached;
  }

  /** A number for each walk: its letter and its positions are the digits. */
  #keyOf(walk: Walk): number {
    return walk.reduce((key, digit) => key * this.#base + digit, 0);
  }

  /** A position of a walk, counted from its last one. */
  #positionIn(key: number, index: number): number {
    return Math.floor(key / this.#base ** index) % this.#base;
  }

  /** Where a walk may go that has just read a letter. Behind an end the whole has matched, and no walk goes on. */
  #stepsFrom(from: number, before: number): readonly Step[] {
    const place = from * this.#letters.length + before;
    const known = this.#known[place];
    if (known !== undefined) return known;
    const steps: Step[] = [];
    for (const { to, conditions } of this.#edges[from]!) {
      if (this.#ends.has(to)) continue;
      for (const letter of this.#lettersAt(to)) {
        if (conditions.every((one) => one(this.#letters[before], this.#letters[letter])))
          steps.push([to, letter]);
      }
    }
    this.#known[place] = steps;
    return steps;
  }

  #lettersAt(position: number): number[] {
    return this.#lettersOf[position]!;
  }

  #position(text: string): number {
    this.#texts.push(text);
    return this.#edges.push([]) - 1;
  }

  #show(position: number): string {
    const text = this.#texts[position]!;
    return text === "[^]" && position === this.#edges.length - 1 && this.#search ? "(any beginning)" : text;
  }

  #join(last: readonly Entry[], first: readonly Entry[]): void {
    for (const [from, after] of last) {
      for (const [to, before] of first) {
        const conditions = [...after, ...before];
        if (conditions.includes(AT_START) || conditions.includes(AT_END)) continue;
        this.#edges[from]!.push({ to, conditions });
      }
    }
  }

  #sequence(one: Part, other: Part): Part {
    this.#join(one.last, other.first);
    const through = (entries: readonly Entry[], ways: Part["empty"]): Entry[] =>
      ways.flatMap((way) => entries.map(([position, held]): Entry => [position, [...held, ...way]]));
    return {
      first: [...one.first, ...through(other.first, one.empty)],
      last: [...other.last, ...through(one.last, other.empty)],
      empty: one.empty.flatMap((a) => other.empty.map((b) => [...a, ...b])).slice(0, 8),
    };
  }

  #alternatives(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map(({ elements }) =>
      elements.reduce((before, element) => this.#sequence(before, this.#element(element)), NOTHING),
    );
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      empty: parts.flatMap(({ empty }) => empty).slice(0, 8),
    };
  }

  #element(element: AST.Element): Part {
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass": {
        const position = this.#position(element.raw);
        return { first: [[position, []]], last: [[position, []]], empty: [] };
      }
      case "Group":
      case "CapturingGroup":
        return this.#alternatives(element.alternatives);
      case "Backreference":
        return NOTHING;
      case "Quantifier":
        return this.#repeated(element);
      case "Assertion":
        return this.#assertion(element);
    }
  }

  #repeated({ element, min, max }: AST.Quantifier): Part {
    if (max === 0) return NOTHING;
    const isLoop = max === Number.POSITIVE_INFINITY;
    const most = isLoop ? Math.max(1, Math.min(min, COPIES)) : Math.min(max, COPIES);
    const least = Math.min(min, most);
    let whole: Part = NOTHING;
    for (let copy = 1; copy <= most; copy += 1) {
      let part = this.#element(element);
      if (isLoop && copy === most) this.#join(part.last, part.first);
      if (copy > least) part = { ...part, empty: [[], ...part.empty.filter((way) => way.length > 0)] };
      whole = this.#sequence(whole, part);
    }
    return whole;
  }

  #assertion(assertion: AST.Assertion): Part {
    const holds = (condition: Condition): Part => ({ ...NOTHING, empty: [[condition]] });
    if (assertion.kind === "word") {
      const isWord = (letter: string | undefined): boolean => letter !== undefined && /\w/.test(letter);
      return holds((before, after) => (isWord(before) !== isWord(after)) !== assertion.negate);
    }
    if (assertion.kind === "start") {
      return holds(
        this.#flags.includes("m") ? (before) => before === undefined || before === "\n" : AT_START,
      );
    }
    if (assertion.kind === "end") {
      return holds(this.#flags.includes("m") ? (_, after) => after === undefined || after === "\n" : AT_END);
    }
    if (assertion.kind !== "lookahead" && assertion.kind !== "lookbehind") return NOTHING;
    const single = this.#oneCharacter(assertion.alternatives);
    if (single !== null) {
      const is = (letter: string | undefined): boolean =>
        (letter !== undefined && single.test(letter)) !== assertion.negate;
      return holds(assertion.kind === "lookbehind" ? (before) => is(before) : (_, after) => is(after));
    }
    // A side way that leads nowhere: what it reads is read, and then read again. Nothing behind it is certain.
    const { first } = this.#alternatives(assertion.alternatives);
    return { first, last: [], empty: [[() => true]] };
  }

  /** The expression of an assertion about one character; `null` = it looks further. */
  #oneCharacter(alternatives: readonly AST.Alternative[]): RegExp | null {
    const isOne = alternatives.every(
      ({ elements }) =>
        elements.length === 1 && ["Character", "CharacterSet", "CharacterClass"].includes(elements[0]!.type),
    );
    if (!isOne) return null;
    return new RegExp(`^(?:${alternatives.map(({ raw }) => raw).join("|")})$`, this.#flags);
  }

  /** Strongly connected components, by Tarjan. */
  #components(): number[][] {
    const [index, low, stack, found] = [
      new Map<number, number>(),
      new Map<number, number>(),
      [] as number[],
      [] as number[][],
    ];
    const held = new Set<number>();
    const visit = (position: number): void => {
      index.set(position, index.size);
      low.set(position, index.get(position)!);
      stack.push(position);
      held.add(position);
      for (const { to } of this.#edges[position]!) {
        if (this.#ends.has(to)) continue;
        if (!index.has(to)) {
          visit(to);
          low.set(position, Math.min(low.get(position)!, low.get(to)!));
        } else if (held.has(to)) low.set(position, Math.min(low.get(position)!, index.get(to)!));
      }
      if (low.get(position) !== index.get(position)) return;
      const component: number[] = [];
      for (let last = -1; last !== position; ) {
        last = stack.pop()!;
        held.delete(last);
        component.push(last);
      }
      found.push(component);
    };
    for (const position of this.#edges.keys()) {
      if (!index.has(position) && !this.#ends.has(position)) visit(position);
    }
    return found;
  }
}

/** Letters that an expression names, as they are and in the other case. */
function lettersOf(source: string, flags: string): string[] {
  const escaped = source.matchAll(/\\u\{([0-9a-f]+)\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi);
  const named = Array.from(escaped, ([, a, b, c]) =>
    String.fromCodePoint(Number.parseInt((a ?? b ?? c)!, 16)),
  );
  const all = [...Array.from(source), ...named];
  return flags.includes("i")
    ? all
        .flatMap((letter) => [letter.toLowerCase(), letter.toUpperCase()])
        .filter((letter) => Array.from(letter).length === 1)
    : all;
}
