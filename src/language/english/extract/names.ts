import type { Finding } from "../../shared/finding.ts";
import { PLAIN } from "../../shared/finding.ts";
import { speakOf, type Talk } from "../../shared/talk.ts";
import type { Lead } from "./leads.ts";
import { PARTNER_WORD, PET_WORD, RELATION } from "./lexicon.ts";
import { isPlural, NEW, possessive } from "./person.ts";
import { sentence } from "./render.ts";

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
    text: sentence(`${possessive(name ?? "the user")} name is ${said[0]!.toUpperCase()}${said.slice(1)}`)!,
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

const NAME = "(\\p{Lu}[\\p{L}-]+)(?! (?:Day|Street|Park))";
const MORE_NAMES = /^(?:, (\p{Lu}[\p{L}-]+))?(?:,? and (\p{Lu}[\p{L}-]+))?/u;
const MENTION = new RegExp(
  `\\b(?:[Mm]y|[Oo]ur) (${RELATION}),? (?:(?:who is |is )?(?:called|named) )?${NAME}`,
  "gu",
);
const INTRODUCED = new RegExp(
  `\\b(?:an?|one|two|another) (?:[\\p{L}-]+ ){0,3}?(${RELATION}),? (?:who is )?(?:called|named) ${NAME}`,
  "gu",
);
/** "Our director is Ingrid Lindqvist". */
const IS_NAMED = new RegExp(
  `^(?:[Mm]y|[Oo]ur) (${RELATION}) is (\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+){0,2})$`,
  "u",
);

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
    const several = isPlural(relation!.toLowerCase());
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
    `${possessive(talk.speaker.name ?? "the user")} ${kind} ${isPlural(kind) ? "are" : "is"} called ${called}`,
  );
  if (text === undefined) return undefined;
  const partner = PARTNER_WORD.test(kind);
  return {
    ...PLAIN,
    topic: partner ? "partner" : PET_WORD.test(kind) ? "pet" : "family",
    slot: partner ? "partner" : `${kind}/name`,
    text,
    about: partner ? null : kind,
    corrects: lead.corrects,
    explicit: lead.explicit,
    value: called,
  };
}
