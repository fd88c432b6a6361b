import type { Known, Talk } from "../../shared/talk.ts";
import { regex } from "../../shared/words.ts";
import { FEMININE, MASCULINE, PET, PET_ONLY, RELATION, relationKey } from "./lexicon.ts";

/** Whom a clause is about. */
export interface Who {
  /** How a sentence about them begins: 爱丽丝, 爱丽丝的女儿朵朵. */
  readonly text: string;
  /** The slot's key of the relation; `null` for the speaker. */
  readonly key: string | null;
  /** The word for the relation as it was said. */
  readonly relation: string | null;
  readonly called: string | null;
}

const OF =
  "(?:我们家|我们|我家|咱们?家|咱们|咱|俺|我)(?:的|家的?|那个?|这个?)?(?:亲|大|小|二|老|干|(?:大学|高中|初中|小学|中学|前|以前的?))?";
const MINE = regex.u`^${OF}(${RELATION}|${PET})(?:她|他|它)?`;
const BARE = regex.u`^(${RELATION}|${PET})(?=(?:今年|现在|也|都|还|刚|已经|最近|平时|以前|名)?(?:在|是|叫|喜欢|不喜欢|住|对|有|今年|\d|当|做|上|读|退休|特别|很|养|爱|会|怀孕|去世|走了|没了|死了|丢了|的生日))`;
const SELF =
  /^(?:我本人|本人|我自己|我们俩|我们(?=家)|我们|咱们(?=家)|咱们|咱俩|咱|俺|我|偶|自己|鄙人|在下)/u;
const PRONOUN = /^(?:他们|她们|它们|他|她|它|ta|TA|Ta|其)(?=[\p{sc=Han}\dA-Za-z])/u;
/** A name between a relation and what is said of it; words of time and manner look like one. */
const NAME =
  /^(?:，)?(?:叫|名叫)?((?!下|上|明|昨|后天|大后|今年|现在|目前|平时|最近|已经|刚刚|特别|非常|一直|以前|也在|都是|明天|下周|经常|总是|真的|昨天|今天|其实|本来|从小|曾经|终于|好像|可能|去年|明年|生日|工作|身体|身高|年龄|电话|手机|学历|单位|公司|老家|爱好|性格|退休|结婚|怀孕|喜欢|讨厌|的|她|他|都|也|就|还|不|没|很|在|是|有|养|去|来|想|要|会|说|做|当|上|读|学|住|叫|才|刚|又|一|两|三|每|周|前|后|超|挺|总|老|那|这|倒|却|反)(?:[\p{sc=Han}]{2,3}?|[A-Z][A-Za-z]+))(?=今年|明年|去年|下|明天|后天|昨天|上周|上个|现在|是|在|喜欢|对|住|也|已经|刚|上|读|有|养|爱|不|的|很|特别|\d|当|做|会|都)/u;

export function readSubject(clause: string, name: string, talk: Talk): [Who, string] | undefined {
  const other = MINE.exec(clause) ?? BARE.exec(clause);
  if (other !== null) {
    const rest = clause.slice(other[0].length);
    const named = NAME.exec(rest);
    return [somebody(other[1]!, named?.[1] ?? null, name), rest.slice(named?.[0].length ?? 0)];
  }
  const house = /^(?:现在|目前|如今)?(?=家里?(?:有|养|没|还))/u.exec(clause);
  if (house !== null) return [speaker(name), clause];
  const self = SELF.exec(clause);
  if (self !== null) return [speaker(name), clause.slice(self[0].length)];
  const pronoun = PRONOUN.exec(clause);
  const last = talk.known.findLast((one) => one.turn >= talk.turn - 1);
  if (pronoun !== null && last !== undefined && fits(pronoun[0], last.relation) && isLatest(last, talk)) {
    return [somebody(last.relation, last.name, name), clause.slice(pronoun[0].length)];
  }
  const named = talk.known.find((one) => one.name !== null && clause.startsWith(one.name));
  return named === undefined
    ? undefined
    : [somebody(named.relation, named.name, name), clause.slice(named.name!.length)];
}

/** 沈悦八月回来, 西村要去东京: somebody else comes first. */
export const OTHER_FIRST =
  /^(?!最近|现在|今年|今天|明天|昨天|后天|平时|工作|目前|一直|已经|刚|还|也|都|其实|感觉|觉得|有点|就|但|所以|因为|因此|毕竟|反正|虽然|周|晚上|早上|下午|上午|中午|公司|学校|家里|本来|后来|然后|可能|应该|每|从|对|打算|准备|想|喜欢|不|没|在|是|有|会|能|要|去|来|做|用|学|住|养|吃|喝|得|终于|又|才|只|先|再|正|快|主要|自己|本人|一|两|三|飞|回|跑|考|交|参|面|出|搬|开|上|下|办|接|送|陪|带|见|看|约|订|定|体|复|休|请|放|报|入|离|结|写|打|玩|听|买|卖|跟|和|把|被|让|\d)\p{sc=Han}{2,3}?(?=说|讲|要|在|去|来|带|给|把|会|[\d一二三四五六七八九十]+月|[周明今昨后]|让|叫|找|约)/u;

/** 隔壁阿霞比较惨. */
const NEIGHBOUR = /(?:^|\s)(?:隔壁|楼[上下]|对门|对面|邻居|同事|同学|朋友|别人家?)\p{sc=Han}{2}/u;

/** 接他的是一个布农族的女生. */
const PRESENTED =
  /^(?!我(?![们家]?(?:女儿|儿子|朋友|同事|室友|老公|老婆|搭档|对象))|本人|自己).{1,12}是(?:一?[个位名]).{0,12}(?:女生|男生|女孩|男孩|姑娘|小伙子?|大姐|大哥|阿姨|大叔|老人|年轻人|人)$/u;

/** 一只巴西龟叫汤圆. */
const NAMED = /[一两三几][只条匹头个位].{1,8}叫\p{L}{1,8}$/u;

/** Whether a clause ends with somebody else, whoever it began with. */
export function turnsToOther(clause: string): boolean {
  return NEIGHBOUR.test(clause) || PRESENTED.test(clause) || NAMED.test(clause);
}

export function speaker(name: string): Who {
  return { text: name, key: null, relation: null, called: null };
}

export function somebody(relation: string, called: string | null, name: string): Who {
  const key = relationKey(relation);
  return {
    text: `${name}的${relation}${called ?? ""}`,
    key: called === null ? key : `${key} ${called.toLowerCase()}`,
    relation,
    called,
  };
}

const MENTIONED = regex.gu`${RELATION}|${PET}`;

export function mentionsSomebody(clause: string): boolean {
  return clause.search(MENTIONED) >= 0;
}

/** Whether nobody else was spoken of since: 我跟奶奶住 comes between 猫 and 她. */
function isLatest({ relation }: Known, { before }: Talk): boolean {
  const mentioned = before.map((clause) => clause.match(MENTIONED)?.at(-1)).find((one) => one !== undefined);
  return mentioned === undefined || mentioned.endsWith(relation) || relation.endsWith(mentioned);
}

function fits(pronoun: string, relation: string): boolean {
  if (/们$/u.test(pronoun)) return /父母|爸妈|孩子|家人|爹妈|双胞胎/u.test(relation);
  if (pronoun === "它") return PET_ONLY.test(relation);
  if (pronoun === "她") return !MASCULINE.test(relation) || FEMININE.test(relation);
  return pronoun !== "他" || !FEMININE.test(relation) || MASCULINE.test(relation);
}
