import { type Finding, type Lead, PLAIN } from "../../shared/claim.ts";
import { speakOf, type Talk } from "../../shared/talk.ts";
import { regex } from "../../shared/words.ts";
import { FEMININE, MASCULINE, OCCASION, PET_WORD, RELATION, topicOf } from "./lexicon.ts";
import { sentence } from "./render.ts";

/** Whom or what a clause is about. */
export interface Who {
  /** How a sentence about them begins: "Alice", "Alice's brother", "Alice's birthday". */
  readonly text: string;
  /** `self`: the speaker; `other`: somebody of theirs; `thing`: something of either. */
  readonly kind: "self" | "other" | "thing";
  /** The relation ("older brother"), or `null` for the speaker. */
  readonly relation: string | null;
  /** The relation without the name; `""` for the speaker. */
  readonly kin: string;
  /** The owner, if it is about a thing; otherwise the same as `text`. */
  readonly owner: string;
  /** Their name, if it was said. */
  readonly called: string | null;
  /** The attribute that it is about: "birthday", "favourite band". */
  readonly noun: string | null;
  readonly plural: boolean;
}

/** A name is recognised by its capital, so this pattern is case-sensitive and the one for the relation is not. */
const NAME =
  /^,? (?:(?:who is )?(?:called|named) )?((?!I\b)(?:O')?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+){0,2}),?(?=[ ']|$)/u;
const MINE = regex.i`^(?:my|our) (${RELATION})(?=[ ,']|$)`;
const OWNER = /^'s?(?= )/;
const AND_I = /^(?:and|&) I(?= )/i;
const I_AND = regex.i`^(?:I|me) and my (?<relation>${RELATION})(?= )`;
const PRONOUN = /^(he|she|they|it)(?= )/i;
const THING =
  /^((?:[\p{L}\p{N}-]+(?:'s)? ){0,5}?[\p{L}\p{N}-]+)(?= (?:is|are|was|were|has|have|will|got|starts?|begins?|leaves?|takes?|includes?|would|used|went|expires?|ends?|runs|closes?|opens?|arrives?|lands|departs|renews)\b)/u;

/** The subject of a clause and what follows it; nothing when it is about nobody that is known. */
export function readSubject(clause: string, name: string, talk: Talk): [Who, string] | undefined {
  const self = /^(I|we)(?= |$)/i.exec(clause);
  const pair = /^(?!(?:He|She|They|You|It|Who|And|But)\b)(\p{Lu}[\p{L}-]+) and I(?= )/u.exec(clause);
  if (pair !== null) return [speakers(`${name} and ${pair[1]!}`, true), clause.slice(pair[0].length).trim()];
  const together = I_AND.exec(clause);
  if (together !== null) {
    const text = `${name} and ${name}'s ${together.groups!.relation!.toLowerCase()}`;
    return [speakers(text, true), clause.slice(together[0].length).trim()];
  }
  if (self !== null) return [speakers(name), clause.slice(self[0].length).trim()];
  return mine(clause, name) ?? spokenOf(clause, name, talk) ?? thingOf(clause, name);
}

/** "My dentist appointment is …" is not about the dentist. */
const OCCASION_OF = regex.i`^ (?:[\w-]+ )?${OCCASION} (?:is|was|got|has|will|starts|begins)\b`;
/** A new boss is the boss from now on. */
export const NEW = /^(?:new|current) (?=.)/;

function mine(clause: string, name: string): [Who, string] | undefined {
  const match = MINE.exec(clause);
  if (match === null || OCCASION_OF.test(clause.slice(match[0].length))) return undefined;
  const relation = match[1]!.toLowerCase().replace(NEW, "");
  let rest = clause.slice(match[0].length);
  const named = NAME.exec(rest);
  if (named !== null) rest = rest.slice(named[0].length);
  const other = somebody(relation, named?.[1] ?? null, name);
  const owner = OWNER.exec(rest);
  if (owner !== null) return ownedBy(other, rest.slice(owner[0].length).trim());
  rest = rest.replace(/^,? ?/, "");
  const and = AND_I.exec(rest);
  if (and === null) return [other, rest];
  return [speakers(`${name} and ${other.text}`, true), rest.slice(and[0].length).trim()];
}

/** Whoever speaks, alone or with somebody. */
export function speakers(text: string, plural = false): Who {
  return { kind: "self", kin: "", relation: null, called: null, noun: null, plural, text, owner: text };
}

function ownedBy(owner: Who, rest: string): [Who, string] | undefined {
  const noun = THING.exec(rest)?.[1];
  if (noun === undefined) return undefined;
  return [
    { ...owner, kind: "thing", text: `${owner.text}'s ${noun}`, noun, plural: false },
    rest.slice(noun.length).trim(),
  ];
}

/** "Her name is", "Max is five": said of somebody named before. */
function spokenOf(clause: string, name: string, { known, turn }: Talk): [Who, string] | undefined {
  for (const one of known) {
    if (one.name === null || !clause.toLowerCase().startsWith(`${one.name.toLowerCase()} `)) continue;
    return [somebody(one.relation, one.name, name), clause.slice(one.name.length).trim()];
  }
  const pronoun = PRONOUN.exec(clause)?.[0].toLowerCase();
  const last = known.findLast((one) => one.turn >= turn - 1);
  if (last !== undefined && pronoun !== undefined && fits(pronoun, last.relation)) {
    return [somebody(last.relation, last.name, name), clause.slice(pronoun.length).trim()];
  }
  const owned = /^(his|her|their|its) /i.exec(clause);
  if (last === undefined || owned === null) return undefined;
  if (!fits({ his: "he", her: "she", their: "they", its: "it" }[owned[1]!.toLowerCase()]!, last.relation))
    return undefined;
  // "Her name is Kathy" says what her name is, whatever it was thought to be.
  const named = /^(?:\w+ )?name /i.test(clause.slice(owned[0].length)) ? null : last.name;
  return ownedBy(somebody(last.relation, named, name), clause.slice(owned[0].length));
}

/**
 * A correction is about somebody mentioned recently: "my cat is 13, not 12" is said of Miso, where there is no other
 * cat.
 */
export function spokenOfBefore(who: Who, name: string, { known }: Talk): Who {
  if (who.kind !== "other" || who.called !== null) return who;
  const [one, ...others] = known.filter(({ relation }) => relation === who.kin);
  return one === undefined || others.length > 0 ? who : somebody(who.kin, one.name, name);
}

/** One has one of them, so the name is not needed to tell which. */
const ONLY_ONE =
  /^(?:mother|mom|mum|father|dad|wife|wifey|husband|hubby|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|boss|manager|parents|landlord|best friend|twin sister|twin brother)$/i;

function somebody(relation: string, called: string | null, name: string): Who {
  const text = `${name}'s ${relation}${called === null ? "" : ` ${called}`}`;
  return {
    text,
    owner: text,
    kin: relation,
    kind: "other",
    relation: called === null || ONLY_ONE.test(relation) ? relation : `${relation} ${called.toLowerCase()}`,
    called,
    noun: null,
    plural: PLURAL.test(relation),
  };
}

function fits(pronoun: string, relation: string): boolean {
  if (pronoun === "it") return PET_WORD.test(relation);
  if (pronoun === "they")
    return PLURAL.test(relation) || !(MASCULINE.test(relation) || FEMININE.test(relation));
  if (PLURAL.test(relation)) return false;
  return pronoun === "he" ? !FEMININE.test(relation) : !MASCULINE.test(relation);
}

function thingOf(clause: string, name: string): [Who, string] | undefined {
  const match = /^(?:my|our) /i.exec(clause);
  return match === null ? undefined : ownedBy(speakers(name), clause.slice(match[0].length));
}

/** A relation to several people or animals. */
export const PLURAL =
  /(?:parents|siblings|kids|children|twins|friends|brothers|sisters|sons|daughters|dogs|cats|neighbou?rs|in-laws|colleagues|co-?workers|roommates|cousins|uncles|aunts|nephews|nieces|grandparents|grandkids|puppies|kittens|fish|birds|chickens|toddlers)$/;

const I_AM = /^I am ((?:\p{Lu}[\p{L}'-]+)(?: \p{Lu}[\p{L}'-]+){0,2})(?:,.*| here| from .+| btw)?$/u;
const THIS_IS = /^(?:this|it) is (\p{Lu}[\p{L}-]+)(?: here| speaking)?$/u;
/** Capitals that are no names. */
const NOT_NAMES =
  /^(?:I|Not|So|Very|Really|Just|Still|Also|Back|Here|Now|Sure|Sorry|Glad|Happy|OK|Okay|Fine|Good|Great|Tired|Done|From|In|At|A|An|The|American|British|English|Scottish|Welsh|Irish|Canadian|Australian|German|Austrian|French|Italian|Spanish|Portuguese|Dutch|Belgian|Swiss|Swedish|Norwegian|Danish|Finnish|Polish|Czech|Russian|Ukrainian|Chinese|Taiwanese|Japanese|Korean|Vietnamese|Thai|Indian|Pakistani|Turkish|Greek|Mexican|Brazilian|Argentinian|Christian|Catholic|Muslim|Jewish|Buddhist|Hindu|Atheist|Vegan|Vegetarian|Asian|European|African|Latino|Latina|Going|Looking|Trying|Using|Working|Living|Getting|Having|Feeling|Thinking|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December|ADHD|Batman|Groot|Iron|Spartacus|[IE][NS][TF][JP])\b/;

/** "Hi, I'm Alice": a name only where somebody introduces themselves, or where it is the name they go by. */
export function readNaming(text: string, talk: Talk): Finding | undefined {
  const { name } = talk.speaker;
  const said = I_AM.exec(text)?.[1] ?? THIS_IS.exec(text)?.[1] ?? ownName(text, name);
  if (
    said === undefined ||
    NOT_NAMES.test(said) ||
    /^\p{Lu}{4,}/u.test(said) ||
    !(talk.greeting || same(said, name))
  )
    return undefined;
  return {
    ...PLAIN,
    topic: "name",
    slot: "name",
    text: sentence(`${name ?? "the user"}'s name is ${said[0]!.toUpperCase()}${said.slice(1)}`)!,
    value: said,
  };
}

/** "im alice" without a capital is a name when we know that it is theirs. */
function ownName(text: string, name: string | null): string | undefined {
  const word = /^I am ([\p{L}-]+)$/u.exec(text)?.[1];
  return word !== undefined && same(word, name) ? word : undefined;
}

function same(said: string, name: string | null): boolean {
  return name !== null && said.length > 1 && name.toLowerCase().startsWith(said.toLowerCase().split(" ")[0]!);
}

const GIVEN_NAME = "(\\p{Lu}[\\p{L}-]+)(?! (?:Day|Street|Park))";
const MORE_NAMES = /^(?:, (\p{Lu}[\p{L}-]+))?(?:,? and (\p{Lu}[\p{L}-]+))?/u;
const MENTION = regex.gu`\b(?:[Mm]y|[Oo]ur) (${RELATION}),? (?:(?:who is |is )?(?:called|named) )?${GIVEN_NAME}`;
const INTRODUCED = regex.gu`\b(?:an?|one|two|another) (?:[\p{L}-]+ ){0,3}?(${RELATION}),? (?:who is )?(?:called|named) ${GIVEN_NAME}`;
/** "Our director is Ingrid Lindqvist". */
const IS_NAMED = regex.u`^(?:[Mm]y|[Oo]ur) (${RELATION}) is (\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,2})$`;

/** Names that a clause gives by the way ("with my wife Anna"), where no finding has them yet. */
export function namesIn(statement: string, findings: readonly Finding[], lead: Lead, talk: Talk): Finding[] {
  const out: Finding[] = [];
  for (const [, relation, called] of statement.matchAll(INTRODUCED))
    speakOf(talk, relation!.toLowerCase(), called!);
  const named = IS_NAMED.exec(statement);
  if (named !== null && !NOT_NAMES.test(named[2]!) && !/^\p{Lu}+$/u.test(named[2]!)) {
    speakOf(talk, named[1]!.toLowerCase(), named[2]!);
    const found = callsThem(named[1]!, named[2]!, lead, talk);
    if (found !== undefined) return [found];
  }
  for (const match of statement.matchAll(MENTION)) {
    const [whole, relation, first] = match;
    const more = MORE_NAMES.exec(statement.slice(match.index + whole.length));
    const several = PLURAL.test(relation!.toLowerCase());
    const called = several
      ? [first!, ...(more?.slice(1) ?? [])].filter((name) => name !== undefined && name !== "I").join(" and ")
      : first;
    if (/^(?:I|Is|Was|Has|And|In|At|On|To|Will|Just|The|A)$/.test(first!)) continue;
    speakOf(talk, relation!.toLowerCase(), called!);
    if (findings.some(({ text }) => text.includes(first!))) continue;
    const found = callsThem(relation!, called!, lead, talk);
    if (found !== undefined) out.push(found);
  }
  return out;
}

function callsThem(relation: string, called: string, lead: Lead, talk: Talk): Finding | undefined {
  const kind = relation.toLowerCase().replace(NEW, "");
  const text = sentence(
    `${talk.speaker.name ?? "the user"}'s ${kind} ${PLURAL.test(kind) ? "are" : "is"} called ${called}`,
  );
  if (text === undefined) return undefined;
  const topic = topicOf(kind);
  const partner = topic === "partner";
  return {
    ...PLAIN,
    topic,
    slot: partner ? "partner" : `${kind}/name`,
    text,
    about: partner ? null : kind,
    corrects: lead.corrects,
    explicit: lead.explicit,
    value: called,
  };
}
