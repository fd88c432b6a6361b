import { once } from "../../domain/once.ts";
import { isManner } from "../english/roots.ts";
import type { TimeRead } from "../shared/moments.ts";
import { wordSet } from "../shared/words.ts";
import {
  AUXILIARY,
  type Draft,
  mainVerb,
  type ParsedClaim,
  type ParsedFact,
  type Polarity,
  parsedSubject,
  preferring,
  tenseOf,
  turnPassive,
  wasSo,
} from "./grammar.ts";
import { type Meaning, type Modal, meaningAt, WORD_FUNCTIONS, type WordFunction } from "./meanings.ts";
import { numberAt } from "./numbers.ts";
import { plain, type TextUnit, timesIn, units } from "./units.ts";

const SOFT = wordSet("~have ~有 =be ~name ~叫 ~job ~职业 ~begin ~开始 是 age");
/** To like tea is to like drinking it. */
const CONSUME = new Set([
  "~eat",
  "~drink",
  "~play",
  "~look at",
  "read",
  "~hear",
  "~吃",
  "~喝",
  "~看",
  "~听",
  "~玩",
  "打",
]);
const LIKING = new Set(["~like", "~喜欢", "~prefer", "~更喜欢", "~最喜欢", "favorit"]);
const MODALS: ReadonlySet<string> = new Set<Modal>(["can", "wish", "plan", "maybe", "must"]);
const PLACED = new Set(["~live", "~住", "~work"]);
const AGE = /^(?:years? old|years? of age|yrs? old|岁|周岁)/u;
/** How many facts one preposition reaches; a Chinese one, how many characters. */
const REACH = 3;
const HAN_REACH = 6;

/** A claim that was read takes a few kilobytes; a write compares some dozens. */
const CLAIMS_KEPT = 1_000;

/** Reads one sentence in the third person. */
export const readClaim = once((text): ParsedClaim => {
  const { times, rest } = timesIn(plain(text));
  return new Reader(units(rest), times).read();
}, CLAIMS_KEPT);

type New = Pick<ParsedFact, "concept"> & Partial<Pick<ParsedFact, "sign" | "kind" | "time">>;

class Reader {
  private readonly all: readonly TextUnit[];
  private readonly times: TimeRead[];
  private readonly facts: Draft[] = [];
  private readonly turns: { key: string; at: number }[] = [];
  private readonly denied: string[] = [];
  private polarity: Polarity = "yes";
  private pendingDenial = false;
  private contrast = false;
  private modal: Modal = "is";
  private past = false;
  private passive = false;
  private role = "";
  private reach = 0;
  private single = false;

  constructor(all: readonly TextUnit[], times: readonly TimeRead[]) {
    this.all = all;
    this.times = [...times];
  }

  read(): ParsedClaim {
    for (let i = 0; i < this.all.length; ) i += this.step(i);
    const subject = turnPassive(this.facts, this.turns, this.all);
    const facts = preferring(this.facts).toSorted((a, b) => a.at - b.at);
    return {
      facts,
      polarity: this.polarity,
      denied: this.denied,
      contrast: this.contrast,
      modal: this.modal,
      tense: this.past ? "past" : tenseOf(this.all),
      formerly: wasSo(this.all),
      passive: this.passive,
      isA: this.wordAfter("be"),
      hasA: this.wordAfter("have"),
      subject: subject ?? parsedSubject(facts, this.all),
      turns: this.turns,
    };
  }

  /** Reads what begins at a unit and says how many units it took. */
  private step(i: number): number {
    const unit = this.all[i]!;
    if (unit.kind === "time") {
      const time = this.times.shift()!;
      return this.add(i, 1, { concept: `@${JSON.stringify(time)}`, kind: "time", time });
    }
    if (unit.kind === "pause") return this.endRole(1);
    if (unit.kind === "owner") return this.ownStart(1);
    const age = this.ageAt(i);
    if (age > 0) return this.add(i, age, { concept: "age" });
    const mark = WORD_FUNCTIONS.at(this.all, i);
    const meaning = meaningAt(this.all, i);
    const length = Math.max(mark?.length ?? 0, meaning?.length ?? 0);
    if (length < 2) {
      const read = this.word(i, mark?.value);
      if (read > 0) return read;
    }
    if (mark !== undefined && mark.length >= length) return this.note(mark.value, i, mark.length);
    return meaning === undefined
      ? this.add(i, 1, { concept: unit.root })
      : this.mean(i, meaning.length, meaning.value);
  }

  /** The role of a word that needs no table: a number, an auxiliary verb, a name. */
  private word(i: number, mark: WordFunction | undefined): number {
    const unit = this.all[i]!;
    const number = numberAt(this.all, i);
    if (number !== undefined) {
      const concept = `#${number.value}${number.ordinal ? "th" : ""}`;
      return this.add(i, number.length, { concept, kind: "number" });
    }
    if (AUXILIARY.has(unit.text)) {
      this.endRole(1);
      const main = mainVerb(this.all, i);
      return main === null ? 1 : this.add(i, 1, { concept: main === "be" ? "=be" : "~have" });
    }
    if (unit.text === "called" && !this.all[i - 1]?.capital) return this.add(i, 1, { concept: "~name" });
    return isName(unit, mark) ? this.add(i, 1, { concept: unit.root, kind: "name" }) : 0;
  }

  /** "Moved to", "is based in": the phrase has its preposition inside. */
  private mean(i: number, length: number, meaning: Meaning): number {
    const han = this.all[i]!.kind === "han";
    if (han && meaning.concept.startsWith("~")) this.endRole(length);
    this.add(i, length, meaning);
    if (length > 1 && PLACED.has(meaning.concept)) {
      this.role = han ? "at" : meaning.concept === "~live" ? "in" : "at";
      this.reach = han ? HAN_REACH : REACH;
    }
    return length;
  }

  private add(i: number, length: number, fact: New): number {
    const { concept, sign = 1, time } = fact;
    const previous = this.facts.at(-1)?.concept ?? "";
    const soft = SOFT.has(concept) || (CONSUME.has(concept) && LIKING.has(previous));
    const manner = isManner(this.all[i]!.text);
    const words = this.all.slice(i, i + length);
    if (this.pendingDenial) this.denied.push(concept);
    this.pendingDenial = false;
    this.facts.push({
      concept,
      sign,
      kind: fact.kind ?? (soft ? "soft" : manner ? "manner" : "word"),
      role: this.reach > 0 ? this.role : "",
      single: this.single,
      at: i,
      surface: words.map(({ text }) => text).join(""),
      ...(time === undefined ? {} : { time }),
    });
    if (this.reach > 0) this.reach -= 1;
    return length;
  }

  private note({ name, role }: WordFunction, i: number, length: number): number {
    switch (name) {
      case "single":
        this.single = true;
        return length;
      case "role":
        this.endRole(length);
        this.role = role === "to" && this.prefers() ? "than" : role!;
        this.reach = this.all[i]!.kind === "han" ? HAN_REACH : REACH;
        this.turns.push({ key: this.role, at: i });
        return length;
      case "not":
      case "never":
      case "ended":
        return this.isAccustomed(i) ? length : this.deny(name, i, length);
      case "stopped":
        if (!this.pendingDenial) return this.deny("ended", i, length);
        this.polarity = "yes";
        this.pendingDenial = false;
        return length;
      case "wish":
      case "plan":
      case "maybe":
      case "must":
      case "can":
        if (this.modal === "is" || this.modal === "can") this.modal = name;
        return length;
      case "past":
        this.past = true;
        return length;
      case "clause":
      case "but":
        this.contrast ||= name === "but";
        return this.endRole(length);
      case "owner":
        return this.ownStart(length);
      case "passive":
        this.passive = true;
        return length;
      case "limit":
        return this.add(i, length, { concept: `!${this.all[i]!.text}`, kind: "limit" });
      default:
        return length;
    }
  }

  /** "Is used to the cold" has not ended. */
  private isAccustomed(i: number): boolean {
    return this.all[i]!.text === "used" && AUXILIARY.has(this.all[i - 1]?.text ?? "");
  }

  /** "Prefers tea to coffee": what comes after is what is liked less. */
  private prefers(): boolean {
    return this.facts.at(-2)?.concept === "~prefer";
  }

  private deny(how: Exclude<Polarity, "yes">, i: number, length: number): number {
    this.pendingDenial = true;
    this.turns.push({ key: "not", at: i });
    // "Not … any more" is one denial, and the stronger word names it.
    if (this.polarity === "yes" || how !== "not") this.polarity = how;
    return length;
  }

  /** The owner, right before: one word with 's, a run of characters with 的. */
  private ownStart(length: number): number {
    let last: number | undefined;
    for (const fact of this.facts.toReversed()) {
      if (last !== undefined && (this.all[fact.at]!.kind !== "han" || fact.at !== last - 1)) break;
      if (fact.concept.startsWith("~") && last !== undefined) break;
      fact.role = "owner";
      last = fact.at;
    }
    return length;
  }

  private endRole(length: number): number {
    this.role = "";
    this.reach = 0;
    this.single = false;
    return length;
  }

  private ageAt(i: number): number {
    if (this.facts.at(-1)?.kind !== "number") return 0;
    const words = this.all.slice(i, i + 3).map(({ text }) => text);
    const match = AGE.exec(words.join(" ")) ?? AGE.exec(words.join(""));
    if (match === null) return 0;
    return match[0].includes(" ") ? match[0].split(" ").length : match[0].length;
  }

  private wordAfter(verb: "be" | "have"): string | null {
    for (const i of this.all.keys()) {
      const article = this.all[i + 1]?.text;
      if ((article !== "a" && article !== "an") || mainVerb(this.all, i) !== verb) continue;
      return this.facts.find(({ at }) => at > i + 1)?.concept ?? null;
    }
    return null;
  }
}

/** A capital inside a sentence; at its beginning, a name that would be a verb (Will) and is not: a claim is no question. */
function isName(unit: TextUnit, mark: WordFunction | undefined): boolean {
  if (unit.kind !== "word" || !unit.capital) return false;
  const verb = mark !== undefined && MODALS.has(mark.name);
  return unit.first ? verb : mark === undefined || verb;
}
