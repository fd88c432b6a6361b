import { type Lead, type LeadWords, readLeadBy } from "../../shared/claim.ts";
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

const FILLER =
  /^(?:哦+|噢|嗯+|呃|额|啊|哇|唉|哎(?:呀)?|嗨|喂|嘿(?:嘿){0,4}|哈哈+|呵呵|你好(?:呀|啊|吖)?|大家好|您好|早(?:安|上好)?|晚上好|晚安|hi|hello|hey|actually|so|and|but|well|ok|anyway|对了|话说(?:回来)?|其实|顺便(?:说一?[下句]|提一?[下句]|一提)?|说起来|另外|还有(?=我)|而且|然后|所以|因为|不过|但是|可是|但|虽然|尽管|反正|毕竟|总之|不瞒你说|没想到|想不到|老实说|说实话|讲真|说真的|真的|悄悄告诉你|告诉你(?:一下)?|跟你(?:说|讲)(?:一下|个事|哦)?|我跟你(?:说|讲)|我想说的?是?|你知道吗|那个|好吧|好的|好|行|嗯嗯|是的|是啊|没错|对(?=[，,我])|补充(?:一下|一句)?|自我介绍(?:一下|下)?|简单介绍(?:一下|下)?(?:自己)?|先说(?:一?[下句])|说明一下|更新(?:一下|下)?(?:近况)?|btw|BTW|ps|PS|fyi|FYI|tips?|关于我|个人情况|背景|情况是这样的?|是这样的?|就是(?=我)|我觉得吧|目前来说|话不多说|谢谢|感谢|哥们儿?|宝|亲|朋友|兄弟|姐妹|助手|小助手|机器人|嘛|呐|那(?=我))[\s，,。.!！~～:：]*/iu;
const CORRECTION =
  /^(?:更正(?:一下|下)?|纠正(?:一下|下)?|说错了|我说错了|搞错了|记错了|写错了|打错(?:字)?了|(?:不对){1,4}|不是的?(?=[，,\s]|$)|错了|口误|笔误|不好意思|抱歉|我是说|我的意思是|应该是(?=我)|而是|其实是|准确(?:地|来)?说(?:应该)?是?|等等|等一下|改一下|修正一下|其实(?=我)|不[，,\s])[\s，,。.!！了:：]*/u;
const HEDGE =
  /^(?:我(?:觉得|想|猜|估计|感觉)|好像|可能|大概|也许|应该|似乎|没记错的话|如果没记错的?话?|貌似)[\s，,]*(?=我|[\p{sc=Han}]*过敏)/u;
const REMEMBER =
  /^(?:请|麻烦|帮忙|你要|你得|一定要|千万|务必|你|给我|帮我|替我|先){0,4}(?:记住(?!了吗|没)|牢记|记一下|记下(?:来)?|记着|记好了?|备注(?:一下|下)?|记录(?:一下|下)|存(?:一下|下来?)|(?:帮|给|替)我(?:记(?:一下|住|着|下来?|录一下|录)?|备注一下)|别忘(?:了|记)?|不要忘(?:了|记)?|不能忘(?:了|记)?|记得|记(?=[:：，,])|待办(?:事项)?|todo|TODO)(?:一下|下|哦|啊|呀|噢|这[个点件]?事?|以下(?:内容|信息)?|了)?[\s，,:：。!！]*/u;
const LASTING =
  /^(?!(?:以后|之后|将来|接下来)(?:有机会|想|再说|可能|要是|打算|的事))(?:请|麻烦|那)?(?:以后|今后|从现在(?:起|开始)|从今(?:以后|往后|天起)|往后|接下来|之后|将来|每次|任何时候|无论何时|永远|一律|默认|始终)(?:的话|都|请|，|,|你|呢){0,4}[\s，,]*/u;

const WORDS: readonly LeadWords[] = [
  [CORRECTION, "corrects"],
  [REMEMBER, "explicit"],
  [HEDGE, "hedged"],
  [LASTING, "lasting"],
  [FILLER, null],
];

export const readLead = (clause: string): Lead => readLeadBy(WORDS, clause);
