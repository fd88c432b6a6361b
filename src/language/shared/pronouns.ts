/** Titles and quoted words may say "I". */
const QUOTED = /"[^"]*"|“[^“”]*”|《[^《》]*》|「[^「」]*」|『[^『』]*』|‘[^‘’]*’/g;

const ENGLISH_SPEAKERS =
  /\b(?:I(?=['’]|\s+[a-z])|[Mm]e|[Mm]y|[Mm]yself|[Ww]e|us|[Oo]urs?|[Oo]urselves|[Yy]ou|[Yy]ours?|[Yy]ourself|[Yy]ourselves)\b(?!-)|\b(?:is|was|are|were|of) mine\b/;
const ENGLISH_OTHERS =
  /\b(?:[Hh]e|[Hh]im|[Hh]is|[Hh]imself|[Ss]he|[Hh]ers?|[Hh]erself|[Tt]hey|[Tt]hem|[Tt]heirs?|[Tt]hemselves|[Ii]t|[Ii]ts|[Ii]tself)\b(?!-)/;
/** "This is …": of what? As a word before a noun, or between two clauses, it is none. */
const ENGLISH_POINTING =
  /^(?:This|That|These|Those)\s+(?:is|was|are|were|has|had|will|would|can|means|makes?)\b/;
/** "World War I", "Type I". */
const NUMERAL =
  /\b(?:War|Type|Part|Phase|Stage|Level|Class|Grade|Volume|Chapter|Division|Group|Elizabeth|Charles|James|Napoleon) I\b/g;

/** "Finds it hard to sleep", "it is raining": this "it" stands for nothing. */
const DUMMY =
  /\b(?:finds?|found|makes?|made|considers?|considered) it (?=\p{L}+ (?:to|that|when|if)\b)|\b[Ii]t(?: is| was|['’]s) (?:too |very |so |not )?(?=(?:cold|hot|warm|raining|snowing|sunny|late|early|hard|difficult|easy|important|possible|impossible|better|best|worth|time)\b)/gu;
/** A sentence about pronouns names them. */
const ABOUT_PRONOUNS = /\bpronouns?\b|\b(?:he|she|they|it|ze|xe)\/\p{L}+/iu;

/** Words that hold the character of a pronoun. */
const CHINESE_WORDS =
  /其他|其它|其她|吉他|他人|维他命|维他|犹他|马耳他|利他|排他|他汀|他莫昔芬|他克莫司|他乡|他信|自我|忘我|吾辈/g;
const CHINESE_SPEAKERS = /[我你您俺咱妳]|本人/;
const CHINESE_OTHERS = /[他她它牠祂]/;
const CHINESE_POINTING = /^(?:这|那|這)(?:是|些|个|個|里|裡|样|樣|件|让|使|说|意味)/;

/** A pronoun for one who speaks or is spoken to; `null` when there is none. */
export function speakerPronoun(text: string): string | null {
  const plain = text.replace(QUOTED, " ").replace(NUMERAL, " ").replace(CHINESE_WORDS, " ");
  return (ENGLISH_SPEAKERS.exec(plain) ?? CHINESE_SPEAKERS.exec(plain))?.[0] ?? null;
}

/** A pronoun for somebody or something else; `null` when there is none. */
export function otherPronoun(text: string): string | null {
  if (ABOUT_PRONOUNS.test(text)) return null;
  const plain = text.replace(QUOTED, " ").replace(DUMMY, " ").replace(CHINESE_WORDS, " ").trim();
  const found =
    ENGLISH_OTHERS.exec(plain) ??
    CHINESE_OTHERS.exec(plain) ??
    ENGLISH_POINTING.exec(plain) ??
    CHINESE_POINTING.exec(plain);
  return found?.[0] ?? null;
}
