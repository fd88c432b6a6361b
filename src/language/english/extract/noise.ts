import { regex } from "../../shared/words.ts";

const JOKE =
  /\b(?:lol|lmao+|rofl|jk|just kidding|kidding|joking|just joking|\/s|sarcasm|haha(?:ha){1,4}|hahaha+|as a joke|yeah right)\b|(?:^|\s)(?:\/s|xd)$/i;

/** "I own a jet, and a yacht, just kidding": nothing of it is meant. */
const WAS_JOKING = /\b(?:jk|j\/k|(?:just|only|totally) (?:kidding|joking)|i'?m kidding)\b/i;

/** "Yeah right, I love Mondays": the opposite is meant. */
export function isSarcastic(clause: string, next: string): boolean {
  if (/^(?:yeah,? right|oh,? sure|as if|sure,? jan|e\.g\.?)$/i.test(clause) || NOBODY_SAID.test(next))
    return true;
  return DELIGHTED.test(clause) && /^i (?:\w+ )?(?:love|enjoy|adore|live for)\b/i.test(next);
}

const NOBODY_SAID = /^said (?:nobody|no one)\b/i;
const DELIGHTED =
  /^(?:oh,? |ah,? )?(?:great|sure|wonderful|fantastic|lovely|brilliant|perfect|joy|yay|fun|of course|because)(?: (?:thanks|then))?$/i;

/** "Just kidding" takes back what was said before it. */
export const ENGLISH_TAKES_BACK =
  /^(?:(?:haha+|lol|no|nah|ok|okay|i am|i'm|im)[,.!]? ){0,4}(?:jk|j\/k|(?:just |only |totally )?(?:kidding|joking|messing with you|pulling your leg)|psych|april fools?)\b|^(?:not really|as if|yeah right|said no one ever|nah)[.! ]*$/i;

/** "Scratch that", before or after what was wrong. */
export const ENGLISH_CORRECTS =
  /^(?:(?:oh|no|wait|sorry|ah)[\s,.，。]{1,3}){0,3}(?:no wait|wait no|scratch that|correction|i misspoke|i got that wrong)|\b(?:typo|autocorrect)\b/iu;

/** "Remember that, please", after what is to be remembered. */
export const ENGLISH_ASKS_TO_KEEP =
  /^(?:(?:please|pls|so|and|can you|could you|you should|do)\s+){0,4}(?:remember|note|keep in mind|do not forget|don't forget|save|store|memori[sz]e|keep)(?: (?:that|this|it|these))?(?: (?:please|pls|down|for (?:later|me|next time|the future)|somewhere|in mind)){0,4}[.!]*$/iu;

const ASKING =
  /^(?:(?:what|who|whom|whose|which|why|how)\b|(?:when|where) (?:is|are|do|does|did|can|should|would|will|was|were|has|have|am|exactly)\b|(?:is|are|am|was|were|do|does|did|has|can|could|will|would|should|may|might|shall) (?:i|you|we|he|she|it|they|there|that|this|the|my|your|a|an|anyone|someone|any)\b|have (?:you|we|i|they)\b|(?:is|are|do|does|did|can|could|will|would|should|have|has) not (?:i|you|we|he|she|it|they)\b|any (?:ideas?|suggestions?|tips|advice|recommendations?|thoughts|chance|good)\b|(?:anyone|anybody|ever|got any|wanna|want to) (?!be)|(?:could|can|would) (?:someone|anybody|anyone)\b|guess (?:what|who|where)\b|tell me\b|(?:i )?wonder(?:ing)?\b|(?:i am|i was) (?:just )?(?:wondering|curious)|(?:do|did) not you\b|remember (?:when|how|that time|the time|me)\b|is it\b)/i;
const TAG =
  /,? (?:right|huh|no|yes|ok|okay|correct|is not it|am I|do I|are not I|aren't I|don't I|isn't it|eh|yeah)$/i;

/** A question by its form, an order by its meaning. */
const STANDING_REQUEST =
  /^(?:can|could|would|will) you (?:please )?(?:always|never|stop|from now on|only|keep|not|remind me|remember)\b/i;

/**
 * Whether a clause asks. In a sentence with a question mark its last clause does; the ones before it may well tell
 * something: "I'm a nurse, which shoes should I buy?"
 */
export function asksQuestion(clause: string, marked: boolean, last: boolean, alone: boolean): boolean {
  if (STANDING_REQUEST.test(clause)) return false;
  if (ASKING.test(clause)) return true;
  if (!marked) return false;
  return last || alone || TAG.test(clause);
}

const UNREAL =
  /\b(?:i|we) wish\b|\bif only\b|^(?:imagine|suppose|supposing|pretend|assuming|assume|hypothetically|let us say|say)\b|\b(?:as if|as though|like) i (?:was|were|am)\b|\bwould have\b|\bcould have\b|\bshould have\b|\bin (?:my|the|this|a|our) (?:\w+ )?(?:story|novel|game|dream|script|fanfic|book|movie|role-?play|scenario|campaign)\b|^(?:for example|e\.g\.|for instance|such as)|\bi (?:feel|felt|look|looked|sound|act|was|am) like an?\b|\bi (?:could|would|might|may) be\b|\bnot (?:sure|certain) (?:if|whether|that|i)\b|\bi doubt\b|\bor something\b.{0,200}\?|\bi am (?:just )?(?:joking|kidding)\b|\bwhat if\b|\bsupposedly\b|\b(?:almost|nearly) (?!(?:\d|every|all\b|always|never|an?\b|the\b|as\b|no\b|daily|done|there|half|finished))|\bforget (?:that|what|about|it|everything|my)\b|\bto (?:forget|delete|remove|erase)\b.{0,200}\b(?:that|my|what)\b/i;

/** Wishes, suppositions, examples: said without being so. */
export function isUnreal(clause: string, link: string): boolean {
  return (
    UNREAL.test(clause) ||
    (link === "so" && /^(?:i|we) (?:can|could|do not have to)\b/i.test(clause)) ||
    link === "or"
  );
}

const REPORTS =
  /\b(?:says?|said|tells?|told|asks?|asked|thinks?|thought|claims?|claimed|wrote|writes|texted|goes|went|was like|is like|swears?|believes?|insists?|reckons?|yells?|shouts?|replied|answered|quotes?|sings?|sang|reads)(?: (?:me|us|him|her|them|to me|that))?$/i;
const BY_OTHERS = /^(?!i\b|we\b).*$/i;

/** "My friend says, …": what follows is not the speaker's own. */
export function reports(clause: string): boolean {
  return REPORTS.test(clause) && BY_OTHERS.test(clause);
}

const TOLD =
  "(?:said|says|saying|told (?:me|us|everyone)|tells (?:me|us|everyone)|wrote|writes|texted|announced|joked|whispered|shouted|yelled|claims|claimed|insists|insisted|swears|swore|was like|is like|were like|goes)";
/** "I'm moving to Canada, he said", "my boss was like I quit": somebody else's words without marks around them. */
const QUOTATION = regex.iu`, (?:and )?(?!i |we |like i |nobody |no one |everyone |everybody |people |who |which |it )[\p{L}'-]+(?: [\p{L}'-]+)? ${TOLD}\b|(?:^|[,;:] ?|\b(?:and|so|but|then) )(?!i |we |like i )(?:[\p{L}'-]+ ){1,3}(?:just |always |literally |then )?${TOLD}[ ,:]+(?:that )?(?:i|i'm|im|i've|my|we|we're)\b`;

/** "Write an email saying I live in …": text to be written, not a fact. */
const COMMISSION =
  /^(?:(?:hi|hey|hello|ok|okay|please|pls|now|so|and|can you|could you|would you|will you|help me(?: to)?|i (?:need|want) (?:you )?to|i would like (?:you )?to)[\s,]+){0,4}(?:write|draft|compose|send|text|e-?mail|tell|post|prepare|reply|respond|message)\b[^.!?]*?\b(?:saying|says?|telling|tell|explaining|explain|stating|that|asking|mentioning|about how|where i|in which i|because)\b/i;

/** Whether nothing of a sentence is the speaker's own and meant. */
export function isUnmeant(sentence: string): boolean {
  return (
    COMMISSION.test(sentence) ||
    WAS_JOKING.test(sentence.slice(sentence.lastIndexOf(",") + 1)) ||
    QUOTATION.test(sentence)
  );
}

/**
 * Figures of speech that have the form of a fact: "I'm allergic to Mondays", "married to my job". They are never meant
 * literally.
 */
const UNSERIOUS = String.raw`(?:mondays?|tuesdays?|mornings?|alarm clocks?|small talk|work(?:ing)?|people|humans|idiots|stupid(?:ity)?|bullshit|drama|nonsense|responsibilit(?:y|ies)|commitment|effort|exercise|cardio|running|cleaning|chores|homework|maths?|school|adulting|being \w+|getting \w+|losing|failure|fun|feelings|meetings|e-?mails|deadlines|taxes|bureaucracy|traffic|bad (?:vibes|coffee|jokes|puns))`;

const FIGURES: readonly RegExp[] = [
  regex.i`\ballergic to (?:the |all )?(?:${UNSERIOUS}$|(?:waking|your|this|that) )`,
  /\bmarried to (?:(?:my|the|his|her) )?(?:job|work|phone|laptop|career|couch|sofa|bed|game|sea|road|gym|coffee|sport|business)\b/i,
  /\bpregnant with (?!twins|triplets|my |our |a |number )/i,
  /\b(?:phd|ph\.d|degree|masters?|black belt|olympic medal|gold medal) in (?:overthinking|procrastinat\w+|sarcasm|bullshit\w*|being \w+|napping|complaining|worrying|bad decisions|doing nothing|sleeping|eating|gossip\w*|small talk|adulting)/i,
  /\b(?:hate|love|dislike|adore|enjoy)s? (?:\w+ )?(?:(?:mondays|my life|everyone|everything|waiting)$|when )/i,
  /\b(?:love|adore|enjoy|live for) (?:\w+ )?(?:(?:being ignored|getting up at \d+)$|waiting in (?:line|queue)|paying (?:taxes|bills|rent)|being stuck )/i,
  /\bmy (?:diet|blood|blood type|body) is (?:mostly |basically |just |literally |made of ){0,4}\d* ?%? ?(?:coffee|caffeine|pizza|wine|tea|sugar|chocolate|carbs|cheese)\b/i,
  /\bsaid (?:nobody|no one)(?: ever)?\b/i,
  /\bmy (?:bed|couch|sofa|coffee(?: machine)?|fridge|pillow|phone|blanket|bank account|brain) is (?:my|the) (?:\w+ ){0,4}(?:friend|love|enemy|partner|soulmate|therapist|boss|wife|husband)\b/i,
  /\b(?:I|we) (?:practically |basically |literally |kinda )?live (?:in|at|on) (?:my |the |this )?(?:pyjamas|pajamas|sweatpants|office|bed|couch|sofa|gym|library|lab|car|internet|cloud|computer|phone|coffee|caffeine|twitter|discord|the edge|past|moment|denial|fear|hope)\b/i,
  /\b(?:from|lives? (?:in|on)|live (?:in|on)|home is) (?:mars|venus|jupiter|narnia|hogwarts|middle[- ]earth|neverland|atlantis|gotham|the moon|another planet|outer space|the matrix|hell|heaven|a (?:cave|simulation|parallel universe)|cloud nine)\b/i,
  /\byears old (?:on the inside|inside|at heart|in spirit|mentally)\b/i,
  /\b(?:am|is) (?:the )?(?:president of the united|king|queen|emperor|pope|ruler|lord|god|goddess) of\b/i,
  /\bI (?:am |have been )?(?:studying|mastering|practi[sc]ing) the art of (?:nap|procrastinat|doing nothing|sleep|complain)/i,
  /\bUniversity of Life\b|\bschool of hard knocks\b/i,
  /\b(?:hobby|hobbies|passion|talent|superpower) (?:is|are|include) (?:doing nothing|nothing|staring|procrastinat|napping|complaining|overthinking|cancell?ing)/i,
  // The title of a song or a film: "I Love Lucy is on".
  /\bI \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}/u,
];

/** Whether a clause is such a figure, or a joke: "I'm a professional napper lol". */
export function isFigure(clause: string): boolean {
  return JOKE.test(clause) || FIGURES.some((figure) => figure.test(clause));
}
