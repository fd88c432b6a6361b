/** Specific things, moments and people: liked now, here, by the way. */
const SPECIFIC =
  /^(?:you|your|yours|how|what|when|where|why|who|if|that|one|ones|so|both|each other|everything|every (?:minute|second|bit|moment|single)|all|to (?:know|see|hear|say|ask|think|thank|help|be able|get|have|make sure|add|point|note|understand|do (?:that|this|it)|tell|share|talk|chat|start|use|try|check|find|be|confirm|discuss|focus|schedule|book|order|go ahead|proceed)|being able|being (?:here|with)|seeing|hearing|talking|chatting|getting to|knowing|having you|my (?:wife|husband|girlfriend|boyfriend|partner|kids|son|daughter|mom|mum|dad|family|friends|life|mother|father)|nothing|anything|something|someone|somebody|me|myself|us|here|there|such|a good|a great|some|any of|another|more|most|people like|each|either|neither|no one|way|is|are|was|today|tomorrow|tonight|now|option \w|(?:the )?(?:first|second|third|last|former|latter|other) (?:one|option|version|idea|draft|answer))\b/i;
const POINTS =
  /\b(?:it|this|these|those|them|him|her|hers|his|their|they|he|she|you|your|yours|that (?:idea|song|movie|photo|one|way)|like that)\b/i;
/** "The sea" can be liked in general, "the necklace" cannot. */
const THE =
  /^the (?!ocean|sea|beach|mountains?|outdoors|countryside|city|rain|snow|cold|heat|sun|winter|summer|spring|autumn|forest|woods|gym|theat(?:re|er)|cinema|opera|smell of|sound of (?!that)|taste of|guitar|piano|violin|colou?rs? \w+|internet|sauna|desert|north|south|morning|night|weekend|old|classics|arts|\p{Lu})/u;

/** Whether words name something that can be liked in general; "it", "your idea" and "the necklace" do not. */
export function isTaste(words: string): boolean {
  return (
    words !== "" && words.length <= 90 && !SPECIFIC.test(words) && !POINTS.test(words) && !THE.test(words)
  );
}
