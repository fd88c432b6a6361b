import type { ForgetRequest } from "../language.ts";
import { regex } from "../shared/words.ts";

/** A verb that asks to forget, with what stands around it. */
const VERB = /\b(forget|delete|erase|remove|wipe|scrub|discard|bin|drop|clear)\b/i;
/** Before the verb: nothing, a name that is called, or words that ask. */
const ASKS =
  /(?:^|[,;:–—-] ?|\b(?:please|pls|plz|kindly|just|also|now|and|so|then|ok|okay|hey|actually|you (?:can|may|should|must)|(?:can|could|would|will) (?:you|u|ya)|(?:want|like|need) (?:you|u) to))$/i;
/** "Quill forget …": one person forgets, "quill forgets", so it is said to Quill. */
const CALLED =
  /^(?!(?:i|we|you|they|people|men|women|kids|children|folks|never|always|often|to|not|dont|wont|cant|who|let)$)[\p{L}'-]*[^s\W]$/iu;
const CONTRARY =
  /\b(?:don'?t|do not|never|won'?t|didn'?t|not|cannot|can'?t|let me|always|make me)(?: \w+)? (?:forget|delete|erase|remove)\b/i;

/** Where memories are. */
const MEMORY =
  "(?:your|the|ur|any|anybody's|anyone's) (?:head|mind|brain|memory|memories|notes?|records?|database|files?|profile|log)|(?:the )?record|memory";
const FROM_MEMORY = regex.i` ?\b(?:from|off|out of|in|on) (?:${MEMORY})\b`;
/** Only what was said before tells what is meant. */
const POINTS =
  /^(?:(?:about )?(?:it|that|this|all (?:of )?(?:it|that|this)|everything|that one|the (?:last|previous) (?:one|bit|part|thing|message|msg|line)|my (?:last|previous) (?:message|msg|line)|(?:that )?(?:what|everything|all)(?: that)? (?:i|I) (?:just )?(?:said|told you|wrote|sent|typed)|(?:that )?i (?:ever |just )?(?:said|mentioned|told you|brought up|wrote|sent)(?: (?:it|that|this|anything|any of (?:it|that)))?|(?:that|it) ever (?:come|came|happened)(?: up)?|(?:you|u) (?:heard|saw|read) (?:it|that|this)))(?:,.*)?$/i;
/** "Forget it" alone means "never mind". */
const NEVER_MIND =
  /^(?:just |oh |ok |okay |well |nah |no |so |and |ugh |meh |lol ){0,4}forget (?:it|about it)(?:,.*)?$/i;
const SOFT =
  /(?:[, ]{1,3}(?:please|pls|plz|thanks|thank you|thx|ok|okay|now|lol|haha|for me|if (?:you|u) can|will (?:you|u)|would (?:you|u)|would (?:you|u) mind|right|yeah|mate|again|completely|entirely|altogether|for good|too|as well)){1,3}$/i;
const BEFORE_NAME =
  /^(?:(?:(?:the|that|this) (?:part|bit|note|entry|fact|memory|info|information|stuff|thing|things|business|story|matter|episode|incident|chat|conversation) (?:about|with|of|on|that|where|when)|that|about|on|of|regarding|everything|all|anything|whatever|what|(?:i|you|u) (?:ever |just |have )?(?:said|told you|mentioned|know|remember|saved|stored|noted|got|learned)) ){1,5}/i;
const KIND =
  /^(?:the|that|this|my|our) (?=.)| (?:business|thing|things|stuff|story|matter|episode|incident|situation|saga|drama|chat|conversation|bit|part)$/gi;

/** Words that name something of the speaker's, and not a text or a file at hand. */
const AT_HAND =
  /\b(?:file|files|line|lines|paragraphs?|sentences?|branch|word|words|comment|comments|column|row|table|folder|code|function|draft|email|photo|picture|app|tabs?|commit|duplicates?|spaces?|slide|chapter)\b/i;

/** "That thing about the note, can you bin it": named first, then asked for. */
const NAMED_FIRST =
  /^(?:.{0,40}?, )?(?:oh |and |n |so |also |ok |hey |well ){0,4}((?:that|the|this|my|our|what i (?:said|told you) about) [^,]{2,80}?),? (?:(?:please|pls|just|kindly|can (?:you|u)|could (?:you|u)|would (?:you|u)|i want (?:you|u) to) ){1,3}(?:forget|bin|delete|erase|drop|scrub|wipe) (?:it|that|this|about it|(?:that|it) ever (?:come|came|happened))\b/i;
const NOT_ON_RECORD = regex.i`^(?:.{0,40}?, )?([^,]{3,100}?) (?:ought not(?: to)?|should not|shouldn't|shouldnt|must not|mustn't|does not need to|doesn't need to|is not to|isn't to) (?:be|stay|remain|go) (?:kept |stored |saved |written |noted )?(?:down )?(?:in|on) (?:${MEMORY})\b`;
const NOT_TO_KEEP =
  /(?:^|[,;:] ?|\b(?:please|pls|plz|just|so|and|kindly) )(?:do not|don't|dont|stop|no longer|quit|i (?:do not|don't|dont) want (?:you|u) to|(?:you|u) (?:do not|don't|dont) (?:need|have) to) (?:keep track of|keeping track of|keep|keeping|remember|remembering|store|storing|save|saving) (.{2,120})$/i;
const NOT_KEPT_IDIOM =
  /^(?:me\b|it (?:for|up|down|short|simple|brief|real|cool|in)|going|doing|calling|asking|saying|quiet|if\b|whether\b|what\b|who\b|where\b|when\b|why\b|how\b|seeing\b|my password)/i;
const UNSAID =
  /\b(?:(?:pretend|act like|say) (?:that )?i (?:never|did not|didn't) (?:say|said|mention|mentioned|tell|told you|bring up|brought up)|(?:you|u) (?:never|did not|didn't) (?:hear|heard|see|saw|read)|i never (?:said|mentioned)|ignore my (?:last|previous) (?:message|msg))\b(?: (.{2,80}))?$/i;

const TOLD = /^(?:everything|all|anything|whatever|what|that i\b|the (?:part|bit|fact)|about\b)/i;

/** "Forget to", "forget him for a moment". */
const NOT_MEMORIES =
  /^(?:to|how|where|when|who|why|whether|if|which|me|him|her|them|us|you)\b|^what$|\bfor (?:a (?:second|sec|moment|minute|bit|while)|now|the moment)$/i;

export function requestInEnglish(words: string): ForgetRequest | undefined {
  const sentence = words.replaceAll("’", "'");
  if (CONTRARY.test(sentence)) return undefined;
  const first = NAMED_FIRST.exec(sentence) ?? NOT_ON_RECORD.exec(sentence);
  if (first !== null) return requestAbout(first[1]!);
  const unkept = NOT_TO_KEEP.exec(sentence)?.[1];
  if (unkept !== undefined && !NOT_KEPT_IDIOM.test(unkept)) return object(unkept, "forget", sentence);
  return requestByVerb(sentence) ?? unsaid(sentence);
}

function requestByVerb(sentence: string): ForgetRequest | undefined {
  let from = 0;
  for (;;) {
    const match = VERB.exec(sentence.slice(from));
    if (match === null) return undefined;
    const at = from + match.index;
    const before = sentence.slice(0, at).trimEnd();
    from = at + match[0].length;
    if (!ASKS.test(before) && !CALLED.test(before)) continue;
    const request = object(sentence.slice(from).trim(), match[1]!.toLowerCase(), sentence);
    if (request !== undefined) return request;
  }
}

/** The object of the verb; for any verb but "forget" it must clearly refer to memory. */
function object(after: string, verb: string, sentence: string): ForgetRequest | undefined {
  const soft = after.replace(SOFT, "").trim();
  if (soft === "" || NEVER_MIND.test(sentence)) return undefined;
  const inMemory = FROM_MEMORY.test(soft);
  const bare = soft.replace(FROM_MEMORY, "").trim();
  if (POINTS.test(bare)) return verb === "forget" || inMemory ? { about: null } : undefined;
  const isTold = TOLD.test(bare);
  if (verb !== "forget" && !inMemory && !isTold) return undefined;
  if (verb === "forget" && NOT_MEMORIES.test(bare.split(",", 1)[0]!)) return undefined;
  return requestAbout(bare);
}

function requestAbout(words: string): ForgetRequest | undefined {
  const about = words
    .split(/[,;]/, 1)[0]!
    .replace(SOFT, "")
    .replace(BEFORE_NAME, "")
    .replace(KIND, "")
    .replace(KIND, "")
    .trim();
  if (about.length < 2 || POINTS.test(about) || AT_HAND.test(about)) return undefined;
  return { about };
}

function unsaid(sentence: string): ForgetRequest | undefined {
  const match = UNSAID.exec(sentence);
  if (match === null) return undefined;
  const what = match[1]?.replace(SOFT, "").trim();
  if (
    what === undefined ||
    /^(?:it|that|this|anything|a thing|a word|nothing|any of (?:it|that|this))\b/i.test(what)
  )
    return /\bi never (?:said|mentioned)\b/i.test(match[0]) && !/^i never|^never/i.test(sentence)
      ? undefined
      : { about: null };
  return /^i never/i.test(match[0]) ? undefined : requestAbout(what);
}
