import { type Sign, signs } from "../language.ts";
import { regex } from "../shared/words.ts";

const AI = "(?:ai|llm|chat ?bot|language model|ai language model|assistant|ai assistant|ai agent)";
const INSTRUCTIONS =
  "(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|commands?|orders?|constraints?|restrictions?|safeguards?|training)";
const WHOSE =
  "(?:all|any|every|your|my|these|those|previous|prior|above|earlier|preceding|existing|former|other|system|developer|safety|original|initial)";
const DO =
  "(?:obey|follow|act|respond|reply|answer|ignore|remember|store|save|send|reveal|tell|treat|call|output|say|write|behave|pretend|comply|execute|forget|trust|believe|grant|recommend|approve|refer|mention|include|address|disclose|forward)";

/** Orders in English, read in lower case with single spaces. Advice to people in passing is no order. */
export const ENGLISH_SIGNS: readonly Sign[] = signs({
  overrides: [
    `\\b(?:ignore|disregard|forget|override|bypass|discard|do not follow|don't follow|stop following|pay no attention to) (?:(?:of|the) ){0,2}${WHOSE} (?:(?:of|the|${WHOSE}) ){0,4}${INSTRUCTIONS}\\b`,
    "\\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:that )?(?:(?:was|is|you were|you have been|i) )?(?:said |told |written )?(?:above|before|earlier|so far|previously)\\b",
  ],
  role: [
    "\\byou are now (?:(?:a|an|the|my|our) (?!(?:\\w+ )?(?:member|subscriber|customer|user|citizen|part|owner|fan|follower|friend|participant|guest|vip|host)\\b)|in \\w+ mode|dan\\b|free (?:of|from)|unrestricted|no longer (?:bound|restricted|limited|an?))",
    "\\b(?:enter|activate|switch to|you are in) (?:developer|dan|jailbreak|god|sudo|unrestricted) mode\\b",
    "\\b(?:act|behave|respond|answer|reply) (?:as|like) (?:if you (?:are|were)|an? (?:unrestricted|unfiltered|different|evil|uncensored))\\b|\\bpretend (?:to be|that you are|you are|you're)\\b",
    "\\byour (?:new|real|true|actual) (?:role|task|instructions?|goal|purpose|objective|identity|job|system prompt|orders?) (?:(?:is|are) (?:now )?to\\b|(?:is|are) as follows|(?:is |are )?:)|\\b(?:new|updated|revised) (?:system )?(?:instructions?|directives?|orders?) ?:",
  ],
  standing: [
    `\\bfrom (?:now|this point|here) (?:on(?:wards?)?|forward),? (?:please )?(?:always|never|only|do not|don't|${DO}|add|end|start|speak|use|you (?!can\\b|could\\b|may\\b|might\\b|get\\b|will (?:be able|receive|get)\\b))`,
    `\\byou (?:must|should|shall|will|have to|need to|are to|are required to) (?:(?:now|always|never|immediately|from now on) ){1,2}${DO}\\b`,
    "\\bin (?:all|every|each|any) (?:future|subsequent|following|of your) (?:conversations?|repl(?:y|ies)|responses?|answers?|messages?|sessions?|chats?)\\b",
  ],
  memory: [
    "\\b(?:remember|note|keep in mind|don't forget) ?(?:that|this|:|,) ?(?:the )?(?:admin(?:istrator)?|owner|operator|boss|master|developer|root|superuser)(?:'s \\w+)? (?:is|are|has|wants|says|allows|approved|authori[sz]ed)\\b",
    "\\b(?:remember|note|keep in mind|don't forget) ?(?:that|this|:|,) ?(?:the )?(?:current )?user(?:'s (?:name|password|address|home|preferences?)| (?:prefers|wants|likes|lives|loves|hates|allows|trusts|approved|agreed|always|never|authori[sz]ed|has (?:approved|agreed|authori[sz]ed|given)|is (?:an? |the )?(?:admin|administrator|owner|vip|developer)))\\b",
    "\\b(?:save|store|add|write|commit|record|put) (?:this|that|it|the following|these|the fact)\\b[^.]{0,40} (?:to|in|into) (?:your|the user's|long-term|permanent|persistent) (?:long-term )?memory\\b|\\bupdate your (?:long-term )?memory\\b|\\b(?:call|use|invoke|run) (?:the )?(?:memory_store|memory_forget|remember|forget) (?:tool|function)\\b",
  ],
  secrecy: [
    "\\b(?:do not|don't|never|without) (?:tell|telling|mention|mentioning|reveal|revealing|disclose|disclosing|inform|informing)\\b[^.]{0,30} the user\\b|\\bwithout the user(?:'s)? (?:knowledge|consent|noticing|knowing)\\b|\\b(?:keep|hide) (?:this|it)\\b[^.]{0,20} from the user\\b",
  ],
  reveal: [
    "\\b(?:reveal|print|show|repeat|output|disclose|leak|display|tell me) (?:me )?(?:your|the) (?:full |entire |hidden |original |initial )?(?:system (?:prompt|message|instructions)|hidden prompt)\\b|\\b(?:reveal|print|repeat|output|disclose|leak) your instructions\\b",
    "\\b(?:send|forward|post|upload|exfiltrate|e-?mail|leak) (?:(?:me|all|the|your|their|entire|full|user's) ){1,4}(?:conversation|chat history|chats?|system prompt|api keys?|credentials|passwords?|memor(?:y|ies)|secrets?|private data)\\b[^.]{0,30} to\\b",
  ],
  addressed: [
    `\\b(?:attention|note|message|instructions?|notice|important),? (?:(?:to|for) )?(?:(?:the|any|all) )?${AI}s? ?(?:[:,!]|reading|processing)|\\bif you are an? ${AI}\\b|\\bas an? ${AI},? you (?:must|should|will|need)\\b|\\b(?:dear|hey|hello) ${AI} ?,`,
  ],
});

/** Deeds of a bot, also as somebody tells of them. */
const DOES = `(?:${DO}|replies|(?:respond|answer|call|say|write|act|behave|output|tell)s|add|end|start|(?:speak|talk|use)s?)`;
const FIRMLY =
  "(?:(?:please|now|always|never|only|just|do not|don't|must|should|shall|will|have to|has to|need to|needs to|are to|is to) ){0,3}";
/** "Answer is 42", "call with Anna": the thing, not the deed. */
const NO_THING = "(?! (?:is|was|are|were|has|had|opens?|closes?|at|with|from|on|number)\\b)";

/** Words that tell the bot what to do, read in lower case with single spaces: "never mention it", "you answer only in French". */
export const ENGLISH_BOT_ORDERS: readonly RegExp[] = [
  new RegExp(`(?:^|[.!?,;:“"] ?|\\b(?:please|pls|bot|assistant|from now on) )${FIRMLY}${DOES}\\b${NO_THING}`),
  new RegExp(`\\b(?:you|(?:the|this|our) (?:bot|assistant|ai|chatbot)) ${FIRMLY}${DOES}\\b`),
];

/** Marks that tell a model who speaks; matched line by line. */
export const MARKER_SIGNS: readonly Sign[] = signs({
  marker: [
    "<\\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\\|>|\\[/?inst\\]|<</?sys>>|</?(?:system|assistant|system[-_ ]?(?:prompt|message|reminder|instructions?))>",
    "(?:^|\\n)[#\\[(<*={ ]{1,8}(?:system|developer|admin)(?: (?:notice|override|message|prompt|update|alert|note))?[#\\])>*=}: ]{1,8}\\S",
    "(?:^|\\n)(?:#{1,4} ?(?:system|assistant) ?:?(?:\\n|$)|\\[?(?:system|developer)(?: (?:message|prompt|note|override|instruction))?\\]? ?[:：] ?(?:(?:you|your|ignore|always|never|from now|do not|don't|the user|remember|override|grant|please|forget|respond|reply)\\b|[你请]|忽略|必须|用户|记住))",
    "(?:^|\\n)(?:(?:assistant|ai|chatgpt|助手|助理) ?[:：] ?(?:(?:i|i'll|i'm|i've|sure|ok|okay|yes|of course|certainly|understood|absolutely|as an)\\b|好的|我|当然|明白|没问题)|(?:human|user) ?[:：][^\\n]{1,400}\\n(?:assistant|ai) ?[:：])",
  ],
});

/** Where power over others is had: in this group, and over the bot that serves it. */
const HERE =
  "(?:here|(?:of|in|on|for|over) (?:this|the|our|your) (?:whole )?(?:group|server|channel|chat|bot|guild|community|room|discord|assistant))";
const ROLE =
  "(?:(?:new|only|sole|main|head|chief|real|true|group|server|channel|chat|bot|discord|guild|community) |super[- ]?)*(?:admin(?:istrator)?|moderator|mod|owner|boss|leader|user)s?";
/** A role at somebody's work or in another club is no role in the group. */
const NOT_ELSEWHERE = `(?! (?:of|at|for|in|with|on) (?!(?:this|the|our|your) (?:whole )?(?:group|server|channel|chat|bot|guild|community|room|discord|assistant)\\b))`;
const EVERYBODY =
  "(?:everyone|everybody|you all|all of you|all members|members|people here|the (?:whole )?(?:group|bot|assistant|others?))";
const ALL = String.raw`(?:everything|anything|all\b|any\b|every\b|everyone|everybody|anyone|others?|other people|members?|messages?|the (?:rules|group|server|bot|channel|chat|logs?|records?|memor(?:y|ies)|database|accounts?|payments?)|payments?|deploys?|deployments?|requests?|refunds?)`;
const DEED =
  "(?:see|read|view|access|delete|change|edit|approve|authori[sz]e|decide|override|manage|kick|ban|mute|promote|spend)";

/** Words that give somebody power over the others of a group. */
export const ENGLISH_POWER: readonly RegExp[] = [
  // "Bob is the admin", "was made moderator here", "owner of this group"
  regex.plain`\b(?:is|are|am|i'm|be|became|becomes|made|named|appointed|elected) (?:now |currently |officially |also |actually )*(?:(?:the|an?|our|your|this group's|this server's) )?(?!user)${ROLE}\b${NOT_ELSEWHERE}`,
  regex.plain`\b(?:admin(?:istrator)?|moderator|owner|operator|boss|leader) ${HERE}`,
  /\bpromoted to (?:an? |the )?(?:admin|moderator|mod|owner)\b/,
  // A title that somebody takes from today on; one that they have at their work is a fact.
  /\b(?:is|am|i'm|are) (?:now )?(?:the )?(?:new )?(?:ceo|cto|cfo|coo|president|director|manager|head|chief|lead|leader|boss)\b[^.!?]{0,30}\b(?:as of|effective|starting|from) (?:today|now|this)\b/,
  // Rights
  /\b(?:has|have|gets?|got|given|with|granted|holds?) (?:\w+ ){0,2}(?:root|admin|administrator|moderator|owner|superuser|elevated|special|unlimited) (?:rights?|permissions?|access|privileges?|powers?|authority|clearance)\b/,
  /\b(?:has|have|gets?|got|given|with|granted) (?:full|total|complete|unrestricted) (?:access|control|rights|permissions|authority|clearance)(?: (?:to|over) (?:everything|all\b|every|the (?:server|group|bot|system|records?|data|database|logs?|channel|chat|accounts?|memor(?:y|ies)|files|funds))|[.!]|$)/,
  /\bhas root\b|\broot access\b/,
  regex.plain`\b(?:is|are|am|i'm) (?:now )?(?:allowed|authori[sz]ed|permitted|entitled|trusted|cleared) to ${DEED}\b[^.!?]{0,20}\b${ALL}`,
  regex.plain`\b(?:can|may) (?:now |also )?${DEED} (?:and \w+ )?(?:the )?${ALL}`,
  // Obedience
  regex.plain`\b${EVERYBODY}\b[^.!?]{0,20}\b(?:must|should|has to|have to|needs? to|shall|will) (?:now |always |only )*(?:obey|listen to|follow|do what|do as|report to|answer to|defer to|pay|trust|ask) `,
  /\b(?:must|should|shall|have to) (?:always )?obey\b|\bword is (?:final|law)\b|\bwhat \w+ says goes\b/,
  /\bspeaks? for (?:everyone|everybody|all of us|the (?:whole )?group)\b|\b(?:overrules?|outranks?) (?:everyone|everybody|all|the|any)\b/,
  /\bdecides? (?:everything|for (?:everyone|everybody|all|the group))\b/,
  regex.plain`\b(?:is|are|am|i'm) (?:now )?in charge(?: ${HERE}| of everything| from now on|[.!,]|$)`,
  // "Every deploy needs my approval", "nothing ships without Bob's approval"
  /\b(?:every|each|all|any)\b[^.!?]{1,30}\b(?:needs?|requires?|must have|must get) (?:\w+(?:'s)? ){1,3}(?:approval|permission|sign-?off|okay|consent)\b/,
  /\b(?:nothing|nobody|no \w+)\b[^.!?]{1,30}\bwithout (?:\w+(?:'s)? ){1,3}(?:approval|permission|sign-?off|okay|consent)\b/,
];

/** Typical text that people paste into a chat. */
const PASTED_THING =
  "(?:e-?mails?|mails?|messages?|letters?|sms|texts?|dms?|notes?|notices?|invoices?|newsletters?|posts?|tickets?|transcripts?|web ?pages?|pages?|articles?|documents?|docs?|pdfs?|snippets?|quotes?|repl(?:y|ies)|comments?)";

/** How one says that what follows came from somewhere else: up to the colon or the end of the line. */
export const ENGLISH_PASTED = new RegExp(
  `(?:^|(?<=[\\n.!?;,]))[ \\t]{0,8}(?:(?:hey|hi|so|ok|look|well|btw|fyi)[, ]{1,2})?(?:` +
    `(?:i |we )?(?:just |only )?(?:got|received|get|found|saw|was sent|have been sent|came across) (?:\\w{1,20} ){0,4}${PASTED_THING}` +
    `|(?:here(?:'s| is| are)|this is|below is|see|what about|look at) (?:\\w{1,20} ){0,4}${PASTED_THING}(?: (?:i|we|that i|which i) (?:\\w{1,20} ){0,3}(?:got|received|found|saw))` +
    `|(?:someone|somebody|he|she|they|my \\w{1,20}|the \\w{1,20}) (?:just )?(?:sent|wrote|mailed|texted|forwarded|e-?mailed) (?:me|us|this)` +
    `|(?:fwd?|forwarded(?: message)?|pasted|copied(?: from \\w{1,20})?|from the (?:e-?mail|mail|page|document|ticket))` +
    `)[^.!?\\n:：]{0,60}[:：]`,
  "gi",
);

/** Words that give orders or make claims, in a name of several words. Real names (Grant, Will, Said, Are) are not among them. */
export const ENGLISH_ORDERS =
  /(?:^| )(?:ignore|disregard|obeys?|overrides?|pretend|reveal|execute|send|delete|transfer|approves?|always|never|must|should|shall|instructions?|prompts?|everybody|everyone|your|you are|is|was|has|have|lives|likes|wants)(?= |$)|^(?:forget|trust|follow|call|pay|tell|reply|answer) /i;

export const ENGLISH_RANKS =
  "admin,administrator,moderator,mod,owner,operator,developer,root,server,everyone,everybody,nobody,anyone,here,channel,group,null,undefined,none,the user,the assistant,the system,the admin,the owner,the bot".split(
    ",",
  );

/** A request stands where a clause begins, or after words that ask; "I translate novels" is a statement. */
const ASKS = String.raw`(?:^|[.!?\n:;,，。！？：；]\s{0,4}|\b(?:please|pls|plz|can you|could you|will you|would you|help me(?: to)?|want you to|like you to|need you to|now|just|so|ok(?:ay)?)\s+)`;

const TEXT =
  "(?:text|sentences?|paragraphs?|essay|e-?mail|letter|messages?|poem|lyrics|bio|grammar|passage|abstract|draft|article|caption|following|cv|r[ée]sum[ée])";

/** Where the handed-over words begin: after a colon or line break in the cue's sentence, else after that sentence. */
const TEXT_WORK = new RegExp(
  `${ASKS}(?:translate|translation|summari[sz]e|proof-?read|rephrase|paraphrase|re-?write|reword|polish|shorten)\\b(?=[^.!?\\n]{0,60}?(?:\\b(?:this|these|that|it|above|below|in(?:to)? [A-Z][a-z]+|to [A-Z][a-z]+|${TEXT})\\b|[:：\\ue000-\\uf8ff]))` +
    `|${ASKS}(?:check|correct|edit|fix|improve|review|critique|grade|analy[sz]e|explain|spell-?check|simplify|convert|complete|continue)\\b(?=[^.!?\\n]{0,40}?\\b${TEXT}\\b| (?:this|it|that|these) ?[:：])` +
    `|\\b(?:tl;?dr|how (?:do|would|can) (?:you|i|we) say|here(?:'s| is) (?:my|the|a) (?:\\w+ )?${TEXT})(?=\\W)`,
  "i",
);

const STORY = new RegExp(
  `${ASKS}(?:write|tell|compose|make up|create|generate|draft|give|continue)(?: me| us)? (?:an? |the |another |some |my )?(?:\\w+ ){0,4}?(?:story|stories|tale|poem|haiku|limerick|song|lyrics|rap|script|screenplay|dialogue|scene|novel|chapter|monologue|fan ?fic\\w*|diary entry|jokes?|skit|sketch|essay|persona|character|tweet|post|caption|bio|status|slogan|toast|speech|review|dating profile|cover letter|about me|headline|ad)\\b` +
    "|\\bonce upon a time\\b" +
    "|\\b(?:lyrics|song|poem|verse|chorus|quote|line|caption|tweet|post|sign|shirt|letter|note|sentence|email|review|ad|slogan|meme)s? (?:goes|go|says|say|said|reads|read|is|are|was)\\b(?: like)?(?: this)? ?[:：]" +
    "|\\b(?:i|he|she|it|they|you|we) (?:just )?(?:typed|wrote|entered|pasted|put down|printed) ?[:：]",
  "i",
);

const PLAY =
  /\b(?:let'?s|let us|can we|shall we) (?:do (?:a |some )?)?(?:role-?play\w*|pretend|play (?:pretend|make-?believe|d&d|dungeons))\b|\brole-?play (?:with me|as|a|where|scenario|time)\b|\brole-?play ?:|(?:^|[.!?,:;] *|\bnow )(?:pretend|imagine) (?:that )?(?:i|i'm|im|we|we're|my)\b|\bi(?:'ll| will|'m going to) play the\b|\bin this (?:scenario|role-?play|scene)\b|(?:^|[.!?] *)you(?:'re| are)(?: now)? (?:an?|the|my) [^.!?\n]{1,40}?(?:,| and|, and) i(?:'m| am|'ll be| will be) (?:an?|the|your)\b/i;

const FICTION =
  /(?:^|[.!?\n:;,] *|\b(?:now|just|please|so|ok|okay|let'?s|let us|and) )(?:imagine|pretend|suppose|supposing|say i)\b|\b(?:picture this|hypothetically|what if|let'?s say|let us say|in (?:my|our|this) (?:[\w&]+ ){0,2}?(?:story|novel|script|dreams?|nightmare|campaign|comic|screenplay|fanfic\w*|game|book)(?=,|:| i\b| i'm\b| my\b| we\b)|my (?:main )?(?:character|oc|protagonist|avatar|persona)\b|i (?:dreamt|dreamed|had a (?:\w+ )?dream)\b|from the (?:perspective|point of view) of|as if i (?:was|were|am)\b)|\b(?:scenario|premise|setting|plot|character sheet|backstory) *:/i;

/** Where words are handed over that are not the speaker's own: a text to work on, a story, a scene, a supposition. */
export const ENGLISH_HANDED_OVER = { work: TEXT_WORK, story: STORY, play: PLAY, fiction: FICTION };
