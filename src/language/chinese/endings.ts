import { ruled } from "../shared/claim.ts";
import { type Ended, type Way, ways } from "../shared/talk.ts";
import { regex } from "../shared/words.ts";
import { withoutDates } from "./dates.ts";

/** Before the verb: whoever speaks, when, and how. */
const I = "(?:我们|我|咱们|咱|俺)?";
const HOW =
  "(?:已经|早就|早|刚刚|刚|最近|现在|终于|前阵子|前段时间|后来|都|也|全|又|其实|上周|上个月|去年|昨天|前天|今年|这个月|就|彻底|完全|正式|最终|给|被迫){0,4}";
const W = "(?<what>[^，,。]{1,20}?)";
const SELL = "(?:卖|转卖|转让|转手|出手|送人|送|扔|丢|弄丢|退货|退|处理|还|报废|捐|砸|摔坏|盘出去|盘)";
const QUIT =
  "(?:戒|断|停|放弃|退订|退出|退|卸载|卸|删|注销|关|推掉|推|辞|辞掉|取消|不续|搁置|荒废|解散|结束)";
const END = "(?:掉|光)?(?:了|啦|咯)";
const APART = "(?:分手|离婚|离|分|掰|闹掰|绝交|断|断绝关系|吹|黄|不联系|断联|分居|散)";
const DOES =
  "(?:弹|学|练|打|踢|去|喝|吃|抽|吸|做|干|玩|看|用|开|养|上|跑|骑|住|当|写|读|追|参加|健|游|泡|逛|画|唱|跳|跟|订|办|要|信|碰|沾|炒|带|教|租|穿|戴|坐|考|种|搞|弄|是|在|爱|喜欢|续|背|刷|走|跟着|办|来往|联系|想)";

/** People say these of today as well: 今天不喝咖啡了. */
const PASSING = {
  "no-longer": `^${I}${HOW}(?:不再|再也不|不|没再|没有再)${DOES}(?<what>[^，,。]{0,16}?)(?:了|啦)$`,
  "thing-no-longer": `^(?:我的?)?${W}${I}${HOW}(?:不再|再也不|不|没再|没有再)(?:怎么)?${DOES}(?:了|啦)$`,
};

/** How people say that something ended; of several that fit, the first. */
const WAYS: readonly Way[] = [
  ...ways("u", ["bond"], {
    parted: `^${I}${HOW}(?:跟|和|与)${W}${HOW}(?:也|就|已经)?${APART}了`,
    "parted-alone": `^${I}${HOW}(?:分手|离婚|离异|分居|恢复单身|回归单身|又单身|丧偶)${END}?(?<what>)$`,
    "left-me": `^${W}(?:跟我|和我)${APART}了`,
  }),
  ...ways("u", ["work", "doing", "place"], {
    left: `^${I}${HOW}从${W}(?:那边|那儿|那里)?${HOW}(?:离职|辞职|离开|退休|跳槽|出来|走人|毕业|退役)`,
  }),
  ...ways("u", ["work"], {
    "out-of-work": `^${I}${HOW}(?:离职|辞职|裸辞|失业|被裁员?|被开除|被辞退|被优化|被炒(?:鱿鱼)?|把工作辞|辞掉工作|辞工作|不上班|工作(?:没|丢|辞))${END}?(?<what>)$`,
  }),
  ...ways("u", ["place"], {
    place: `^${I}${HOW}从${W}${HOW}(?:搬走|搬离|搬出来|搬出|搬家)`,
  }),
  ...ways("u", ["life", "thing"], {
    died: `^(?:我家|我们家|家里|我|我的)?(?:的)?${W}${HOW}(?:去世|过世|离世|病逝|死|走|没|不在|去喵星|去汪星|回喵星|回汪星|离开我们)了`,
  }),
  ...ways("u", ["thing", "doing", "plan"], {
    taken: `^${I}${HOW}(?:把|将)${W}(?:给|都|全){0,4}(?:${SELL}|${QUIT})${END}`,
  }),
  ...ways("u", ["thing", "doing"], {
    sold: `^(?:我的?|那[辆台部个只条]?)?${W}${I}${HOW}${SELL}${END}(?:(?:改|换).{1,10}了)?$`,
  }),
  ...ways("u", ["plan", "doing"], {
    "is-off": `^${W}${HOW}(?:取消|黄|泡汤|吹|告吹|作废|流产|没戏|办不成|不办|去不成|没成|没下文|延期无限)(?:掉)?了`,
  }),
  ...ways("u", ["doing"], {
    "taken-off": `^(?:医生|大夫|[^，,。]{1,3}主任)${HOW}(?:[让叫要][我俺]?${HOW}[停断]掉?了?|不让[我俺]?(?:再)?[吃喝碰抽用](?=.{1,20}了$))${W}了?$`,
  }),
  ...ways("u", ["doing", "thing", "plan"], {
    "thing-quit": `^(?:我的?)?${W}${I}${HOW}${QUIT}${END}`,
  }),
  ...ways("u", ["doing", "thing"], {
    quit: `^${I}${HOW}${QUIT}(?:掉)?了?${W}(?:了)?$`,
  }),
  ...ways("u", ["plan"], {
    moved: `^(?:我的?|我们的?)?${W}${HOW}(?:改|推迟|延期|延后|提前|挪|顺延|调)(?:到|至|成)`,
  }),
  ...ways("u", ["any"], PASSING),
];

/** 他, 我朋友, 同事: it is their end. Somebody of the speaker's own stands in what is named. */
const OTHERS =
  /^(?:他们?|她们?|它们?|你们?|您|大家|别人|有人|人家|我?(?:的)?(?:一个)?(?:朋友|同事|同学|邻居|老师|室友|舍友|闺蜜|哥们|表[哥姐弟妹]|堂[哥姐弟妹]|哥哥?|姐姐?|弟弟?|妹妹?|爸爸?|妈妈?|爸妈|父母|叔叔|阿姨|亲戚|客户|领导|老板|上司)(?:们|家)?(?!店|班|课))/u;
/** It is not so, not yet, or only for now. */
const NOT_YET =
  /想(?!不)|打算|准备|考虑|可能|也许|要不要|要不|差点|应该|如果|要是|假如|纠结|犹豫|没跟|没和|不会|不能|没打算|不想|别|舍不得|快要|快(?=离|分|辞)|将要|即将|希望|以为|听说|好像|本来|估计|迟早|早晚|恨不得|计划|待会|一会儿?|暂时|先(?!生)|明天|下周|吗$|吧$|？/u;
const TODAY = /今天|今晚|今早|今日|这次|这周|这会|刚才|这两天|这几天/u;
const NOT_ANY_MORE = regex.u`^(?:没|没有|不)?(?:了)?${HOW}(?:不再|再也不|不|没再)${DOES}?(?:了|啦)$|^${HOW}(?:不了|没了|没有了|放弃了|戒了|停了|卖了|辞了|退了|黄了|取消了|分了|结束了|不干了|不做了|丢了|送人了|断了|算了)$`;
const EMPTY =
  /^(?:我|自己|它|这个?|那个?|这事|那事|那边|这边|就|也|都|了|的|全部|东西|人|事|过|什么|啥){0,4}$/u;

/** The end that a clause states. */
export function endedInChinese(clause: string, sentence: string): Ended | undefined {
  const words = clause
    .replace(/(?<![啊呀哦呢哈嘛噢喔~～！!。.…\s])[啊呀哦呢哈嘛噢喔~～！!。.…\s]+$/u, "")
    .replace(/啦$/u, "了");
  if (!/了|没|不/u.test(words) || NOT_YET.test(words) || OTHERS.test(words)) return undefined;
  if (NOT_ANY_MORE.test(words)) return ruled("zh/end:answer", { sorts: ["any"], named: "", points: true });
  for (const { id, pattern, sorts } of WAYS) {
    const match = pattern.exec(withoutDates(words));
    if (match === null) continue;
    if (id in PASSING && TODAY.test(sentence)) return undefined;
    const what = match.groups?.what ?? "";
    // 车不卖了: it was not sold.
    if (/[不没别]$/u.test(what)) continue;
    const named = what.replace(
      /^(?:了|掉|我的?|那[辆台部个只条家]?|这[辆台部个只条家]?|把){1,4}|(?:我|也|都|就|早就|已经|给|的|早|全){1,4}$/gu,
      "",
    );
    if (what !== "" && EMPTY.test(named)) return ruled(`zh/end:${id}`, { sorts, named: "", points: true });
    return ruled(`zh/end:${id}`, { sorts, named, points: false });
  }
  return undefined;
}
