/** A request stands where a clause begins, or after words that ask; "I translate novels" is a statement. */
const ASKS =
  "(?:^|[.!?\\n:;,，。！？：；]\\s{0,4}|\\b(?:please|pls|plz|can you|could you|will you|would you|help me(?: to)?|want you to|like you to|need you to|now|just|so|ok(?:ay)?)\\s+)";

const TEXT =
  "(?:text|sentences?|paragraphs?|essay|e-?mail|letter|messages?|poem|lyrics|bio|grammar|passage|abstract|draft|article|caption|following|cv|r[ée]sum[ée])";

/** Where the handed-over words begin: after a colon or line break in the cue's sentence, else after that sentence. */
export const TEXT_WORK = new RegExp(
  `${ASKS}(?:translate|translation|summari[sz]e|proof-?read|rephrase|paraphrase|re-?write|reword|polish|shorten)\\b(?=[^.!?\\n]{0,60}?(?:\\b(?:this|these|that|it|above|below|in(?:to)? [A-Z][a-z]+|to [A-Z][a-z]+|${TEXT})\\b|[:：\\ue000-\\uf8ff]))` +
    `|${ASKS}(?:check|correct|edit|fix|improve|review|critique|grade|analy[sz]e|explain|spell-?check|simplify|convert|complete|continue)\\b(?=[^.!?\\n]{0,40}?\\b${TEXT}\\b| (?:this|it|that|these) ?[:：])` +
    `|\\b(?:tl;?dr|how (?:do|would|can) (?:you|i|we) say|here(?:'s| is) (?:my|the|a) (?:\\w+ )?${TEXT})(?=\\W)`,
  "i",
);

export const STORY = new RegExp(
  `${ASKS}(?:write|tell|compose|make up|create|generate|draft|give|continue)(?: me| us)? (?:an? |the |another |some |my )?(?:\\w+ ){0,4}?(?:story|stories|tale|poem|haiku|limerick|song|lyrics|rap|script|screenplay|dialogue|scene|novel|chapter|monologue|fan ?fic\\w*|diary entry|jokes?|skit|sketch|essay|persona|character|tweet|post|caption|bio|status|slogan|toast|speech|review|dating profile|cover letter|about me|headline|ad)\\b` +
    "|\\bonce upon a time\\b" +
    "|\\b(?:lyrics|song|poem|verse|chorus|quote|line|caption|tweet|post|sign|shirt|letter|note|sentence|email|review|ad|slogan|meme)s? (?:goes|go|says|say|said|reads|read|is|are|was)\\b(?: like)?(?: this)? ?[:：]" +
    "|\\b(?:i|he|she|it|they|you|we) (?:just )?(?:typed|wrote|entered|pasted|put down|printed) ?[:：]",
  "i",
);

export const PLAY =
  /\b(?:let'?s|let us|can we|shall we) (?:do (?:a |some )?)?(?:role-?play\w*|pretend|play (?:pretend|make-?believe|d&d|dungeons))\b|\brole-?play (?:with me|as|a|where|scenario|time)\b|\brole-?play ?:|(?:^|[.!?,:;] *|\bnow )(?:pretend|imagine) (?:that )?(?:i|i'm|im|we|we're|my)\b|\bi(?:'ll| will|'m going to) (?:play|be) the\b|\bin this (?:scenario|role-?play|scene)\b|(?:^|[.!?] *)you(?:'re| are)(?: now)? (?:an?|the|my) [^.!?\n]{1,40}?(?:,| and|, and) i(?:'m| am|'ll be| will be) (?:an?|the|your)\b/i;

export const FICTION =
  /(?:^|[.!?\n:;,] *|\b(?:now|just|please|so|ok|okay|let'?s|let us|and) )(?:imagine|pretend|suppose|supposing|say i)\b|\b(?:picture this|hypothetically|what if|let'?s say|let us say|in (?:my|our|this) (?:[\w&]+ ){0,2}?(?:story|novel|script|dreams?|nightmare|campaign|comic|screenplay|fanfic\w*|game|book)(?=,|:| i\b| i'm\b| my\b| we\b)|my (?:main )?(?:character|oc|protagonist|avatar|persona)\b|i (?:dreamt|dreamed|had a (?:\w+ )?dream)\b|from the (?:perspective|point of view) of|as if i (?:was|were|am)\b)|\b(?:scenario|premise|setting|plot|character sheet|backstory) *:/i;
