import type { TimeRange } from "../../domain/relevance/calendar.ts";
import { terms } from "./terms.ts";
import { HAN } from "./words.ts";

/** A clause without the words that only lead to it, and what those words said about it. */
export interface Lead extends Readonly<Record<Says, boolean>> {
  readonly text: string;
}

type Sureness = Pick<Lead, "explicit" | "hedged" | "corrects">;

/** "From now on" is lasting: it holds for all that comes. An explicit statement asks to be remembered. */
type Says = "corrects" | "hedged" | "explicit" | "lasting" | "todo";

/** Words at the beginning by what they say; those that introduce or fill say nothing. */
type LeadWords = Readonly<Partial<Record<Says | "introduces" | "fills", RegExp>>>;

/** More in a row than anybody says. */
const MOST = 8;

/** Takes the words that lead to a clause off it, the first pattern that fits first. */
export function leadReader(words: LeadWords): (clause: string) => Lead {
  const patterns = Object.entries(words);
  return (clause) => {
    const said = { corrects: false, hedged: false, explicit: false, lasting: false, todo: false };
    let text = clause;
    for (let i = 0; i < MOST; i += 1) {
      const next = patterns.find(([, pattern]) => pattern.exec(text)?.[0]);
      if (next === undefined) break;
      const [says, pattern] = next;
      text = text.replace(pattern, "");
      if (says in said) said[says as Says] = true;
    }
    return { text: text.trim(), ...said };
  };
}

/** The result of a rule about a person; `Say` is the language's own form of the statement. */
export interface ClaimBy<Say> {
  readonly topic: Topic;
  /** Gets the relation before it when it is about somebody else, unless it begins with `=`. */
  readonly slot: string | null;
  /** The statement about them. Default: the original words. */
  readonly say?: Say;
  /** Whom or what the sentence begins with. Default: the clause's subject. */
  readonly as?: string;
  /** Default: whether nothing is denied. */
  readonly affirmed?: boolean;
  /** Somebody it speaks of for the first time: "a puppy", 猫. */
  readonly introduces?: string;
  /** The words that a correction would replace. Default: none. */
  readonly value?: string;
}

export type RuleBy<Said extends unknown[], Claim> = (...said: Said) => Claim | readonly Claim[] | undefined;

/** A rule with its id: its language, where it stands and the slot it fills. */
export function rule<Said extends unknown[], Claim>(
  id: string,
  make: RuleBy<Said, Claim>,
): RuleBy<Said, Claim> {
  return (...said) => ruled(id, make(...said));
}

/** The claims of the first rule that makes one. */
export function firstClaims<Said extends unknown[], Claim>(
  rules: readonly RuleBy<Said, Claim>[],
  ...said: Said
): readonly Claim[] {
  for (const one of rules) {
    const made = one(...said);
    if (made !== undefined) return Array.isArray(made) ? made : [made as Claim];
  }
  return [];
}

/** A date in what was said, told from the moment it was said: `undefined` when none fits. */
export function ahead(ranges: readonly TimeRange[], at: number): TimeRange | undefined {
  return ranges.find(({ to }) => to > at);
}

export function behind(ranges: readonly TimeRange[], at: number): TimeRange | undefined {
  return ranges.find(({ from }) => from <= at);
}

/** A claim as a finding that has no words yet; `relation` is whose it is, `null` for the speaker's. */
export function made(
  { topic, slot, affirmed = true, value = null }: Omit<ClaimBy<unknown>, "value"> & { value?: string | null },
  relation: string | null,
  lead: Sureness,
): Finding {
  const own = slot?.startsWith("=") === true;
  return {
    ...asked(lead),
    topic,
    slot: own ? slot.slice(1) : slot === null || relation === null ? slot : `${relation}/${slot}`,
    text: "",
    about: own ? null : relation,
    affirmed,
    value,
  };
}

/** A standing wish to the assistant. */
export interface Instruction {
  readonly slot: string;
  /** An instruction to the assistant: "answer in French", "never use emojis". */
  readonly body: string;
  /** A name to be called by, instead of an order. */
  readonly name?: string;
}

/** How sure it is by the words that lead to it. */
export function asked({ explicit, hedged, corrects }: Sureness): typeof PLAIN {
  const confidence = explicit ? SURE.explicit : hedged ? SURE.hedged : SURE.plain;
  return { ...PLAIN, explicit, corrects, confidence };
}

/** When a finding begins and ends to be so, by the dates it names. */
export function spanOf(
  topic: Topic,
  ranges: readonly TimeRange[],
  at: number,
): Pick<Finding, "validFrom" | "expiresAt"> {
  const plan = topic === "plan" || topic === "todo";
  return plan
    ? { validFrom: null, expiresAt: ahead(ranges, at)?.to ?? null }
    : { validFrom: behind(ranges, at)?.from ?? null, expiresAt: null };
}

const DETERMINERS =
  /^(?:(?:a lot of|lots of|a bit of|a little bit of|a little|kind of|pair of|too much|a|an|the|my|our|your|his|her|their|some|any|all|both|this|that|these|those|most|every|each|really|very|super|so|such|good|great|nice|new|used|own|\d+|one|two|three|four|five|six) ){1,4}/;
const CHINESE_COUNT =
  /^(?:[一二两三四五六七八九十几\d]+)?(?:[个只条辆台部匹头位名种款件份杯]|很多|一些|各种|所有|任何)/u;
const NOT_WORD = /[^\p{L}\p{N}]+/gu;

/**
 * The thing inside a slot, so that different forms of one thing agree: "Peanuts" and "peanut", 一只猫 and 猫.
 */
export function thing(words: string): string {
  const lower = words.normalize("NFKC").toLowerCase().trim();
  if (HAN.test(lower)) return lower.replace(CHINESE_COUNT, "").replace(NOT_WORD, "") || lower;
  const bare = lower.replace(DETERMINERS, "");
  return terms(bare).join(" ") || bare.replace(NOT_WORD, " ").trim();
}

/** The topic of a claim. It decides the category and the importance. */
export type Topic = keyof typeof TOPICS;

/** Category (C4) and importance (0–1) of each topic; the order is that of importance. */
export const TOPICS = {
  allergy: { category: "profile", importance: 0.95 },
  name: { category: "profile", importance: 0.9 },
  instruction: { category: "constraints", importance: 0.85 },
  health: { category: "profile", importance: 0.85 },
  diet: { category: "profile", importance: 0.8 },
  home: { category: "profile", importance: 0.8 },
  partner: { category: "profile", importance: 0.8 },
  work: { category: "profile", importance: 0.75 },
  birthday: { category: "profile", importance: 0.75 },
  identity: { category: "profile", importance: 0.7 },
  age: { category: "profile", importance: 0.7 },
  family: { category: "profile", importance: 0.7 },
  todo: { category: "todo", importance: 0.7 },
  study: { category: "profile", importance: 0.65 },
  pet: { category: "profile", importance: 0.65 },
  origin: { category: "profile", importance: 0.65 },
  contact: { category: "profile", importance: 0.65 },
  language: { category: "profile", importance: 0.6 },
  plan: { category: "todo", importance: 0.6 },
  favourite: { category: "preference", importance: 0.6 },
  taste: { category: "preference", importance: 0.55 },
  skill: { category: "profile", importance: 0.55 },
  hobby: { category: "profile", importance: 0.5 },
  habit: { category: "preference", importance: 0.5 },
  possession: { category: "profile", importance: 0.45 },
  noted: { category: "knowledge", importance: 0.7 },
  event: { category: "event", importance: 0.4 },
  past: { category: "profile", importance: 0.35 },
} as const satisfies Record<string, { readonly category: string; readonly importance: number }>;

/** How sure words are when nothing weakens them, when they hedge, and when they ask to be remembered. */
export const SURE = { plain: 0.9, hedged: 0.5, explicit: 1 } as const;

/** The statement of one clause, in the third person. */
export interface Finding {
  readonly topic: Topic;
  readonly slot: string | null;
  readonly text: string;
  /** Whom it is about as a relation of the speaker ("brother"); `null` for the speaker, `undefined` for nobody. */
  readonly about: string | null | undefined;
  /** Somebody it is about by name and by nothing else: "Tim is lactose intolerant". */
  readonly named?: string;
  readonly affirmed: boolean;
  readonly confidence: number;
  readonly corrects: boolean;
  readonly explicit: boolean;
  readonly validFrom: number | null;
  readonly expiresAt: number | null;
  /** The words that "no, I meant …" would replace, as they stand in the text. */
  readonly value: string | null;
}

export interface Speaker {
  readonly name: string | null;
  readonly at: number;
}

/** A plain statement about the speaker, to be filled in. */
export const PLAIN: Omit<Finding, "topic" | "slot" | "text"> = {
  about: null,
  affirmed: true,
  confidence: SURE.plain,
  corrects: false,
  explicit: false,
  validFrom: null,
  expiresAt: null,
  value: null,
};

/** A statement that the speaker asks to remember. */
export const REQUESTED: typeof PLAIN = { ...PLAIN, explicit: true, confidence: SURE.explicit };

const SECRET =
  /\b(?:password|passcode|passphrase|pin(?: code)?|ssn|social security|api key|secret key|token|cvv|card number|credit card|bank account)\b|密码|口令|验证码|银行卡|卡号|身份证号|密钥/iu;

/** Whether words speak of what nobody should keep, even when asked to. */
export function isSecret(words: string): boolean {
  return SECRET.test(words);
}

/** Answers whether a rule that has found something may say so. */
type RuleWatch = (id: string) => boolean;

let watch: RuleWatch | undefined;

/** Lets a benchmark see which rules fire, and switch rules off by answering `false`; `undefined`: nobody watches. */
export function watchRules(next: RuleWatch | undefined): void {
  watch = next;
}

/** Notes the result of a rule under its id; `undefined` = no match. */
export function ruled<T>(id: string, found: T | undefined): T | undefined {
  return found === undefined || watch === undefined || watch(id) ? found : undefined;
}

/** A correction: the new value and the old one; `wrong` is not always stated. */
export interface Replacement {
  readonly right: string;
  readonly wrong: string | undefined;
}

/** A way to correct oneself, by its id. */
export function replacement(id: string, right: string, wrong?: string): Replacement | undefined {
  return ruled(`correction:${id}`, { right, wrong });
}
