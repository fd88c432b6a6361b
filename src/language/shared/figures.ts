/**
 * Figures of speech that have the form of a fact: "I'm allergic to Mondays", "married to my job", 我对上班过敏. What they
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
  /对(?:上班|工作|周一|星期一|早起|学习|开会|加班|老板|运动|人类|麻烦|数学|考试|作业|傻[逼瓜]|穷|早八|社交|你|生活|健身|努力)(?:都|严重|重度|有点|真的){0,4}过敏/u,
  /住(?:在)?(?:工位|公司|单位|办公室|实验室|图书馆|床|厕所|网吧|健身房|王者峡谷|峡谷|游戏|梦|手机|火星|月球|朋友圈|地铁|车)(?:上|里|中)?(?:了)?(?:哈|$)/u,
  /(?:老公|老婆|男朋友|女朋友|对象|男友|女友)(?:是|叫)(?:吴彦祖|彭于晏|胡歌|新垣结衣|刘亦菲|迪丽热巴|金城武|杨洋|肖战|王一博|纸片人|手机|工作|电脑|空气|右手|周杰伦|易烊千玺|加班)/u,
  /永远(?:都)?(?:是)?(?:\d+|[一二十八]+)岁?$|(?:爱好|特长|专长|梦想)是(?:(?:躺平|发呆|摸鱼|拖延|睡到自然醒|干饭|暴富|不上班)$|吃饭睡觉)|家里蹲大学|宇宙中心|跟(?:手机|工作|床|电脑)结婚/u,
  /是(?:一?个)?(?:天选)?(?:废|干饭|打工|尾款|工具|透明|精神|地球|正经|倒霉|可怜|局外|过来)人(?:了)?$/u,
  /是(?:钮祜禄|世界首富|首富|外星人|宇宙|奥特曼|超人|蝙蝠侠|仙女|神仙|废物|咸鱼|柠檬精|懂王|社畜本畜|工具人|机器人|一条狗|条狗|狗|猪|猫)(?:本[\p{sc=Han}]|转世|投胎|派来的|.{0,3})?$/u,
];

/** Whether a clause is such a figure. */
export function isFigure(clause: string): boolean {
  return FIGURES.some((figure) => figure.test(clause));
}
