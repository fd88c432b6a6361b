/**
 * Figures of speech that have the form of a fact: "I'm allergic to Mondays", "married to my job". What they
 * say is never meant, whoever says it.
 */
const UNSERIOUS =
  "(?:mondays?|tuesdays?|mornings?|alarm clocks?|small talk|work(?:ing)?|people|humans|idiots|stupid(?:ity)?|bullshit|drama|nonsense|responsibilit(?:y|ies)|commitment|effort|exercise|cardio|running|cleaning|chores|homework|maths?|school|adulting|being \\w+|getting \\w+|losing|failure|fun|feelings|meetings|e-?mails|deadlines|taxes|bureaucracy|traffic|bad (?:vibes|coffee|jokes|puns))";

const FIGURES: readonly RegExp[] = [
  new RegExp(`\\ballergic to (?:the |all )?(?:${UNSERIOUS}$|(?:waking|your|this|that) )`, "i"),
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

/** Whether a clause is such a figure. */
export function isFigure(clause: string): boolean {
  return FIGURES.some((figure) => figure.test(clause));
}
