import { thing } from "../slot.ts";
import { type Claim, isTaste, items, on, type Rule, rule } from "./claim.ts";

const VERY =
  "(?:真的|真心|特别|特|非常|超级?|最|很|挺|蛮|比较|还|都|也|一直|从小就?|其实|尤其|可|好|巨|贼|老|就|平时|周末|没事就?|闲着没事就?|有空就?|更|越来越|最近|又|开始|渐渐|慢慢|确实|可能)*";
const LIKE =
  "(?:喜欢上|喜欢|喜爱|热爱|酷爱|钟爱|偏爱|爱上|爱(?!人|好|情|豆|心|国|护|面子|理不理)|痴迷于?|沉迷于?|迷上|迷恋|热衷于?|着迷于?|钟情于?|中意)";
const DISLIKE =
  "(?:讨厌|厌恶|反感|烦(?!恼|你|死|躁|人)|受不了|忍受不了|不能忍|恨(?!不得)|嫌弃|接受不了|吃不惯|吃不了|喝不了|听不得|看不得)";
const NOT_LIKE =
  "(?:不(?:太|怎么|是很|大|是太|再|那么)?(?:喜欢|爱(?!人)|感冒|中意|好(?!吃|看|喝|玩|意思|好|多)))";

/** What is liked: 打篮球、听歌 → one claim each, so that one may change without the other. */
function tastes(list: string, affirmed: boolean, verb: string): Claim[] | undefined {
  const words = list
    .replace(/(?:了|的|呢|啊|呀|啦|哦|嘛|这一块|之类的?|什么的|等等|一点的?|那种.*)+$/u, "")
    .replace(/^(?:的就?是|是|去|的|于|上|了)+/u, "");
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
  on(
    "zh/taste:favourite",
    /^最(?:喜欢|爱)(吃|喝|看|听|玩|读|用|去|穿)(?:的)?(?:就是|还是|依然是|永远是|是)?([\p{L}\d《》]{1,14})$/u,
    ([, verb, what]) =>
      isTaste(what!) ? { topic: "favourite", slot: `favourite:${verb!}`, value: what! } : undefined,
  ),
  on(
    "zh/taste:favourite-2",
    /^(?:的)?(?:最|超|特别|非常)(?:喜欢|爱|热爱|喜爱)(?:吃|喝|看|听|玩|去|用|穿|读)?的([\p{L}]{1,10}?)(?:就|一直|还|永远|肯定|应该)?(?:是|叫)(.{1,30})$|^的?(?:本命|偶像|爱豆|主队)(?:就|一直|永远)?是(.{1,20})$/u,
    ([, kind, value, idol]) => {
      const what = value ?? idol!;
      return /^(?:什么|谁|哪|你|这|那)/u.test(what)
        ? undefined
        : { topic: "favourite", slot: `favourite:${thing(kind ?? "偶像")}`, value: what };
    },
  ),
  on(
    "zh/taste:rule",
    /^比起(.{1,12}?)[，,]?(?:还是)?(?:我)?(?:更|还是|比较)(?:喜欢|爱|偏爱|偏好|倾向于?)(.{1,16})$/u,
    ([, less, more]) => prefers(more!, less!),
  ),
  on(
    "zh/taste:rule-2",
    /^(?:更|比较|还是|宁愿|宁可)+(?:喜欢|爱|偏爱|偏好|选)?(.{1,12}?)(?:而不是|胜过|多过|超过|也不|多于|，?不(?:太)?(?:喜欢|爱))(.{1,12})$/u,
    ([, more, less]) => prefers(more!, less!),
  ),
  on(
    "zh/taste:rule-3",
    /^(?:觉得)?(.{1,10}?)比(.{1,10}?)(?:好吃|好喝|好看|好听|好玩|好用)$/u,
    ([, more, less], who) => (who.key === null && isTaste(more!) ? prefers(more!, less!) : undefined),
  ),
  on("zh/taste:rule-4", new RegExp(`^${VERY}${NOT_LIKE}(.{1,30})$`, "u"), ([, list]) =>
    tastes(list!, false, "不喜欢"),
  ),
  on("zh/taste:rule-5", new RegExp(`^${VERY}${DISLIKE}(.{1,30})$`, "u"), ([whole, list]) =>
    tastes(list!, false, new RegExp(DISLIKE, "u").exec(whole)![0]),
  ),
  on(
    "zh/taste:likes",
    /^对(.{1,14}?)(?:真的|一直|都|也|很|特别|非常|超|挺|蛮|完全|一点都?)*(感兴趣|有兴趣|着迷|情有独钟|上头|上瘾|没(?:什么|啥)?兴趣|不感兴趣|无感|不感冒)$/u,
    ([, what, how]) =>
      isTaste(what!)
        ? { topic: "taste", slot: `likes:${thing(what!)}`, affirmed: !/没|不|无/u.test(how!) }
        : undefined,
  ),
  on("zh/taste:rule-6", new RegExp(`^${VERY}${LIKE}(.{1,30})$`, "u"), ([whole, list]) =>
    tastes(
      list!,
      true,
      /爱/u.test(new RegExp(LIKE, "u").exec(whole)![0]) && !/热爱|喜爱/u.test(whole) ? "爱" : "喜欢",
    ),
  ),
  on(
    "zh/taste:likes-2",
    /^(?:是)?(?:一个|个|名|资深|老|铁杆|忠实|超级|狂热|十足的?|重度|骨灰级)*((?!你)[\p{L}\d]{1,10}?)(?:的)?(粉丝|铁粉|死忠粉|老粉|球迷|影迷|歌迷|迷|爱好者|发烧友|控|狂热者|重度用户)$/u,
    ([, what]) => (isTaste(what!) ? { topic: "taste", slot: `likes:${thing(what!)}` } : undefined),
  ),
  on("zh/taste:is", /^(?:是)?([甜咸]党|[猫狗]派|[\p{L}]{1,4}党)$/u, ([, what]) => ({
    topic: "taste",
    slot: `is:${thing(what!)}`,
  })),
  on(
    "zh/taste:hobby",
    /^(?:的)?(?:爱好|兴趣爱好|兴趣|业余爱好|个人爱好|特长)(?:就)?(?:是|有|包括|为|很多|挺多)[:：，,]?(.{1,40})$/u,
    ([, list], who) => {
      const words = list!.replace(/(?:什么的|之类的?|等等?)$/u, "");
      return items(words).map((one) => ({
        topic: "hobby",
        slot: `hobby:${thing(one)}`,
        say: `的爱好是${one}`,
        value: one,
        ...(who.key === null ? {} : {}),
      }));
    },
  ),
];

function prefers(more: string, less: string): Claim | undefined {
  const first = more.replace(/[了的]+$/u, "");
  const second = less.replace(/[了的]+$/u, "").replace(/^(?:想|要|愿意?)/u, "");
  if (!isTaste(first)) return undefined;
  return {
    topic: "taste",
    slot: `prefers:${[thing(first), thing(second)].sort().join("|")}`,
    say: `比起${second}更喜欢${first}`,
  };
}

const SKILL =
  "(?:游泳|开车|做饭|做菜|烘焙|弹(?:钢琴|吉他|古筝|琵琶|琴)|拉(?:小提琴|二胡|大提琴)|吹(?:笛子|萨克斯|口琴)|打(?:鼓|架子鼓|篮球|网球|羽毛球|乒乓球|高尔夫|太极)|下(?:围棋|象棋|国际象棋)|画画|书法|唱歌|跳舞|街舞|滑雪|滑冰|滑板|冲浪|潜水|骑(?:车|马|自行车|摩托)|编程|写代码|剪辑|摄影|拍照|修图|PS|ps|织毛衣|手语|魔术|变魔术|修(?:车|电脑)|木工|缝纫|插花|茶艺|调酒|[Pp]ython|[Jj]ava|[Rr]ust|Go|C\\+\\+|SQL|[Ee]xcel)";

export const SKILL_RULES: readonly Rule[] = [
  on(
    "zh/taste:plays",
    /^(?:最近|目前|现在|正)?(?:在|一直在)(?:弹|练|拉|吹|玩)((?:吉他|钢琴|古筝|小提琴|二胡|尤克里里|架子鼓|贝斯|笛子|口琴|瑜伽|书法|太极|拳击|滑板|摄影)[\p{L}]{0,4})$/u,
    ([, what]) => ({ topic: "hobby", slot: `plays:${what!}` }),
  ),
  on(
    "zh/taste:plays-2",
    /^会(?:弹|拉|吹|打|敲)((?:尤克里里|贝斯|手风琴|萨克斯|长笛|竖琴|扬琴|非洲鼓|电子琴)[\p{L}]{0,2})$/u,
    ([, what]) => ({
      topic: "skill",
      slot: `plays:${what!}`,
    }),
  ),
  on(
    "zh/taste:hobby-2",
    /^(?:刚|最近|新)?报(?:名)?了(?:个|一个|一期)?([\p{L}]{2,8}(?:班|课|课程|训练营|兴趣班))$/u,
    ([, what]) => ({
      topic: "hobby",
      slot: `hobby:${thing(what!)}`,
    }),
  ),
  on(
    "zh/taste:hobby-3",
    /^(?:在家|在阳台|家里|阳台上?)?种(?:了|着)?(?:很多|一些|不少|几盆|一阳台)?((?:多肉|花|菜|番茄|草莓|绿植|月季|玫瑰|辣椒|香草|盆栽)[\p{L}]{0,4})$/u,
    ([, what]) => ({
      topic: "hobby",
      slot: `hobby:种${what!}`,
    }),
  ),
  on(
    "zh/taste:takes",
    /^(?:早上|每天|平时|一直|从来|都)*(?:只|必须|必)(?:喝|吃)((?!饭|药|亏|醋)[\p{L}]{1,8})$/u,
    ([, what]) => ({
      topic: "habit",
      slot: `takes:${thing(what!)}`,
      value: what!,
    }),
  ),
  on(
    "zh/taste:plays-3",
    /^(钢琴|吉他|古筝|小提琴|二胡|架子鼓|羽毛球|篮球|足球|网球|乒乓球|瑜伽|书法|画|舞|太极|健身|马拉松)(?:弹|打|踢|练|学|玩|画|写|跳|跑|拉)(?:了|过)([一二两三四五六七八九十几\d]+.*)$/u,
    ([, what]) => ({ topic: "hobby", slot: `plays:${what!}` }),
  ),
  on(
    "zh/taste:skill",
    new RegExp(
      `^(?:很|特别|比较|非常|挺|还|也|最)*(不)?(?:太)?(?:会|擅长|精通|懂)(?:一点|点|一些)?(${SKILL}(?:(?:、|和|还有|，)${SKILL})*)(?:.{0,4})$`,
      "u",
    ),
    ([, not, list]) =>
      items(list!).map((one) => ({
        topic: "skill",
        slot: `skill:${thing(one)}`,
        affirmed: not === undefined,
        ...(items(list!).length > 1 ? { say: `${not ?? ""}会${one}` } : {}),
      })),
  ),
  on("zh/taste:learns", /^改学(?:了)?([\p{L}]{1,8})$/u, ([, what]) => ({
    topic: "skill",
    slot: `learns:${thing(what!)}`,
    value: what!,
  })),
  on(
    "zh/taste:skill-2",
    /^(?:很|特别|比较|非常|挺|还|最)*(?:擅长|精通)((?!你|这|那)[\p{L}\d]{2,12})$/u,
    ([, what]) => ({
      topic: "skill",
      slot: `skill:${thing(what!)}`,
    }),
  ),
  on(
    "zh/taste:learns-2",
    /^(?:最近|正在|在|目前|现在|开始|一直在|刚开始|打算|自|刚|报(?:了)?班)*学(?:习|了|着)?((?!校|会|生|期|费|历|到|长|姐|妹|弟|业|位|不|的|以|过|习)[\p{L}\d+#]{1,10}?)(?:呢|中|了|课|班|[一二两三四五六七八九十半几\d]+(?:多)?(?:年|个月|周|天)(?:了)?)*$/u,
    ([whole, what]) =>
      /^(?:最近|正在|在|目前|现在|开始|一直在|刚开始|自|报)/u.test(whole)
        ? { topic: "skill", slot: `learns:${thing(what!)}`, value: what! }
        : undefined,
  ),
  on(
    "zh/taste:plays-4",
    /^(?:平时|经常|常|偶尔|每.{1,3}|周末|从小|会|都|也|业余|一直)*(?:玩|打|踢|弹|练|跳|画|写|拉|吹|下|滑|跑|骑)((?:篮球|足球|网球|羽毛球|乒乓球|排球|高尔夫|游戏|电子游戏|王者荣耀|王者|原神|英雄联盟|LOL|lol|麻将|扑克|桌游|剧本杀|狼人杀|滑板|乐高|吉他|钢琴|古筝|小提琴|瑜伽|太极|普拉提|拳击|泰拳|街舞|芭蕾|国画|油画|水彩|书法|毛笔字|日记|小说|诗|围棋|象棋|雪|冰|马拉松|半马|全马|车|步)(?:.{0,8}))$/u,
    ([whole, what]) =>
      /^(?:平时|经常|常|每|周末|从小|业余|一直|会)/u.test(whole) || /[年了]$/u.test(what!)
        ? { topic: "hobby", slot: `plays:${thing(what!.replace(/[一二两三四五六七八九十几\d]+.*$/u, ""))}` }
        : undefined,
  ),
];

const OFTEN =
  /每(?:天|日|周|星期|个?月|年|晚|早|个?周末|到周末|逢|次|隔)|天天|经常|常常|通常|一般(?:都|会|是)?|总是|习惯|雷打不动|准时|一天(?:要|得|能|喝|吃)|平时都?|周末(?:都|常|一般|会)|坚持/u;
const DAILY =
  /起床|睡|跑步|健身|锻炼|游泳|散步|骑车|上班|通勤|喝|吃|做饭|看书|阅读|写|练|打(?!算|工|开|错)|瑜伽|冥想|遛|接送|加班|开会|打卡|去|回|买|听|看|玩|学|背单词|打电话|爬山|徒步|钓鱼|逛|做|跳|弹|画|早起|熬夜|午睡|夜跑|晨跑/u;

/** What is done every day or every week. */
export const HABIT_RULE: Rule = rule("zh/habit", (core) => {
  if (
    !OFTEN.test(core) ||
    !DAILY.test(core) ||
    core.length > 40 ||
    /你|这|那|感觉|觉得|忘|想|累|烦|被|都是$/u.test(core)
  )
    return undefined;
  const taken = /(?:喝|吃|抽)(?:点|一点|[一二两三四五六七八九十几\d]+[杯瓶根碗包]|个)?([\p{L}]{1,6})$/u.exec(
    core,
  )?.[1];
  if (taken !== undefined && !/饭|药|早餐|晚餐|午餐/u.test(taken))
    return { topic: "habit", slot: `takes:${thing(taken)}` };
  // One gets up once a day.
  const once = /起床|睡觉|入睡/u.exec(core)?.[0];
  if (once !== undefined) return { topic: "habit", slot: `habit:${once}` };
  return {
    topic: "habit",
    slot: `habit:${thing(core.replace(new RegExp(OFTEN, "gu"), "").replace(/[\d一二三四五六七八九十]+点.*?(?=[\p{sc=Han}]|$)/u, ""))}`,
  };
});
