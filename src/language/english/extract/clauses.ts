import { type Piece, trimmed } from "../../shared/sentences.ts";
import { regex } from "../../shared/words.ts";
import { isAdverb } from "./render.ts";
import { verbForm } from "./verbs.ts";

/** A part of a sentence that says one thing. */
export interface Clause extends Piece {
  /** The word that ties it to what stands before: "because", "if", "and"; "" when none does. */
  readonly link: string;
  /** The part that it inherits from the previous clause: its subject, or its subject with "am". */
  readonly inherits: Inherits;
}

type Inherits = "nothing" | "subject" | "being";

const LINK =
  "and|but|so|or|yet|because|cuz|coz|cos|since|as|though|although|while|whereas|plus|which|who|where|when|whenever|if|unless|then|even though|even if|except|until|after|before|once";
const BREAK = regex.gi`(?:(?:(?<!\s)\s+)?[,(:]\s*|(?<!\s)\s+[-–—]\s+)(?:(${LINK})\s+)?(?:(?:then|also)\s+)?|(?<!\s)\s+(?:(${LINK})\s+|(?=(?:i|im|my|I|I'm)\s))`;
const FIRST =
  /^\s*(if|unless|when|whenever|because|since|as|although|though|while|even if|even though|so|but|and|after|before|once|until)\s+(?=\S)/i;
/** These tie a clause only to a subject; "as" and "before" stand before nouns as well. */
const TIES =
  /^(?:if|unless|when|whenever|even if|even though|where|which|until|after|before|once|as|since|who|while|though|although)$/;

const PRONOUN =
  /^(?:i|im|ive|we|he|she|they|it|you|this|that|there|everyone|everybody|nobody|people|thats|hes|shes)(?:'\w+)?(?![\w'])/i;
const OWN =
  /^(?:my|our|his|her|their|your|its)\s+[^,.;]{1,50}?\s?(?:'s\s(?:an?|the|called|named|\d)|\b(?:is|are|was|were|has|have|had|can|will|used|would|loves?|likes?|hates?|lives?|works?|name|turned|turns|just|died|passed|got|does|doesn't|don't|isn't|plays?|speaks?|comes?|goes|studies|teaches|teach|owns?|needs?|wants?|moved|started|still|always|also|broke|left|thinks?|says?|said|told)\b)/i;
/** "My wife and I", "Anna and I". */
const COMPANY = /^\s*(?![Ii]\b|[Ii]'m|[Ii]m\b)(?:my|My|our|Our|me|Me|\p{Lu})[\p{L}\s'-]{0,40}$/u;
const ADVERBS =
  /^(?:(?:now|currently|actually|also|then|lately|today|since then|at the moment|these days|nowadays|recently|instead|in fact|btw|by the way|luckily|sadly|unfortunately|honestly|maybe|i think|i guess|tbh|yes|yeah|no|oh|well|ok)\s*,?\s+){1,4}/i;
const NAMED =
  /^\p{Lu}[\p{L}'-]+\s(?:is|was|has|loves|likes|lives|works|can|will|and\sI|hates|just|turned)\b/u;
/** "Mom's in Leeds", "hubby works nights". */
const KIN =
  /^(?:mom|mum|dad|grandma|grandpa|hubby|wife|husband|kids?|boyfriend|girlfriend|bf|gf|brother|sister|son|daughter)(?:'s|\s(?:is|was|has|lives|works|loves|likes|goes|got|just|can't))\b/i;
/** "So captions matter to me": another clause, not "so much". */
const SO_THAT =
  /^(?!much|many|far|good|bad|cute|that|as|called|on\b|long|often|well)(?:[\w'-]+\s+){1,3}(?:is|are|was|were|has|have|will|can|can't|don't|matters?|helps?|means?|makes?|needs?|goes?|got|gets?|seems?|feels?)\b|^(?:no|please|never|don't|keep|always)\s/i;
/** How a request, a question or an aside begins. */
const OTHER =
  /^(?:what|how|why|who|where|when|which|(?:can|could|would|should|will|do|does|did|is|are)\s+(?:i|you|we|he|she|it|they|there|the|this|that|my|your|anyone)|any|please|pls|let's|let|don't|dont|thanks|lol|haha|btw|by the way|remember|remind|name(?:'s|\sis)|call\sme|answer|reply|respond|use|keep)\b/i;
/** After a condition an order may follow: "when you send recipes, give grams". */
const ORDER =
  /^(?:always|never|only|just|don't|do not|please|give|use|answer|show|send|write|make|keep|include|add|put|call|tell|say|list|format|explain|reply|respond|start|end|stick|avoid|skip|convert|quote|cite)\s/i;
const COMPLEMENT =
  /^(?:an?\s(?!lot|bit|few|little|while)|allergic|married|single|divorced|engaged|vegan|vegetarian|pescatarian|from\s[a-zÀ-ɏ]|based|originally|retired|unemployed|self-?employed|(?:\d{1,2}|twenty|thirty|forty|fifty)(?:\s(?:years?\sold|yo)|$|,)|living\s|working\s|studying\s|fluent|diabetic|pregnant|currently|into\s|not\s(?:a|an|into|allergic)|also\s(?:an?|allergic|into)|in\smy\s(?:first|second|third|final|early|mid|late|twenties|thirties|forties|fifties)|(?:mom|mum|dad|mother|father|parent)\s(?:of|to)\b|(?:(?:grad|college|phd|med|law|high school|software|web|graphic|ux|data|product|freelance)\s)?(?:student|nurse|teacher|engineer|developer|designer|lawyer|doctor|writer|artist|barista|chef|accountant)\b)/i;
/** A short "I'm …" before it: "I'm Tom, 29, from Leeds", not "I'm off with Jo, a sound engineer". */
const BEING =
  /^\s*(?:(?:i'?m|i\sam|we're|we\sare|he's|she's|he\sis|she\sis|they're|my\s[\w'-]+(?:\s[a-zÀ-ɏ'-]+)?\sis)\s(?!\w+ing\s(?!in\s|as\s|at\s))|(?:my\s)?name(?:\sis|'s)\s)[^,]{1,45}$/i;
const MODAL =
  /\b(?:will|would|can|could|should|might|may|must|wanna|gonna|gotta|let's|i'll|i'd|we'll|we'd|can't|cannot|won't|don't|doesn't|didn't|dont|cant)\s+[a-z]+/i;
const INFINITIVE = /\bto\s+(?!the\b|an?\b|my\b|work\b|school\b|bed\b|me\b|it\b|be\s+honest)[a-z]+/i;
const GOING =
  /\b(?:mov(?:ed?|ing)|went|go|going|relocated|travel\w*|fl(?:y|ew|ying)|came|back|switch\w*|allergic|married|engaged|new|next|close)\s+(?:back\s+|over\s+)?to\s+[a-z]+/i;
/** Nouns as well as verbs; before these words they are nouns. */
const NOUN_TOO =
  /^(?:love|support|work|play|hope|dream|need|study|drink|cook|plan|change|start|end|talk|walk|look|care|use|help|visit|travel|run|ride|share|try|want|like|hate)$/;
const AFTER_NOUN = /^(?:and|is|are|was|were|of|i|we|that|which|or|has|have|will|you|but||from|so|by)$/;
/** "32, dad of two, living in Portland": somebody introduces themselves in pieces. */
const INTRODUCTION =
  /^(?:(?:hi|hey|hello)[!,]?\s+)?(?:(?:i'?m\s+)?\d{2}\s?(?:[mf]|yo|y\/o|years?\sold)?|(?:a bit |a little |more )?about (?:me|myself)|me)$/i;

export function clauses(sentence: Piece): Clause[] {
  const { text, start } = sentence;
  const out: Clause[] = [];
  const first = FIRST.exec(text);
  let from = first === null ? 0 : first[0].length;
  let link = first === null ? "" : first[1]!.toLowerCase();
  let inherits: Inherits = "nothing";
  let introduces = false;
  const add = (to: number): void => {
    const piece = trimmed(text, from, to);
    if (piece === undefined) return;
    introduces ||= out.length === 0 && INTRODUCTION.test(piece.text) && to < text.length;
    const own = introduces && inherits === "nothing" && !PRONOUN.test(piece.text);
    out.push({ text: piece.text, start: start + piece.start, link, inherits: own ? "being" : inherits });
  };
  for (const match of text.matchAll(BREAK)) {
    if (match.index < from) continue;
    const end = match.index + match[0].length;
    const next = (match[1] ?? match[2] ?? "").toLowerCase();
    const mark = /[,(:]| [-–—] /.exec(match[0])?.[0] ?? "";
    const before = text.slice(from, match.index);
    const intro = introduces || (out.length === 0 && INTRODUCTION.test(before.trim()));
    const how = opens({
      before,
      after: text.slice(end, end + 90),
      mark,
      link: next,
      introduces: intro,
      previous: { link, inherits },
    });
    if (how === undefined) continue;
    add(match.index);
    from = end;
    link = next;
    inherits = how;
  }
  add(text.length);
  return out;
}

const CONDITIONAL = /^(?:if|when|whenever|unless)$/;
const DEPENDENT = /^(?:since|because|as|although|though|while|when)$/;

/** A place where a clause may end. */
interface Break {
  readonly before: string;
  readonly after: string;
  /** The punctuation mark; `""` = none. */
  readonly mark: string;
  /** The conjunction after it; `""` = none. */
  readonly link: string;
  readonly introduces: boolean;
  /** The clause before it. */
  readonly previous: Pick<Clause, "link" | "inherits">;
}

/** Whether a clause opens after a break, and what it inherits; nothing when the break is inside of a clause. */
function opens(at: Break): Inherits | undefined {
  const { before, after, mark, link, previous } = at;
  if (mark === ":") return /\d$/.test(before) && /^\d/.test(after) ? undefined : "nothing";
  const pause = mark !== "";
  const start = after.replace(ADVERBS, "");
  if (link === "and" && /^i\b/i.test(start) && COMPANY.test(before) && !hasVerb(before)) return undefined;
  const subject = PRONOUN.test(start) || OWN.test(start);
  if (TIES.test(link)) {
    if (link === "if" && /\b(?:prefer|like|appreciate|love|rather)(?: it)?$/i.test(before)) return undefined;
    if (!subject)
      return link === "if" || link === "unless" || (pause && (link === "which" || link === "who"))
        ? "nothing"
        : undefined;
    // "Since I was five" is a time, not a separate clause.
    return !pause &&
      /^(?:since|before|after|until|once|as|while|where|who|when)$/.test(link) &&
      /^\w+ (?:was|were|had|got|moved|could)\b/i.test(after)
      ? undefined
      : "nothing";
  }
  if (subject && !pause && link === "")
    return (RUN_ON.test(after) || (DEPENDENT.test(previous.link) && /^I(?:'m)? /.test(after))) &&
      !LEADS_ON.test(before)
      ? "nothing"
      : undefined;
  if (subject) return link === "or" && !pause ? undefined : "nothing";
  if (pause && at.introduces) return "being";
  if ((pause || link !== "") && (NAMED.test(after) || KIN.test(after))) return "nothing";
  if (link === "so" && !pause) return hasVerb(before) && SO_THAT.test(after) ? "nothing" : undefined;
  if ((pause || /^(?:but|so)$/.test(link)) && OTHER.test(after)) return "nothing";
  if (pause && CONDITIONAL.test(previous.link) && ORDER.test(after)) return "nothing";
  if (!pause && !/^(?:and|but|plus)$/.test(link)) return undefined;
  if (hasVerb(before) && goesOn(before, after)) return "subject";
  return (previous.inherits === "being" || BEING.test(before)) && COMPLEMENT.test(after)
    ? "being"
    : undefined;
}

/** Where nobody sets a comma, "i live in …" after a clause is another one; "the city i live in" is not. */
const RUN_ON =
  /^(?:im\s(?!the\b|you)|i\s(?:also\s|really\s|just\s|still\s|usually\s|dont\s|don't\s)?(?:live|work|have|love|like|hate|am|play|speak|study|prefer|moved|was born|enjoy|drive|use|eat|drink|need to|teach|own|run)\s+(?:in|at|as|for|an?|my|the|two|three|to|with|on|from|near|[a-z]{4,})|my\s(?:name|wife|husband|dog|cat|son|daughter|brother|sister|mom|dad|birthday|job|favou?rite\s\w+)(?:'s)?\s(?:is|are|was|lives|works|loves|has))/;
const LEADS_ON =
  /\b(?:the|that|this|an?|every|all|what|only|which|where|who|when|how|why|if|because|than|as|think|thinks|guess|hope|know|said|says|say|told|you|wish|sure|glad|before|after|since|until|until|like|thing|things|everything|something|anything|place|time|way|one|of|with|in|at|for|to|and|or|but|is|was|are|feel|believe|mean|remember|whenever|is\s\w+|the\s\w+|a\s\w+)\s*$/i;

function hasVerb(words: string): boolean {
  return words
    .trim()
    .split(/\s+/)
    .some(
      (word) =>
        /'(?:s|m|re|ve|ll|d)$|^(?:im|ive|is|are|am)$/i.test(word) ||
        !/^(?:|ing|participle)$/.test(verbForm(word)?.form ?? ""),
    );
}

/** Whether a verb follows that the subject before it governs: "I'm 34 and live in Oslo", not "I like to sing and dance". */
function goesOn(before: string, after: string): boolean {
  const words = after.toLowerCase().split(/[\s,.]+/, 6);
  let i = 0;
  while (i < words.length - 1 && (isAdverb(words[i]!) || /^(?:no|longer|not)$/.test(words[i]!))) i += 1;
  const word = words[i]!;
  if (/^(?:can't|cannot|can|don't|dont|cant|didn't|haven't|isn't|am|was|have|got|do|been)$/.test(word))
    return true;
  const form = verbForm(word);
  if (form === undefined || form.form === "ing" || form.form === "participle") return false;
  if (words.length < i + 2 || words[i + 1] === "" || /\b(?:live|living)$/i.test(before)) return false;
  if (form.form !== "base") return true;
  if (NOUN_TOO.test(word) && AFTER_NOUN.test(words[i + 1]!)) return false;
  const infinitive = INFINITIVE.test(before) && !GOING.test(before);
  return !infinitive && !MODAL.test(before);
}
