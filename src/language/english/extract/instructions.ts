import {
  ahead,
  asked,
  type Finding,
  type Instruction,
  isSecret,
  type Lead,
  REQUESTED,
  ruled,
  thing,
} from "../../shared/claim.ts";
import type { Talk } from "../../shared/talk.ts";
import { regex } from "../../shared/words.ts";
import { withDates } from "../resolve-dates.ts";
import { planThing } from "./about-time.ts";
import { LANGUAGE } from "./lexicon.ts";
import { sentence, thirdPerson } from "./render.ts";
import { isPast, verbForm } from "./verbs.ts";

const STANDING =
  /\b(?:from now on|from here on(?: out)?|in (?:the )?future|going forward|moving forward(?=,|$)|henceforth|from today(?: on)?|by default|as a rule|whenever|every time|each time|any time|anytime|at all times|in all (?:your )?(?:answers|replies|responses)|for all (?:future )?(?:answers|replies|responses|messages))\b,?\s*/i;
const ONCE =
  /\b(?:this time|just this once|for this (?:one|task|question|answer|message|time)|this one|here only|here$|right now|for now|today|for this|this (?:question|email|text|code|function|file|message|list|table))\b/i;
const WISH =
  /^(?:i (?:would like|want|need|expect|prefer) you to|i would (?:like|prefer|appreciate)(?: it)? if you(?: could| would)?|i (?:would )?prefer (?:it )?(?:if|that|when) you|(?:can|could|would|will) you(?: please)?|you (?:should|must|need to|have to)|please|make sure (?:to|that you|you)|be sure to|remember to|try to|do not forget to|it is important that you|i need you to|let us|kindly)\s+/i;
const ALWAYS = /^(?:please )?(?:always|never|do not ever|do not|stop|avoid|no more|only|quit)\s+/i;
/** Verbs that ask the assistant for a way of answering. */
const VERB =
  "(?:answer|reply|respond|write|speak|talk|explain|use|keep|give|include|add|format|call|address|refer|start|begin|end|finish|ask|check|show|provide|be|quote|cite|mention|send|translate|summari[sz]e|make|put|avoid|skip|stick|default|assume|treat|remind|suggest|recommend|offer|tell|say|do|run|deploy|commit|push|create|delete|change|modify|touch|buy|order|book|schedule|share|post|apologi[sz]e|repeat|interrupt|prefix|sign|wrap|test|review|confirm|verify|double[- ]?check|prefer|name|indent|comment|return|render|convert|list|limit|leave|omit|drop|go|search|look|consult|follow|respect|read|save|store|forget|remember|lecture|judge|sugar-?coat|hedge|guess|invent|assume|copy|paste|bring|spell|round|count|measure|cc|notify|alert|message|text|ping|wake|disturb|number|highlight|bold|capitali[sz]e|refactor|install|upgrade|mock|log|disclose|track|sell|email|greet|let|prioriti[sz]e|focus|consider|take|type|structure|present|phrase|expand|compare|generate|draft|output|print|set|reference|link|draw|play|joke|swear|curse|react|rush|push|shorten|proofread)";
const DEED = regex.i`^(?:please )?(?:always |never |only |just |not |do not |ever ){0,4}${VERB}\b`;
const TALK =
  /^(?:mind|heard|been|seen|thought|knew|had|was|again|say never|worry|ask|bother|panic|laugh|cry|give up|know|think|care|hesitate|forget about it|get me wrong|let (?:me|us) know|tell me|keep me (?:posted|updated|in)|keep (?:it up|going|up|pushing|at it|in touch|in mind)|go for it|take (?:care|it easy)|let us down|judge$|laugh$|look (?:on|at) the bright|check (?:it|this|that|out)|be (?:silly|shy|sorry|afraid|sad|rude)|stop(?: believing)?|tell anyone|mention it|be like that|do that|do it)\b/i;

/** Ways of answering, which are meant to last even when nobody says "always". One slot each: a new one replaces. */
const WAYS = Object.entries({
  language: new RegExp(
    `\\b(?:answer|reply|respond|speak|talk|write|communicate|chat|converse|stick)(?: (?:to |with )?me| back)?(?: only| just)?(?: in| to) (?:\\w+ )?${LANGUAGE}\\b` +
      `|\\b(?:use|switch to|prefer|speak) (?:only )?${LANGUAGE}(?: (?:with|for|when|in|to)\\b|$)`,
    "i",
  ),
  length:
    /\b(?:(?:keep|make) (?:(?:your|the|all|my) )?(?:answers?|repl(?:y|ies)|responses?|messages?|explanations?|it|things|everything) (?:\w+ ){0,2}?(?:short|brief|concise|simple|long|detailed|under|below|to|within|succinct|minimal|crisp|compact)|be (?:more |less |very |as )?(?:concise|brief|succinct|verbose|wordy|detailed|short)|(?:short(?:er)?|brief|concise|long(?:er)?|detailed) (?:answers|replies|responses)|(?:at most|no more than|max(?:imum)?|under|fewer than|less than|only) \w+ (?:words|sentences|lines|paragraphs))\b/i,
  emoji: /\bemojis?\b|\bemoticons?\b/i,
  units: /\b(?:metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|kilograms|pounds|cups|ounces)\b/i,
  currency: /\b(?:in )?(?:euros?|dollars|usd|eur|gbp|pounds sterling|yen|rmb|yuan|rupees)\b/i,
  format: /\b(?:bullet (?:points|lists?)|bullets|markdown|numbered lists?|plain text|tables|headings)\b/i,
  tone: /\b(?:formal(?:ly)?|informal(?:ly)?|casual(?:ly)?|polite(?:ly)?|friendly|professional(?:ly)?|blunt|direct|honest|sarcastic|sugar-?coat|tone|swear|curse|jargon|slang|corporate speak|fluff)\b/i,
  clock: /\b(?:24-?hour|12-?hour|military time|am\/pm)\b/i,
  spelling: /\b(?:british|american|uk|us) (?:english|spelling)\b/i,
});

const CALL_ME =
  /^(?:(?:please|just|you can|you may|feel free to|but|so|everyone|everybody|people|my (?:friends|family|mates|colleagues)|friends|they|most people) ){0,4}calls? me (?:by (?:my (?:first )?name,? )?)?(?:just )?((?:mr|mrs|ms|dr|miss)\.? )?([a-zÀ-ɏ][a-zÀ-ɏ'’.-]{0,40}(?: [a-zÀ-ɏ][a-zÀ-ɏ'’.-]{0,40})?)(?=$|[ ,.!])(.*)$/i;
const NOT_A_NAME =
  /^(?:back|later|when|if|at|on|in|tomorrow|today|tonight|now|maybe|crazy|old|old-fashioned|lazy|weird|a|an|the|by|to|for|about|and|or|before|after|any|anytime|asap|names|it|that|this|what|whatever|every|next|soon|sometime|again|out|over|up|paranoid|stupid|picky|cheesy|biased)$/i;

/** "Liz is fine" after "stop using my full name". */
const NAME_IS_FINE =
  /^(?:just |only )?(\p{Lu}[\p{L}'-]+) (?:is fine|works|will do|is enough|is ok|is okay)$/u;
const AFTER_NAME =
  /^[ ,.!]*(?:$|(?:please|thanks|from now on|instead|ok|everyone|not |only|for short|if you|because))/i;
const STATEMENT = /^(?:i|we|he|she|they|it|my|our|there|this|that|what|how|why|who|when|where)\b|[?]/i;
const STOP_DOING = /^(?:please )?(?:stop|avoid|no more|quit) \w+ing\b/i;
/** "Metric only", "no emojis", "short answers please". */
const BARE_WAY =
  /^(?:no (?:more )?(?:[\w-]+ )?(?:emojis?|jargon|fluff|disclaimers?|spoilers?|lectures?|small talk|filler|apologies|bullet points|bullets|markdown|corporate speak|slang|swearing|preamble|warnings?|sarcasm|puns|exclamation (?:marks|points)|cups|ounces|imperial)|metric|imperial|only|short|shorter|brief|concise|bullet points|plain text)\b/i;
const FORBIDDEN =
  /^(?:please )?do not (?:ever )?(?:recommend|suggest|mention|show|give|use|send|include|say|write|call|remind|offer|talk|bring up|quote|add|assume|lecture|judge|apologi[sz]e|repeat|interrupt|start|end|sugar-?coat|deploy|share|disturb|message|text|email)\b/i;

/** The purpose of an instruction: formal e-mails and funny posts do not contradict each other. */
const CONTEXT =
  /\b(?:in|for|when writing|writing|write) (?:my |the |any |all )?(e-?mails?|code|comments|reports?|essays?|tweets?|posts?|letters?|commit messages?|documentation|docs|presentations?|slides|recipes)\b/i;

const NO_NAME =
  /^(?:That|This|It|Everything|All|Which|Either|Whatever|Today|Tomorrow|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|French|German|Spanish|Python)$/;

/** The instruction in a clause without a subject; nothing for a one-time request. */
export function readInstruction(clause: string, lasting: boolean): Instruction | undefined {
  const name = nameToCall(clause);
  if (name !== undefined) return ruled("en/call-me", { slot: "called", body: "", name });
  const standing = lasting || STANDING.test(clause);
  if (ONCE.test(clause) && !standing) return undefined;
  const body = bodyOf(clause);
  const deed = body.replace(ALWAYS, "");
  if (body === "" || body.length > 200 || /\byou\b/i.test(body) || TALK.test(deed) || STATEMENT.test(body))
    return undefined;
  const way = WAYS.find(([, pattern]) => pattern.test(body))?.[0];
  const ordered =
    DEED.test(body) || STOP_DOING.test(body) || BARE_WAY.test(body) || (way !== undefined && standing);
  if (!ordered || !(standing || lasts(body, way))) return undefined;
  const context = CONTEXT.exec(body)?.[1];
  if (way !== undefined && context !== undefined)
    return ruled("en/instruction:context", { slot: `instruction:${way}:${thing(context)}`, body });
  const slot = `instruction:${way ?? thing(deed).split(" ").slice(0, 6).join(" ")}`;
  return ruled(`en/instruction:${way ?? "other"}`, { slot, body });
}

function nameToCall(clause: string): string | undefined {
  const fine = NAME_IS_FINE.exec(clause)?.[1];
  if (fine !== undefined && !NO_NAME.test(fine)) return fine;
  const called = CALL_ME.exec(clause);
  if (called === null || NOT_A_NAME.test(called[2]!.split(" ")[0]!) || !AFTER_NAME.test(called[3]!))
    return undefined;
  return `${called[1] ?? ""}${called[2]!}`;
}

/** The clause without what only asks: "I'd like you to", "please", "from now on". */
function bodyOf(clause: string): string {
  let body = clause.replace(STANDING, "").replace(/^[,\s]+/, "");
  for (let i = 0; i < 3 && WISH.test(body); i += 1) body = body.replace(WISH, "");
  return body
    .replace(/^(?:just|also|so|then|and|but|ok|okay)\s+/i, "")
    .replace(/^(?:did|would) not /i, "do not ")
    .replace(/(?<![,\s])[,\s]*(?:please|thanks|thank you|ok|okay|from now on)$/i, "");
}

const KEEP_WITH_ME =
  /^keep (?:it|things) (?:\w+ )?(?:short|brief|casual|simple|formal|professional|light|friendly) (?:with|for) me\b/i;

/** Whether an order is meant for every time: by "always", by a "don't" in general, or because it is a way of answering. */
function lasts(body: string, way: string | undefined): boolean {
  if (/^(?:please )?(?:always|never|do not ever)\b/i.test(body)) return true;
  if (KEEP_WITH_ME.test(body)) return true;
  const points = /\b(?:it|this|that|these|the)\b/i.test(
    body.replace(/\bthe (?:metric|imperial|same)\b/i, ""),
  );
  if (/^(?:please )?(?:do not|stop|avoid|no more|quit)\b/i.test(body)) {
    return way !== undefined || (!points && (STOP_DOING.test(body) || FORBIDDEN.test(body)));
  }
  if (/^no /i.test(body) && BARE_WAY.test(body)) return true;
  if (way === undefined) return false;
  if (way === "language") return true;
  if (way === "tone" && /^be /i.test(body)) return /\b(?:with|to) me\b/i.test(body);
  return (
    !points &&
    (/^(?:only|use|give|show|be|keep|prefer|stick)\b/i.test(body) ||
      /\b(?:only|all|your|always)\b/i.test(body) ||
      BARE_WAY.test(body))
  );
}

/** "Never use emojis" → "never to use emojis", "do not call me Bob" → "not to call me Bob". */
function wanted(body: string): string {
  const plain = body
    .replace(/^please /i, "")
    .replace(/\byour (?=(?:\w+ )?(?:answers|replies|responses|messages|explanations))/i, "");
  const denied = /^(?:do not ever|never) (.+)$/i.exec(plain);
  if (denied !== null) return `never to ${lowerFirst(denied[1]!)}`;
  const not = /^do not (.+)$/i.exec(plain);
  if (not !== null) return `not to ${lowerFirst(not[1]!)}`;
  const always = /^(always|only) (.+)$/i.exec(plain);
  if (always !== null) return `${always[1]!.toLowerCase()} to ${lowerFirst(always[2]!)}`;
  return DEED.test(plain) || /^(?:stop|avoid)\b/i.test(plain) ? `to ${lowerFirst(plain)}` : lowerFirst(plain);
}

function lowerFirst(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words[0]!.toLowerCase() + words.slice(1) : words;
}

/** An instruction as a finding: what the speaker wants the assistant to do. */
export function instructionFindings(
  { name: called, body, slot }: Instruction,
  condition: string,
  lead: Lead,
  { speaker }: Talk,
): Finding[] {
  const name = speaker.name ?? "the user";
  const sure = { ...asked({ ...lead, hedged: false }), slot };
  if (called !== undefined)
    return [
      { ...sure, topic: "name", text: sentence(`${name} wants to be called ${called}`)!, value: called },
    ];
  const wish = wanted(body);
  const words = /^(?:(?:never|not|always|only) )?to\b/.test(wish)
    ? `${name} wants the assistant ${wish}`
    : `${name} wants ${wish} from the assistant`;
  const text = sentence(thirdPerson(`${words}${condition === "" ? "" : ` ${condition}`}`, name));
  return text === undefined ? [] : [{ ...sure, topic: "instruction", text }];
}

const REMIND =
  /^(?:please |and |also |just ){0,4}(?:(?:can|could|will|would) you )?(?:please )?(?:remind me|do not let me forget|help me remember|set a reminder(?: for me)?|add (?:a )?(?:reminder|todo)(?: for me)?|make sure I (?:remember|do not forget))(?<how> (?:that I (?:have|need) to|to|about|for|that)| (?=on |at |in |by |tomorrow|tonight|next |every )) ?(?<what>.+)$/i;
const REMEMBER_TO = /^(?:please )?(?:remember|do not forget)(?<how> to) (?<what>.+)$/i;
/** Actions of the assistant rather than the speaker. */
const ADVICE =
  /^(?:take (?:care|it|breaks|time|a (?:break|deep))|find|listen|enjoy|have|stay|keep|believe|relax|breathe|smile|be|rest|celebrate|trust|focus|follow|make time|look after|love|live|dream)\b|\byour(?:self)?\b/i;
const FOR_ASSISTANT = /^(?:always|never|use|answer|reply|respond|be|keep|not|call|address|speak|write)\b/i;

/** "Remind me to …", "don't forget to …", "todo: …". */
export function readReminder(text: string, lead: Lead, { speaker }: Talk): Finding | undefined {
  const asked = REMIND.exec(text);
  const match = asked ?? REMEMBER_TO.exec(text);
  if (match === null && !lead.todo) return undefined;
  const words = match?.groups?.what ?? text;
  if (words.length < 4 || (asked === null && !lead.todo && (FOR_ASSISTANT.test(words) || ADVICE.test(words))))
    return undefined;
  const name = speaker.name ?? "the user";
  const dated = withDates(words, speaker.at, "future");
  const what = thirdPerson(dated.text, name);
  const verb = verbForm(what.split(" ")[0]!)?.form === "base" || / to$/.test(match?.groups?.how ?? "");
  const said = sentence(
    `${name} wants to be reminded ${/^(?:on|at|in|by|before) /.test(what) ? "" : verb ? "to " : "about "}${what}`,
  );
  if (said === undefined) return undefined;
  return {
    ...REQUESTED,
    topic: "todo",
    slot: `plan:${planThing(dated.bare)}`,
    text: said,
    expiresAt: ahead(dated.ranges, speaker.at)?.to ?? null,
  };
}

const SAYS_NOTHING =
  /\byou(?:r|rs|rself)?\b|^(?:that|this|it|there|they|when|how|what|where|why|who|just|anything|everything|nothing|life|progress|success|everyone|nobody|people|love)\b/i;
const ABOUT =
  /^(.{2,50}?) (?:is|are|was|has|have|costs?|starts?|ends?|lives?|works?|opens?|closes?|moved|takes?|needs?|likes?|loves?|hates?|prefers?)\b/i;

/** About the speaker, a name, a thing that is theirs, a number: not a word of wisdom. */
function definite(text: string): boolean {
  return /^(?:i|my|we|our|the|this|his|her|their)\b|\d/i.test(text) || /\p{Lu}/u.test(text);
}

/** A sentence to remember that no rule matches: kept in the third person. */
export function noted(text: string, lead: Lead, { speaker, others }: Talk): Finding | undefined {
  const words = text.split(" ");
  const says = words.some(
    (word) => verbForm(word) !== undefined || isPast(word) || /^(?:will|can|must|should)$/i.test(word),
  );
  if (words.length < 3 || !says || SAYS_NOTHING.test(text) || !definite(text) || isSecret(text))
    return undefined;
  const name = speaker.name ?? "the user";
  const dated = /\b(?:birthday|anniversary)\b/i.test(text)
    ? text
    : withDates(text, speaker.at, "future").text;
  const said = sentence(thirdPerson(dated, name));
  if (said === undefined) return undefined;
  const about = ABOUT.exec(text)?.[1];
  const named =
    others.find((other) => text.startsWith(`${other} `)) ?? /^\p{Lu}[\p{L}-]+$/u.exec(about ?? "")?.[0];
  return {
    ...REQUESTED,
    topic: "noted",
    slot: about === undefined ? null : `noted:${thing(about)}`,
    text: said,
    about: undefined,
    ...(named === undefined ? {} : { named }),
    corrects: lead.corrects,
  };
}
