import type { QuestionWords } from "../language.ts";

/** "Tell me a joke", "explain it to me": the asker is only who gets the answer. */
const DATIVE =
  /\b(?:write|give|tell|show|send|teach|explain|make|get|find|read|sing|draw|help|let|ask|spell|translate|convert|list|suggest|recommend)\s+me\b|\b(?:to|for|with)\s+me\b/gi;
const SELF = /\b(?:i|im|ive|id|ill|i'm|i've|i'd|i'll|my|mine|myself|me)\b/i;
const US = /\b(?:we|we're|we've|our|ours|us)\b/i;
const UNITED_STATES = /\bUS\b/g;

const ANYBODY = /\b(?:who|whos|who's|whose|whom|anyone|anybody|everyone|everybody|someone|which of us)\b/i;

const SHARED =
  /\bthe (?:youngest|oldest|eldest|kids?|baby|wife|husband|missus|dog|cat|boss|family|groom|bride)\b|\bagain\b|\bremind me\b|\bat home\b|\bis home\b|\b(?:the|my) doc(?:tor)?\b|\bthe vet\b|\b(?:you|u) remember\b|\b(?:who|anyone|anybody|everyone|someone) here\b/i;

const TASK =
  /^(?:(?:please|pls|can you|could you|would you|can u|hey|ok|so|and)\s+){0,3}(?:write|translate|explain|spell|convert|calculate|define|summari[sz]e|list|generate|compose|draw|code|solve|rewrite|proofread|give me (?:a|an|some|the)|tell me (?:a|an|some))\b|\bhow (?:do|would) you say\b/i;

/** Somebody as a whole: "about me", "about Gus", and not "about my job". */
const SOMEBODY = String.raw`\b(?! ?(?:my|our|your|ur|the|a|an|his|their|its|this|that|these|those|what|how|when|where|why|which)\b| ?her \w)`;

const OVERVIEW = [
  new RegExp(
    String.raw`\b(?:what|everything|anything|all)\b[^.?!]{0,20}\b(?:you|u)\b[^.?!]{0,12}\b(?:know|remember|got|have|learned|learnt)\b[^.?!]{0,16}\b(?:about|on|of)${SOMEBODY}`,
    "i",
  ),
  /\b(?:describe|introduce|present|sum up|summari[sz]e|profile)\s+(?:me|us|him|her|them)\b/i,
  /\bwho (?:am i|i am|he is|she is|is he|is she)\b(?= ?(?:$|[?!.,]|again\b|really\b|anyway\b|then\b|to (?:you|u)\b))/i,
  new RegExp(
    String.raw`\b(?:tell|remind) (?:me|us) (?:all |everything |more |something )?about${SOMEBODY}`,
    "i",
  ),
  /\bwhat (?:else )?have (?:you|u) got on\b/i,
];

export const englishQuestions: QuestionWords = {
  asking(text) {
    const plain = text.replaceAll("’", "'").replace(UNITED_STATES, "");
    return {
      self: SELF.test(plain.replace(DATIVE, "")),
      us: US.test(plain),
      anybody: ANYBODY.test(plain),
      shared: SHARED.test(plain),
      task: TASK.test(plain.trimStart()),
      overview: OVERVIEW.some((pattern) => pattern.test(plain)),
    };
  },
  asksFor: {
    time: /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow (?:long|often|recently|soon)\b|\bhow many (?:days|weeks|months|years|hours)\b/i,
    number:
      /\bhow (?:many|much|old|tall|far|big|large)\b|\b(?:number|amount|total|percentage|price|cost|budget|age|score) of\b/i,
    place: /\bwhere\b|\b(?:what|which) (?:place|city|country|state|town|location|area)\b/i,
    name: /\bwho(?:m|se)?\b|\b(?:what|which)(?: \w+)? (?:name|called|title|book|movie|band|song|artist|author)\b|\bnamed?\b/i,
    reason: /\bwhy\b|\b(?:reason|inspired?|motivat\w+|prompted|what made)\b/i,
  },
  // Past tense only: "can you list" is a request, not a question about an earlier answer.
  asksYou:
    /\b(?:you|your) (?:\w+ )?(?:recommended|recommendations?|suggested|suggestions?|advised|advice|said|told|mentioned|explained|gave|given|proposed|provided|described|listed|helped)\b|\bdid you\b/i,
  aspects: [
    "my name, who I am, how old I am and where I live or come from",
    "my job, what I do for a living, what I study, my school",
    "my family, my partner, my children, my parents",
    "my pet, my dog, my cat",
    "my health, allergies, diet and medication",
    "my hobbies, sport, music and what I like",
    "my plans, goals and dreams for the future",
    "my friends and the people around me",
  ],
};
