import { withoutDates } from "../extract/chinese/dates.ts";
import { ruled } from "../extract/rule-watch.ts";
import type { Ended, Sort } from "./ending.ts";

interface Way {
  readonly pattern: RegExp;
  readonly sorts: readonly Sort[];
  /** People say it of today as well: 今天不喝咖啡了. */
  readonly passing: boolean;
}

const made = (pattern: string, sorts: readonly Sort[], passing: boolean): Way => ({
  pattern: new RegExp(pattern, "u"),
  sorts,
  passing,
});
const way = (pattern: string, ...sorts: Sort[]): Way => made(pattern, sorts, false);
const passing = (pattern: string, ...sorts: Sort[]): Way => made(pattern, sorts, true);

/** Before the verb: whoever speaks, when, and how. */
const I = "(?:我们|我|咱们|咱|俺)?";
const HOW =
  "(?:已经|早就|早|刚刚|刚|最近|现在|终于|前阵子|前段时间|后来|都|也|全|又|其实|上周|上个月|去年|昨天|前天|今年|这个月|就|彻底|完全|正式|最终|给|被迫)*";
const W = "(?<what>[^，,。]{1,20}?)";
const SELL = "(?:卖|转卖|转让|转手|出手|送人|送|扔|丢|弄丢|退货|退|处理|还|报废|捐|砸|摔坏|盘出去|盘)";
const QUIT =
  "(?:戒|断|停|放弃|退订|退出|退|卸载|卸|删|注销|关|推掉|推|辞|辞掉|取消|不续|搁置|荒废|解散|结束)";
/** What one quits by a verb that brings its own object: 健身房我退卡了, 从篮球队退队了. */
const QUIT_OF =
  "(?:退卡|退会|退课|退费|退款|退团|退群|退学|退坑|退队|退赛|退伍|退租|退网|休学|转学|停课|停工|停药|停训|断更|停更|弃坑|弃更|解约|毁约|脱粉|取关|弃剧|离队|销号|销户|关张|关门大吉|收摊|闭店|转行|改行)";
const END = "(?:掉|光)?(?:了|啦|咯)";
const APART = "(?:分手|离婚|离|分|掰|闹掰|绝交|断|断绝关系|吹|黄|不联系|断联|分居|散)";
const DOES =
  "(?:弹|学|练|打|踢|去|喝|吃|抽|吸|做|干|玩|看|用|开|养|上|跑|骑|住|当|写|读|追|参加|健|游|泡|逛|画|唱|跳|跟|订|办|要|信|碰|沾|炒|带|教|租|穿|戴|坐|考|种|搞|弄|是|在|爱|喜欢|续|背|刷|走|跟着|办|来往|联系|想)";

/** How people say that something ended; of several that fit, the first. */
const WAYS: readonly Way[] = [
  way(`^${I}${HOW}(?:跟|和|与)${W}${HOW}(?:也|就|已经)?${APART}了`, "bond"),
  way(`^${I}${HOW}被${W}(?:甩|分手|绿)了`, "bond"),
  way(`^${I}${HOW}(?:分手|离婚|离异|分居|恢复单身|回归单身|又单身|丧偶)${END}?(?<what>)$`, "bond"),
  way(`^${W}(?:跟我|和我)${APART}了`, "bond"),
  way(
    `^${I}${HOW}从${W}(?:那边|那儿|那里)?${HOW}(?:离职|辞职|离开|退休|跳槽|出来|走人|毕业|退役)`,
    "work",
    "doing",
    "place",
  ),
  way(`^${I}${HOW}被${W}(?:裁|裁员|开除|辞退|解雇|炒|炒鱿鱼|优化)(?:掉)?了`, "work"),
  way(
    `^${I}${HOW}(?:离职|辞职|裸辞|失业|被裁员?|被开除|被辞退|被优化|被炒(?:鱿鱼)?|把工作辞|辞掉工作|辞工作|不上班|工作(?:没|丢|辞))${END}?(?<what>)$`,
    "work",
  ),
  way(`^${I}${HOW}(?:辞|辞掉|辞去|丢)(?:掉)?了${W}的?(?:工作|职位|职务)$`, "work"),
  way(`^${I}${HOW}从${W}${HOW}(?:搬走|搬离|搬出来|搬出|搬家)`, "place"),
  way(`^${I}${HOW}(?:搬离|搬出|离开)(?:了)?${W}(?:了|啦)?$`, "place", "work", "doing"),
  way(`^${I}${HOW}${W}(?:的?房子?)?退租了`, "place"),
  way(
    `^(?:我家|我们家|家里|我|我的)?(?:的)?${W}${HOW}(?:去世|过世|离世|病逝|死|走|没|不在|去喵星|去汪星|回喵星|回汪星|离开我们)了`,
    "life",
    "thing",
  ),
  way(
    `^(?:我的?|我家的?|那[辆台部个只条]?)?${W}${HOW}(?:被)(?:偷|抢|人偷|骗|没收|砸|撞坏|撞报废)(?:走)?了`,
    "thing",
  ),
  way(`^${I}${HOW}(?:把|将)${W}(?:给|都|全)*(?:${SELL}|${QUIT})${END}`, "thing", "doing", "plan"),
  way(`^${I}${HOW}${SELL}(?:掉)?了${W}$`, "thing"),
  way(`^(?:我的?|那[辆台部个只条]?)?${W}${I}${HOW}${SELL}${END}(?:(?:改|换).{1,10}了)?$`, "thing", "doing"),
  way(
    `^${W}${HOW}(?:取消|黄|泡汤|吹|告吹|作废|流产|没戏|办不成|不办|去不成|没成|没下文|延期无限)(?:掉)?了`,
    "plan",
    "doing",
  ),
  way(`^${I}${HOW}(?:取消|推掉|推)了${W}$`, "plan", "doing", "thing"),
  way(`^${W}${HOW}(?:考|写|做|交|办|看|读|学|弄|搞|忙|还|付|装修|拍|录)(?:完|好|掉|清|定)了`, "done"),
  way(`^${I}${HOW}(?:考|写|做|交|办|看|读|学|弄|搞|忙|还|付)(?:完|好|掉|清)了${W}$`, "done"),
  way(`^(?:我的?)?${W}${HOW}(?:好|痊愈|康复|治好|恢复|消|不疼|不痛)了$`, "health"),
  way(`^${I}${HOW}(?:从|在|把)?${W}${I}${HOW}${QUIT_OF}(?:了)?$`, "doing", "thing", "work", "place"),
  way(`^(?:我的?)?${W}${I}${HOW}${QUIT}${END}`, "doing", "thing", "plan"),
  way(`^${I}${HOW}${QUIT}(?:掉)?了?${W}(?:了)?$`, "doing", "thing"),
  way(
    `^${I}${HOW}(?:.{0,6}?)改(?:成)?(?<what>[去喝吃用坐开学练做看玩住])[^，,。]{1,10}(?:了|啦)$`,
    "doing",
    "plan",
  ),
  way(`^(?:我的?|我们的?)?${W}${HOW}(?:改|推迟|延期|延后|提前|挪|顺延|调)(?:到|至|成)`, "plan"),
  way(`^${I}${HOW}(?:大学|研究生|博士)?毕业了(?<what>)$`, "study"),
  way(`(?:生了|出生了|卸货了|当(?:妈|爸|爹|娘)了)(?<what>)`, "birth"),
  way(`^${I}${HOW}(?:开始|又|能|可以|重新)+(?:开始)?吃(?:肉|荤|鱼|鸡肉|牛肉)(?<what>)(?:了|啦)`, "diet"),
  way(`^${I}${HOW}(?:脱单|有(?:男朋友|女朋友|对象)|结婚|订婚|谈恋爱)(?<what>)(?:了|啦)`, "single"),
  passing(
    `^(?:我的?)?${W}${HOW}(?:没|停|散|倒闭|关门|关|到期|过期|断|结束|完|不在|坏|倒|垮|废|没续)(?:费)?了`,
    "any",
  ),
  way(`^(?:我的?)?${W}${I}${HOW}(?:没(?:有)?再?|不)(?:续|续费|续约|续订)(?:了)?$`, "doing", "thing"),
  way(`^(?:我的?)?${W}${I}${HOW}(?:${DOES}(?:不下去|不起)|[吃喝碰]不(?:了|得))了?`, "any"),
  passing(`^${I}${HOW}(?:不再|再也不|不|没再|没有再)${DOES}(?<what>[^，,。]{0,16}?)(?:了|啦)$`, "any"),
  passing(`^(?:我的?)?${W}${I}${HOW}(?:不再|再也不|不|没再|没有再)(?:怎么)?${DOES}(?:了|啦)$`, "any"),
  way(`^${I}${HOW}(?:没有?)${W}了$`, "thing", "any"),
  way(
    `^${I}(?:很久|好久|好几(?:天|周|个月|年)|几个月|半年|一年)(?:都)?没(?:有)?${DOES}(?:过)?${W}了$`,
    "doing",
  ),
];

/** 他, 我朋友, 同事: it is their end. Somebody of the speaker's own stands in what is named. */
const OTHERS =
  /^(?:他们?|她们?|它们?|你们?|您|大家|别人|有人|人家|我?(?:的)?(?:一个)?(?:朋友|同事|同学|邻居|老师|室友|舍友|闺蜜|哥们|表[哥姐弟妹]|堂[哥姐弟妹]|哥哥?|姐姐?|弟弟?|妹妹?|爸爸?|妈妈?|爸妈|父母|叔叔|阿姨|亲戚|客户|领导|老板|上司)(?:们|家)?(?!店|班|课))/u;
/** It is not so, not yet, or only for now. */
const NOT_YET =
  /想(?!不)|打算|准备|考虑|可能|也许|要不要|要不|差点|应该|如果|要是|假如|纠结|犹豫|没跟|没和|不会|不能|没打算|不想|别|舍不得|快要|快(?=离|分|辞)|将要|即将|希望|以为|听说|好像|本来|估计|迟早|早晚|恨不得|计划|待会|一会儿?|暂时|先(?!生)|明天|下周|吗$|吧$|？/u;
const TODAY = /今天|今晚|今早|今日|这次|这周|这会|刚才|这两天|这几天/u;
const NOT_ANY_MORE = new RegExp(
  `^(?:没|没有|不)?(?:了)?${HOW}(?:不再|再也不|不|没再)${DOES}?(?:了|啦)$|^${HOW}(?:不了|没了|没有了|放弃了|戒了|停了|卖了|辞了|退了|黄了|取消了|分了|结束了|不干了|不做了|丢了|送人了|断了|算了)$`,
  "u",
);
const EMPTY = /^(?:我|自己|它|这个?|那个?|这事|那事|那边|这边|就|也|都|了|的|全部|东西|人|事|过|什么|啥)*$/u;

/** What a clause of a sentence says of an end that its speaker tells of. */
export function endedInChinese(clause: string, sentence: string): Ended | undefined {
  const words = clause.replace(/[啊呀哦呢哈嘛噢喔~～！!。.…\s]+$/u, "").replace(/啦$/u, "了");
  if (!/了|没|不/u.test(words) || NOT_YET.test(words) || OTHERS.test(words)) return undefined;
  if (NOT_ANY_MORE.test(words))
    return ruled("zh/end:not-any-more", { sorts: ["any"], named: "", points: true });
  for (const [i, { pattern, sorts, passing: mayPass }] of WAYS.entries()) {
    const match = pattern.exec(withoutDates(words));
    if (match === null) continue;
    if (mayPass && TODAY.test(sentence)) return undefined;
    const what = match.groups?.what ?? "";
    // 车不卖了: it was not sold.
    if (/[不没别]$/u.test(what)) continue;
    const named = what.replace(
      /^(?:了|掉|我的?|那[辆台部个只条家]?|这[辆台部个只条家]?|把)+|(?:我|也|都|就|早就|已经|给|的|早|全)+$/gu,
      "",
    );
    if (what !== "" && EMPTY.test(named)) return ruled(`zh/end:${i}`, { sorts, named: "", points: true });
    return ruled(`zh/end:${i}`, { sorts, named, points: false });
  }
  return undefined;
}
