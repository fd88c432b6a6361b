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
  return new Automaton(pattern, flags, !flags.includes("y")).ambiguity();
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

/** The positions that a walk may be at: 1 for each of them. */
type Inside = Uint8Array;

/** Where a walk may go, by the letter that it reads next. */
type Steps = ReadonlyMap<number, readonly number[]>;

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
  readonly #letters: string[];
  /** The letters that each position takes. */
  readonly #lettersOf: number[][];
  /** Steps that were looked for before, by position and letter. */
  readonly #known: Steps[] = [];

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
    // Many positions take the same.
    const kinds = [...new Set(this.#texts)];
    const kindOf = new Map(kinds.map((text, kind) => [text, kind]));
    const tests = kinds.map((text) => new RegExp(`^(?:${text})$`, this.#flags));
    const known = new Map<string, string>();
    const matches: boolean[][] = [];
    for (const letter of letters) {
      const marks = tests.map((test) => test.test(letter));
      const signature = marks.map(Number).join("") + (/\w/.test(letter) ? "w" : letter === "\n" ? "n" : "");
      if (known.has(signature)) continue;
      known.set(signature, letter);
      matches.push(marks);
    }
    this.#letters = [...known.values()];
    const lettersOfKind = kinds.map((_, kind) =>
      [...this.#letters.keys()].filter((letter) => matches[letter]![kind]),
    );
    this.#lettersOf = this.#texts.map((text) => lettersOfKind[kindOf.get(text)!]!);
  }

  ambiguity(): string | null {
    const nexts = this.#edges.map((edges) => edges.map(({ to }) => to).filter((to) => !this.#ends.has(to)));
    const positions = [...nexts.keys()].filter((position) => !this.#ends.has(position));
    const loops = components(positions, (position) => nexts[position]!).filter(
      (one) => one.length > 1 || nexts[one[0]!]!.includes(one[0]!),
    );
    const insides = loops.map((loop) => this.#inside(loop));
    for (const [index, loop] of loops.entries()) {
      const why = this.#exponential(loop, insides[index]!);
      if (why !== null) return why;
    }
    const into = nexts.map((): number[] => []);
    for (const [from, tos] of nexts.entries()) for (const to of tos) into[to]!.push(from);
    // The positions from which a walk can come to a loop; sets go on with what is added to them.
    const ways = loops.map(([first]) => {
      const leading = new Set([first!]);
      for (const position of leading) for (const from of into[position]!) leading.add(from);
      return this.#inside(leading);
    });
    for (const [at, one] of loops.entries()) {
      for (const [index, other] of loops.entries()) {
        if (index === at || ways[index]![one[0]!] === 0) continue;
        const why = this.#polynomial(one, other, [insides[at]!, ways[index]!, insides[index]!]);
        if (why !== null) return why;
      }
    }
    return null;
  }

  #inside(positions: Iterable<number>): Inside {
    const inside = new Uint8Array(this.#edges.length);
    for (const position of positions) inside[position] = 1;
    return inside;
  }

  /** Two different ways from a place back to it by the same word. */
  #exponential(loop: readonly number[], inside: Inside): string | null {
    for (const position of loop) {
      for (const before of this.#lettersAt(position)) {
        for (const tos of this.#stepsFrom(position, before).values()) {
          const own = tos.filter((to) => inside[to] === 1);
          const twice = own.find((to, index) => own.indexOf(to) !== index);
          if (twice !== undefined) return `exponential: two ways to repeat ${this.#show(twice)}`;
        }
      }
    }
    // A pair of walks that leaves the diagonal and comes back to it. Either of the two may be the first.
    const cameFrom = new Map<number, number[]>();
    const reached = new Set<number>();
    for (const position of loop)
      for (const letter of this.#lettersAt(position)) reached.add(this.#keyOf(letter, position, position));
    for (const key of reached) {
      for (const to of this.#pairsFrom(key, inside, inside)) {
        reached.add(to);
        cameFrom.get(to)?.push(key) ?? cameFrom.set(to, [key]);
      }
    }
    const isApart = (key: number): boolean => this.#first(key) !== this.#second(key);
    // The pairs that lead to the diagonal; iteration over a set includes pairs added meanwhile.
    const returns = new Set([...reached].filter((key) => !isApart(key)));
    for (const key of returns) for (const before of cameFrom.get(key) ?? []) returns.add(before);
    const apart = [...returns].find(isApart);
    if (apart === undefined) return null;
    const [one, other] = [this.#first(apart), this.#second(apart)];
    return `exponential: ${this.#show(one)} and ${this.#show(other)} read the same in one loop`;
  }

  /**
   * A word that stays in one loop, stays in the other, and leads from the first into the second. The walks that stay
   * come back to where they began, so all on their way is one component of the pairs of them; and from anywhere in a
   * component there is such a word if there is one from somewhere in it: to there, by it, and back.
   */
  #polynomial(
    one: readonly number[],
    other: readonly number[],
    [inOne, onWay, inOther]: readonly [Inside, Inside, Inside],
  ): string | null {
    const pairs: number[] = [];
    for (const p of one) {
      for (const q of other) {
        const common = new Set(this.#lettersAt(q));
        for (const letter of this.#lettersAt(p))
          if (common.has(letter)) pairs.push(this.#keyOf(letter, p, q));
      }
    }
    const nexts = new Map(pairs.map((pair) => [pair, this.#pairsFrom(pair, inOne, inOther)]));
    for (const component of components(pairs, (pair) => nexts.get(pair)!)) {
      const start = component[0]!;
      if (component.length === 1 && !nexts.get(start)!.includes(start)) continue;
      if (this.#leads(start, new Set(component), nexts, onWay))
        return `polynomial: ${this.#show(this.#first(start))} and then ${this.#show(this.#second(start))} read the same`;
    }
    return null;
  }

  /** Whether a third walk can go from the first position of a pair to its second, while the pair comes back to itself. */
  #leads(
    start: number,
    component: ReadonlySet<number>,
    nexts: ReadonlyMap<number, readonly number[]>,
    onWay: Inside,
  ): boolean {
    const size = this.#edges.length;
    const goal = start * size + this.#second(start);
    const reached = new Set([start * size + this.#first(start)]);
    for (const key of reached) {
      const pair = Math.floor(key / size);
      const steps = this.#stepsFrom(key % size, this.#letter(pair));
      for (const next of nexts.get(pair)!) {
        if (!component.has(next)) continue;
        for (const to of steps.get(this.#letter(next)) ?? [])
          if (onWay[to] === 1) reached.add(next * size + to);
      }
      if (reached.has(goal)) return true;
    }
    return false;
  }

  /** The pairs of positions that two walks reach by the same letter. */
  #pairsFrom(pair: number, inOne: Inside, inOther: Inside): number[] {
    const before = this.#letter(pair);
    const others = this.#stepsFrom(this.#second(pair), before);
    const reached: number[] = [];
    for (const [letter, tos] of this.#stepsFrom(this.#first(pair), before)) {
      const same = others.get(letter);
      if (same === undefined) continue;
      for (const p of tos) {
        if (inOne[p] === 0) continue;
        for (const q of same) if (inOther[q] === 1) reached.push(this.#keyOf(letter, p, q));
      }
    }
    return reached;
  }

  /** A number for the letter that was read last and the positions of two walks. */
  #keyOf(letter: number, first: number, second: number): number {
    return (letter * this.#edges.length + first) * this.#edges.length + second;
  }

  #letter(pair: number): number {
    return Math.floor(pair / this.#edges.length ** 2);
  }

  #first(pair: number): number {
    return Math.floor(pair / this.#edges.length) % this.#edges.length;
  }

  #second(pair: number): number {
    return pair % this.#edges.length;
  }

  /** Where a walk may go that has just read a letter. Behind an end the whole has matched, and no walk goes on. */
  #stepsFrom(from: number, before: number): Steps {
    const place = from * this.#letters.length + before;
    const known = this.#known[place];
    if (known !== undefined) return known;
    const steps = new Map<number, number[]>();
    for (const { to, conditions } of this.#edges[from]!) {
      if (this.#ends.has(to)) continue;
      for (const letter of this.#lettersAt(to)) {
        if (!conditions.every((one) => one(this.#letters[before], this.#letters[letter]))) continue;
        steps.get(letter)?.push(to) ?? steps.set(letter, [to]);
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
}

/** Strongly connected components, by Tarjan; without recursion, because there may be many in a row. */
function components(all: readonly number[], nextOf: (one: number) => readonly number[]): number[][] {
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const held = new Set<number>();
  const stack: number[] = [];
  const found: number[][] = [];
  const visits: { readonly one: number; readonly nexts: readonly number[]; at: number }[] = [];
  const visit = (one: number): void => {
    low.set(one, index.size);
    index.set(one, index.size);
    stack.push(one);
    held.add(one);
    visits.push({ one, nexts: nextOf(one), at: 0 });
  };
  const lower = (one: number, to: number): void => {
    if (to < low.get(one)!) low.set(one, to);
  };
  for (const start of all) {
    if (!index.has(start)) visit(start);
    for (let last = visits.at(-1); last !== undefined; last = visits.at(-1)) {
      const { one, nexts } = last;
      if (last.at < nexts.length) {
        const next = nexts[last.at]!;
        last.at += 1;
        if (!index.has(next)) visit(next);
        else if (held.has(next)) lower(one, index.get(next)!);
        continue;
      }
      visits.pop();
      const caller = visits.at(-1);
      if (caller !== undefined) lower(caller.one, low.get(one)!);
      if (low.get(one) !== index.get(one)) continue;
      const component = stack.splice(stack.lastIndexOf(one));
      for (const member of component) held.delete(member);
      found.push(component);
    }
  }
  return found;
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
