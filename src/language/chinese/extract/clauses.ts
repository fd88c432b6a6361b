import { leadReader } from "../../shared/claim.ts";
import { type Piece, trimmed } from "../../shared/sentences.ts";

const BREAK =
  /[，,：:（）()~～…]+|(?<=[\p{sc=Han}])\s+(?=[\p{sc=Han}])|(?<=[\p{sc=Han}]{2})(?=(?:但是|不过|可是|然后|而且|所以|因为我|并且|另外)[我他她现也还])/gu;

/** The parts of a Chinese sentence between its commas; people write a space for one as well. */
export function clauses({ text, start }: Piece): Piece[] {
  const out: Piece[] = [];
  let from = 0;
  const add = (to: number): void => {
    const piece = trimmed(text, from, to);
    if (piece !== undefined) out.push({ text: piece.text, start: start + piece.start });
  };
  for (const match of text.matchAll(BREAK)) {
    // 9:45 and 3,000 are one thing.
    if (
      /\d$/.test(text.slice(0, match.index)) &&
      /^\d/.test(text.slice(match.index + match[0].length)) &&
      /^[:,：，]$/.test(match[0])
    )
      continue;
    add(match.index);
    from = match.index + match[0].length;
  }
  add(text.length);
  return out;
}

export const readLead = leadReader({
  corrects:
    /^(?:更正(?:一下|下)?|纠正(?:一下|下)?|说错了|我说错了|搞错了|记错了|写错了|打错(?:字)?了|(?:不对){1,4}|不是的?(?=[，,\s]|$)|错了|口误|笔误|不好意思|抱歉|我是说|我的意思是|应该是(?=我)|而是|其实是|准确(?:地|来)?说(?:应该)?是?|等等|等一下|改一下|修正一下|其实(?=我)|不[，,\s])[\s，,。.!！了:：]*/u,
  explicit:
    /^(?:请|麻烦|帮忙|你要|你得|一定要|千万|务必|你|给我|帮我|替我|先){0,4}(?:记住(?!了吗|没)|牢记|记一下|记下(?:来)?|记着|记好了?|备注(?:一下|下)?|记录(?:一下|下)|存(?:一下|下来?)|(?:帮|给|替)我(?:记(?:一下|住|着|下来?|录一下|录)?|备注一下)|别忘(?:了|记)?|不要忘(?:了|记)?|不能忘(?:了|记)?|记得|记(?=[:：，,])|待办(?:事项)?|todo|TODO)(?:一下|下|哦|啊|呀|噢|这[个点件]?事?|以下(?:内容|信息)?|了)?[\s，,:：。!！]*/u,
  hedged:
    /^(?:我(?:觉得|想|猜|估计|感觉)|好像|可能|大概|也许|应该|似乎|没记错的话|如果没记错的?话?|貌似)[\s，,]*(?=我|[\p{sc=Han}]*过敏)/u,
  lasting:
    /^(?!(?:以后|之后|将来|接下来)(?:有机会|想|再说|可能|要是|打算|的事))(?:请|麻烦|那)?(?:以后|今后|从现在(?:起|开始)|从今(?:以后|往后|天起)|往后|接下来|之后|将来|每次|任何时候|无论何时|永远|一律|默认|始终)(?:的话|都|请|，|,|你|呢){0,4}[\s，,]*/u,
  fills:
    /^(?:哦+|噢|嗯+|呃|额|啊|哇|唉|哎(?:呀)?|嗨|喂|嘿(?:嘿){0,4}|哈哈+|呵呵|你好(?:呀|啊|吖)?|大家好|您好|早(?:安|上好)?|晚上好|晚安|hi|hello|hey|actually|so|and|but|well|ok|anyway|对了|话说(?:回来)?|其实|顺便(?:说一?[下句]|提一?[下句]|一提)?|说起来|另外|还有(?=我)|而且|然后|所以|因为|不过|但是|可是|但|虽然|尽管|反正|毕竟|总之|不瞒你说|没想到|想不到|老实说|说实话|讲真|说真的|真的|悄悄告诉你|告诉你(?:一下)?|跟你(?:说|讲)(?:一下|个事|哦)?|我跟你(?:说|讲)|我想说的?是?|你知道吗|那个|好吧|好的|好|行|嗯嗯|是的|是啊|没错|对(?=[，,我])|补充(?:一下|一句)?|自我介绍(?:一下|下)?|简单介绍(?:一下|下)?(?:自己)?|先说(?:一?[下句])|说明一下|更新(?:一下|下)?(?:近况)?|btw|BTW|ps|PS|fyi|FYI|tips?|关于我|个人情况|背景|情况是这样的?|是这样的?|就是(?=我)|我觉得吧|目前来说|话不多说|谢谢|感谢|哥们儿?|宝|亲|朋友|兄弟|姐妹|助手|小助手|机器人|嘛|呐|那(?=我))[\s，,。.!！~～:：]*/iu,
});

const ASKING =
  /吗$|么$|(?<![都也就从绝决毫])不$|^.{1,4}呢$|吧$|什么(?!都|的)|怎么(?!都|着)|为什么|为啥|啥(?!都)|哪(?:里|儿|个|些|家|位|种|天|年)|谁(?!都)|多少|多久|多大|多高|几(?:点|个|岁|次|号|天|年|月)(?!前|后|以前)|是不是|有没有|能不能|会不会|可不可以|可以吗|要不要|好不好|行不行|该不该|对不对|知不知道|如何|是否|难道|何时|何处|咋/u;
/** 吧 softens a statement as often as it asks. */
const SOFT = /吧$/u;

/** Whether a clause asks; in a sentence with a question mark its last clause does. */
export function asksQuestion(clause: string, marked: boolean, last: boolean): boolean {
  if (SOFT.test(clause) && !marked) return ASKING.test(clause.replace(SOFT, ""));
  return ASKING.test(clause) || (marked && last);
}

export const UNREAL =
  /如果|要是|假如|假设|假使|万一|倘若|要不是|除非|即使|就算|哪怕|的话$|比如|例如|比方说|想象|恨不得|巴不得|(?:本来|原本|原先|原来)(?=在|是|做|当|住|养|有)|多希望|希望我(?:能|有|是)|要是能|真希望|但愿|好想(?:有|去|要|吃|喝|睡)|真想|我也想(?:有|去|要)|本来想|差点|仿佛|(?:小说|故事|剧本|梦|游戏|电影|电视剧|剧)(?:里|中)|假装|忘掉|忘了(?:我|刚才)|别记|不用记|删(?:掉|除)|(?:一样|似的)$|说不定|估计|八成|(?:以后|将来)有机会|再说(?:吧)?$|等我有(?:钱|空|时间)/u;

/** Words that open a condition on which the rest of the sentence depends. */
export const CONDITION = /^(?:我)?(?:如果|要是|假如|假设|假使|万一|倘若|除非|即使|就算|哪怕)|的话$/u;

const REPORTS =
  /(?<!我(?:想|要|得)?|跟你|和你|我们|告诉|老实|实话|会|能|不会|母语|都|只|也|来)(?:说(?!话|过$|[\p{sc=Han}]{0,20}[语话]$)|表示|告诉(?:我|他|她)|觉得|认为|问我|问道|写道|唱(?:的是|道)|喊(?:着|道)|抱怨|吐槽|建议|劝我|骂我|夸我)/u;
const OTHERS =
  /^(?:他们|她们|他|她|它|人家|别人|有人|大家|网上|网友|朋友|同事|同学|老师|医生|老板|我(?:妈|爸|老婆|老公|朋友|同事|老师|医生|女朋友|男朋友|哥|姐|弟|妹|爸妈|老板|领导|闺蜜|室友)|老婆|老公|新闻|书上|书里|歌里|歌词|电影|剧里|俗话|古人|孔子|常言|(?!别|不|请|你|我|没|也|都|就|老|只)[\p{sc=Han}]{2,3}(?=说))/u;

const TELLS =
  /^(?:又)?(?:说|讲)(?!实话|真的|来|起|不定|到|白了|错|明|起来|实在)|^听说|^据说|^(?:老师|教练|老板|领导)(?:让|叫|要)我/u;

/** 我妈说我…, 他觉得…: not the speaker's own words. */
export function reports(clause: string): boolean {
  return TELLS.test(clause) || (OTHERS.test(clause) && REPORTS.test(clause));
}

const JOKE = /开玩笑|逗你(?:玩)?|骗你的|说笑|狗头|doge|手动狗头|\[狗头\]|哈哈哈{2,}|23333|hhh{2,}/iu;

/** 我单身贵族，有钱的那种，开玩笑的: nothing of it is meant. */
const WAS_JOKING = /(?:开(?:个)?玩笑的?|逗你(?:玩)?的?|骗你的|说笑的?|狗头|doge)[啦呀哈~～！!。\s]*$/iu;

/** 开玩笑的 takes back what was said before it. */
export const CHINESE_TAKES_BACK =
  /^(?:哈+|好吧|不)?[，,\s]*(?:我)?(?:是)?(?:开(?:个)?玩笑(?:的|啦)?|逗你(?:的|玩的?)?|骗你的|说笑的?|才怪|假的)/u;

/** 说错了, before or after what was wrong. */
export const CHINESE_CORRECTS =
  /^(?:(?:oh|no|wait|sorry|ah|哦|啊|呃|等等|不好意思)[\s,.，。]{1,3}){0,3}(?:不对|说错了?|我说错了|更正|纠正|错了|打错了|写错了|搞错了|记错了)|(?:打|说|写|记|搞)错(?:字)?了[。！!~～]{0,3}$/iu;

/** "Remember that, please", after what is to be remembered. */
export const CHINESE_ASKS_TO_KEEP =
  /^(?:请|帮我|你|要|给我|一定|千万){0,4}(?:记住|记下来?|记一下|别忘了?|记好|记着)(?:这个|这点|这些|哦|了|啊|吧|呀){0,4}[。！!]*$/iu;

/** 帮我写…说我…: text to be written, not a fact; an order to everybody is neither. */
const COMMISSIONS: readonly RegExp[] = [
  /(?:帮我|请|给我|替我|麻烦你?)?(?:写|拟|生成|来)(?:个|一|份|段|篇|封)[^。]{0,8}(?:自我介绍|简历|求职信|邮件|请假条|检讨|个人简介)/u,
  /听令|必须服从|都得听我的?|听我命令/u,
  /(?:帮我|请|给我|替我|麻烦你?)(?:写|拟|起草|编|回复|发|翻译|润色|改写|生成|想)[^。]{0,20}(?:说|内容|告诉|表示|解释|就说|大意|主题)/u,
];

/** Whether nothing of a sentence is meant. */
export function isUnmeant(sentence: string): boolean {
  return COMMISSIONS.some((commission) => commission.test(sentence)) || WAS_JOKING.test(sentence);
}

const FIGURES: readonly RegExp[] = [
  /对(?:上班|工作|周一|星期一|早起|学习|开会|加班|老板|运动|人类|麻烦|数学|考试|作业|傻[逼瓜]|穷|早八|社交|你|生活|健身|努力)(?:都|严重|重度|有点|真的){0,4}过敏/u,
  /住(?:在)?(?:工位|公司|单位|办公室|实验室|图书馆|床|厕所|网吧|健身房|王者峡谷|峡谷|游戏|梦|手机|火星|月球|朋友圈|地铁|车)(?:上|里|中)?(?:了)?(?:哈|$)/u,
  /(?:老公|老婆|男朋友|女朋友|对象|男友|女友)(?:是|叫)(?:吴彦祖|彭于晏|胡歌|新垣结衣|刘亦菲|迪丽热巴|金城武|杨洋|肖战|王一博|纸片人|手机|工作|电脑|空气|右手|周杰伦|易烊千玺|加班)/u,
  /永远(?:都)?(?:是)?(?:\d+|[一二十八]+)岁?$|(?:爱好|特长|专长|梦想)是(?:(?:躺平|发呆|摸鱼|拖延|睡到自然醒|干饭|暴富|不上班)$|吃饭睡觉)|家里蹲大学|宇宙中心|跟(?:手机|工作|床|电脑)结婚/u,
  /是(?:一?个)?(?:天选)?(?:废|干饭|打工|尾款|工具|透明|精神|地球|正经|倒霉|可怜|局外|过来)人(?:了)?$/u,
  /是(?:钮祜禄|世界首富|首富|外星人|宇宙|奥特曼|超人|蝙蝠侠|仙女|神仙|废物|咸鱼|柠檬精|懂王|社畜本畜|工具人|机器人|一条狗|条狗|狗|猪|猫)(?:本[\p{sc=Han}]|转世|投胎|派来的|.{0,3})?$/u,
];

/** Whether a clause has the form of a fact and is never meant: 我对上班过敏. */
export function isFigure(clause: string): boolean {
  return JOKE.test(clause) || FIGURES.some((figure) => figure.test(clause));
}
