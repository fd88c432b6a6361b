import { rule, thing } from "../../shared/claim.ts";
import { regex } from "../../shared/words.ts";
import { type Claim, isTaste, items, on, type Rule } from "./claim.ts";

const VERY =
  "(?:真的|真心|特别|特|非常|超级?|最|很|挺|蛮|比较|还|都|也|一直|从小就?|其实|尤其|可|好|巨|贼|老|就|平时|周末|没事就?|闲着没事就?|有空就?|更|越来越|最近|又|开始|渐渐|慢慢|确实|可能){0,4}";
const LIKE =
  "(?:喜欢上|喜欢|喜爱|热爱|酷爱|钟爱|偏爱|爱上|爱(?!人|好|情|豆|心|国|护|面子|理不理)|痴迷于?|沉迷于?|迷上|迷恋|热衷于?|着迷于?|钟情于?|中意)";
const DISLIKE =
  "(?:讨厌|厌恶|反感|烦(?!恼|你|死|躁|人)|受不了|忍受不了|不能忍|恨(?!不得)|嫌弃|接受不了|吃不惯|吃不了|喝不了|听不得|看不得)";
/** Things that are liked: 打篮球、听歌 → one claim each, so that one can change without the other. */
function tastes(list: string, affirmed: boolean, verb: string): Claim[] | undefined {
  const words = list
    .replace(/那种.*/u, "")
    .replace(/(?:了|的|呢|啊|呀|啦|哦|嘛|这一块|之类的?|什么的|等等|一点的?){1,4}$/u, "")
    .replace(/^(?:的就?是|是|去|的|于|上|了){1,4}/u, "");
  if (!isTaste(words)) return undefined;
  const all = items(words);
  return all.map((one) => ({
    topic: "taste",
    slot: `likes:${likedThing(one)}`,
    affirmed,
    value: one,
    ...(all.length > 1 ? { say: `${verb}${one}` } : {}),
  }));
}

/** 喜欢吃火锅 and 喜欢火锅 are about one thing. */
function likedThing(words: string): string {
  return thing(words.replace(/^(?:吃|喝|看|听|玩|打|踢)(?=[\p{L}\d]{2})/u, ""));
}

export const TASTE_RULES: readonly Rule[] = [
  on("zh/taste:dislikes", regex.u`^${VERY}(${DISLIKE})(.{1,30})$`, ([, verb, list]) =>
    tastes(list!, false, verb!),
  ),
  on("zh/taste:likes", regex.u`^${VERY}(${LIKE})(.{1,30})$`, ([whole, verb, list]) =>
    tastes(list!, true, /爱/u.test(verb!) && !/热爱|喜爱/u.test(whole) ? "爱" : "喜欢"),
  ),
];

export const SKILL_RULES: readonly Rule[] = [
  on(
    "zh/taste:learns",
    /^(?:最近|正在|在|目前|现在|开始|一直在|刚开始|打算|自|刚|报(?:了)?班){0,4}学(?:习|了|着)?((?!校|会|生|期|费|历|到|长|姐|妹|弟|业|位|不|的|以|过|习)[\p{L}\d+#]{1,10}?)(?:呢|中|了|课|班|[一二两三四五六七八九十半几\d]+(?:多)?(?:年|个月|周|天)(?:了)?){0,4}$/u,
    ([whole, what]) =>
      /^(?:最近|正在|在|目前|现在|开始|一直在|刚开始|自|报)/u.test(whole)
        ? { topic: "skill", slot: `learns:${thing(what!)}`, value: what! }
        : undefined,
  ),
];

const OFTEN =
  /每(?:天|日|周|星期|个?月|年|晚|早|个?周末|到周末|隔)|天天|经常|常常|通常|一般(?:都|会|是)?|总是|一天(?:要|得|能|喝|吃)|平时都?|周末(?:都|常|一般|会)|坚持/u;
const EVERY = new RegExp(OFTEN, "gu");
const DAILY =
  /起床|睡|跑步|健身|锻炼|游泳|散步|骑车|上班|通勤|喝|吃|做饭|看书|阅读|写|练|打(?!算|工|开|错)|瑜伽|冥想|遛|接送|加班|开会|打卡|去|回|买|听|看|玩|学|背单词|打电话|爬山|徒步|钓鱼|逛|做|跳|弹|画|早起|熬夜|午睡|夜跑|晨跑/u;

/** 隔壁的老赵天天来: not the speaker's habit. 下班的时候经常听播客 is. */
const OTHERS_HABIT = regex.u`^.{0,15}?的(?!时候|早上|晚上|上午|中午|下午|路上|日子).{1,6}?(?:${OFTEN.source})`;

const TAKES = /(?:喝|吃|抽)(?:点|一点|[一二两三四五六七八九十几\d]+[杯瓶根碗包]|个)?([\p{L}]{1,6})$/u;

/** Habits: activities of every day or week. */
export const HABIT_RULE: Rule = rule("zh/habit", (core) => {
  if (
    OTHERS_HABIT.test(core) ||
    !OFTEN.test(core) ||
    !DAILY.test(core) ||
    core.length > 40 ||
    /你|这|那|感觉|觉得|忘|想|累|烦|被|都是$|不要|别|、/u.test(core)
  )
    return undefined;
  const taken = TAKES.exec(core)?.[1];
  if (taken !== undefined && !/饭|药|早餐|晚餐|午餐/u.test(taken))
    return { topic: "habit", slot: `takes:${thing(taken)}` };
  // One gets up once a day.
  const once = /起床|睡觉|入睡/u.exec(core)?.[0];
  if (once !== undefined) return { topic: "habit", slot: `habit:${once}` };
  return {
    topic: "habit",
    slot: `habit:${thing(core.replace(EVERY, "").replace(/[\d一二三四五六七八九十]{1,4}点\P{sc=Han}*/u, ""))}`,
  };
});
