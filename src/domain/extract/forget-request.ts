/** Who asks for it: at the beginning of a sentence, or with words that ask. */
const ASKS =
  "(?:^|[.!?,;:–—-]\\s*|\\b(?:please|pls|plz|just|now|and|so|can you|could you|would you|will you|you can|you may|you should|i want you to|i would like you to|i'd like you to|i need you to|actually|ok|okay|hey|also)\\s+)";
const WHAT = "([^.!?,;\\n]{2,200})";

/** "Please forget that I earn 4200": what is to be forgotten, in the speaker's words. */
const ENGLISH: readonly RegExp[] = [
  new RegExp(
    `${ASKS}forget\\s+(?:that|about|the fact that|everything (?:about|on|i (?:said|told you) about)|all about|what(?:ever)? i (?:said|told you|mentioned)(?: about)?|i (?:ever )?(?:said|told you|mentioned)(?: that| about)?|my|the|our)\\s+${WHAT}`,
    "giu",
  ),
  new RegExp(
    `${ASKS}(?:delete|erase|remove|wipe|drop|discard|scrub|clear)\\s+(?:everything|all|anything|whatever|what|the (?:part|bit|note|entry|fact|memory|info(?:rmation)?|stuff|thing))?\\s*(?:that )?(?:(?:you(?:'ve| have)? )?(?:know|remember|saved|stored|noted|have|got|learned)|i (?:said|told you|mentioned))?\\s*(?:about|on|that|of|regarding)\\s+${WHAT}`,
    "giu",
  ),
  new RegExp(
    `${ASKS}(?:delete|erase|remove|wipe|drop)\\s+(?:my|the|our)\\s+([^.!?,;\\n]{2,80}?)\\s+from (?:your |the )?(?:memory|memories|notes|records|database|profile)`,
    "giu",
  ),
  new RegExp(
    `(?:^|[.!?,;:]\\s*|\\b(?:please|pls|just|so|and)\\s+)(?:do not|don't|dont|stop|no longer|quit|i (?:do not|don't) want you to|you (?:do not|don't) (?:need|have) to)\\s+(?:keep(?:ing)?(?: track of)?|remember(?:ing)?|stor(?:e|ing)|sav(?:e|ing))\\s+(?:that |about |the fact that |anything about |my |the )?${WHAT}`,
    "giu",
  ),
];
/** 忘掉我前男友叫李想这件事, 把我的地址删了吧. */
const ABOUT = "(?:关于|有关|我(?:说|讲|提)过的?|跟你说的|之前说的)?";
const END = "(?:这件事|这事儿?|这个|的(?:事情?|记忆|记录|信息|内容)|的那(?:句话|些话|件事))?(?:给)?";
const SOFT = "(?:吧|了|啊|呀|哦|好吗|谢谢|好不好|可以吗|行吗)*(?=[，,。！？?\\n]|$)";
const CHINESE: readonly RegExp[] = [
  new RegExp(
    `(?:^|[。！？，,；：\\s])(?:请|请你|麻烦|麻烦你|帮我|你|你可以|可以|能不能|那)?(?:忘掉|忘记|忘了|删掉|删除|删了|抹掉|清除|别再记着?|不要再记着?|别记着?|不用(?:再)?记(?:得|着|住)?|不要记(?:得|着|住)?)${ABOUT}([^。！？\\n]{2,100}?)${END}${SOFT}`,
    "giu",
  ),
  new RegExp(
    `(?:^|[。！？，,；：\\s])(?:请|请你|麻烦|麻烦你|帮我|你|你可以)?把${ABOUT}([^。！？\\n]{2,60}?)${END}(?:忘掉|忘记|忘了|删掉|删除|删了|抹掉|清掉|清除)${SOFT}`,
    "giu",
  ),
  new RegExp(
    `(?:^|[。！？，,；：\\s])(?:就)?当我没(?:说|提)过${ABOUT}([^。！？\\n]{2,60}?)${END}${SOFT}`,
    "giu",
  ),
];
/** "Don't forget that …" asks for the contrary; "I forgot" asks for nothing. */
const CONTRARY =
  /\b(?:don'?t|do not|never|won'?t|didn'?t|not|cannot|can'?t)\s+(?:ever\s+)?(?:forget|delete|erase|remove)|[别不没]要?忘|[我他她]们?(?:又|都|总是?|也|老|差点)?忘|\b(?:do not|don'?t)\s+remember\s+(?:if|whether|what|who|where|when|why|how|seeing|saying|my)\b/iu;
/** A text at hand, not a memory. */
const SHOWN = /^(?:这|那)(?:段|句|行|个文件|篇|封)|^(?:this|that) (?:line|paragraph|sentence|file|word)\b/iu;
const CUE =
  /forget|delete|erase|remove|wipe|discard|scrub|clear|remember|stor|sav|keep|忘|删|抹掉|清除|清掉|记|没说过|没提过/i;

/** What a message asks to forget; the last is the plainest. Empty for nearly all messages. */
export function forgetRequests(text: string): string[] {
  if (!CUE.test(text)) return [];
  const found: string[] = [];
  for (const line of text.split(/\n/)) {
    if (CONTRARY.test(line)) continue;
    for (const pattern of [...ENGLISH, ...CHINESE]) {
      for (const { 1: what } of line.matchAll(pattern)) if (!SHOWN.test(what!)) found.push(what!.trim());
    }
  }
  return found;
}
