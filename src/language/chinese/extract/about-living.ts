import { regex } from "../../shared/words.ts";
import { LONG, on, type Rule } from "./claim.ts";
import { TRADE } from "./lexicon.ts";

const PLACE = String.raw`((?!到|着|了|过|得|的|起来|来$|去$|来了|一起|哪|这里$|这儿$|那里$|那儿$|家$|家里$|外面$|路上|公司$|学校$|你|我|他|她|什么|怎么|一个人|酒店|宾馆|医院$|医院里)(?![^，]*(?:酒店|宾馆|民宿|旅馆|朋友家|亲戚家|青旅)了?$)[\p{L}\d·' ]{1,24}?)`;
const NOT_PEOPLE =
  /^(?:个|一个|好|坏|老|女|男|大|病|单身|本地|外地|成年|年轻|普通|有|中年|老年|正常|聪明|懒|急性子的|什么|哪里|哪|自己|别|内向的|外向的|很.*的|.*的)$/u;

const NOT_HOME =
  /^(?:院|校|宿舍|不|得|过|满|的|了|进|下|习惯|[一二两三四五六七八九十几\d]+个?(?:晚|天|夜|周|星期|月|年))/u;
const NOT_FROM =
  /(?:的|型|男|女|主|病|负责|介绍|联系|当事|打工|过来|同龄|机器|合伙|候选|创始|主持|经纪|投资)$/u;

/** 住在上海浦东 → 上海浦东. */
function place(words: string): string {
  return words.replace(/(?:这边|那边|附近|这里|那里|的)$/u, "");
}

/** 住宿舍 and 住六楼 say how somebody lives, not where. */
function dwells(where: string): string {
  return /宿舍|楼$|公寓|地下室|合租|出租屋|家里$|爸妈家|父母家/u.test(where) ? "dwelling" : "home";
}

/** Home and origin. */
export const HOME_RULES: readonly Rule[] = [
  on(
    "zh/home:move",
    regex.u`^(?:已经|刚刚?|又|全家|一家人?|终于){0,3}(?:从[^，]{1,12}?)?(?:搬家?|迁|移居|移民)(?:到|去|来|回)(?:了)?${PLACE}(?:来|住|生活|定居)?(?:了)?${LONG}$`,
    ([, to]) =>
      /新家|新房|一起|楼上|楼下|车上|[箱柜屉架袋盒桌橱]|副驾|后备|仓库|阳台|工位/u.test(to!)
        ? undefined
        : { topic: "home", slot: "home", say: `住在${place(to!)}`, value: place(to!) },
  ),
  on(
    "zh/home:live",
    regex.u`^(?:一个人|独自|自己|和.{1,8}|跟.{1,8}|暂时|暂|一直|长期|目前|常年|主要){0,4}(?:住|居住|定居|生活|常住|租住|旅居)(?:在)?${PLACE}${LONG}$`,
    ([, where]) =>
      NOT_HOME.test(where!) ? undefined : { topic: "home", slot: dwells(where!), value: place(where!) },
  ),
  on("zh/home:home", regex.u`^(?:的)?(?:家|房子)(?:就)?(?:住|在)(?:在)?${PLACE}$`, ([, where]) => ({
    topic: "home",
    slot: dwells(where!),
    value: place(where!),
  })),
  on(
    "zh/home:origin",
    /^(?:就)?是(?:土生土长的?|地道的?|正宗的?|一个|个|典型的?|地地道道的?){0,4}([\p{L}]{1,8})人(?:，.*)?$/u,
    ([, from]) =>
      NOT_PEOPLE.test(from!) || NOT_FROM.test(from!)
        ? undefined
        : { topic: "origin", slot: "origin", value: from! },
  ),
  on(
    "zh/home:native",
    /^(?:的)?(?:老家|家乡|籍贯|祖籍|故乡)(?:就)?(?:是|在)?([\p{L}\d ]{2,16}?)(?:的|人)?$/u,
    ([, from]) => ({ topic: "origin", slot: "origin", value: from! }),
  ),
];

const WORKPLACE = String.raw`((?!是|一起|家$|家里|这|那|你|哪|我|他|她|外面|准备|考虑|努力|认真|想|找|看|学|等|减肥|备孕|路上|电脑前|网上)[\p{L}\d·'&. -]{1,24}?)`;

/** 覃医生, 黄老师: somebody else, by their name. */
const SURNAMED =
  /^是?[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温季俞章鲁葛伍韦申尤毕聂焦向柳邢路岳齐梅莫庄辛管祝左涂谷祁时舒耿卜詹关苗凌费纪靳盛童欧甄项曲游阳裴席卫查屈鲍覃霍翁甘景单包司柏宁柯阮桂闵解强柴华车冉房饶丘古米池滕褚简娄符穆燕郎姬连郁商蒙喻窦迟冷卓艾蓝乐虞宗应巫](?:医生|大夫|老师|教授|师傅|律师|经理|主任|护士长?|教练|警官|编辑)$/u;

/** Work and study. */
export const WORK_RULES: readonly Rule[] = [
  on(
    "zh/work:works-as",
    regex.u`^(?:是|目前|现在|就)?在${WORKPLACE}(?:里)?(?:做|当|担任|任)(?:的是|一名|个|着|了)?([\p{L}\d+/ ]{1,16}?)(?:的工作|的)?${LONG}$`,
    ([, where, role]) =>
      /^(?:饭|什么|啥|梦|作业|核酸|完|不|决定|事)/u.test(role!)
        ? undefined
        : { topic: "work", slot: "employer", value: where! },
  ),
  on(
    "zh/work:works-at",
    regex.u`^(?:是|目前|现在|就|还)?在${WORKPLACE}(?:里)?(?:工作|上班|就职|任职|实习|兼职|打工|供职|干|教书|教[\p{sc=Han}]{1,4}|做事|开店|创业|经商|当老师|从业)(?:的|呢|着)?${LONG}(?:，.*)?$`,
    ([, where]) => ({ topic: "work", slot: "employer", value: where! }),
  ),
  on(
    "zh/work:trade",
    regex.u`^(?:是)?(?:一名|一个|一位|个|名|位|当|做|做了?|干)?(?:的)?(?:是)?(?:全职|兼职|资深|高级|初级|普通|专业|职业|自由|一线|新手|女|男|小|大厂|国企|外企|私企|民企|远程){0,4}(${TRADE})(?:一枚|的|出身)?(?:${LONG})$`,
    ([whole, trade]) =>
      !SURNAMED.test(whole) &&
      !/^(?!是).{0,3}[了换找请给来去被把让]/u.test(whole) &&
      (/^(?:是|做|当|干|一名|个|名|一位|一个|全职|兼职|资深|自由)/u.test(whole) || whole.length <= 10)
        ? {
            topic: /学生|生$|博士$/u.test(trade!) && !/医生/u.test(trade!) ? "study" : "work",
            slot: "job",
            value: trade!,
            ...(/^(?:是|做|当|干|全职)/u.test(whole) ? {} : { say: `是${whole}` }),
          }
        : undefined,
  ),
  on(
    "zh/work:line",
    /^(?:是)?(?:做|搞|干|弄)((?:前端|后端|开发|运维|测试|算法|产品|运营|销售|设计|外贸|电商|直播|自媒体|金融|教育|保险|房产|建筑|装修|餐饮|跨境|IT|AI|互联网|游戏|芯片|硬件|硬件|嵌入式|数据|机器学习|翻译|新媒体|人力|财务|审计|市场|公关|广告|影视|摄影|音乐|科研|生意|微商|烘焙|养殖|种植)[\p{L}\d+/]{0,8}?)(?:的|工作|行业)?$/u,
    ([, field]) => ({ topic: "work", slot: "job", value: field! }),
  ),
  on(
    "zh/work:field",
    /^(?:是)?(?:大学|本科|研究生|硕士|博士)?学的(?:专业)?(?:是)?([\p{L}\d]{2,20})$|^(?:是)?学((?!习|会|到|着|不|了|校|生|过|历|位|业|费|期|的)[\p{L}]{2,10}?)(?:专业)?的$|^(?:是)?(?:读|念)([\p{L}]{2,10}?)(?:专业|系)(?:的)?$/u,
    ([, is, of, read]) => ({ topic: "study", slot: "field_of_study", value: (is ?? of ?? read)! }),
  ),
  on(
    "zh/work:study",
    /^(?:是|目前|现在|还)?在(.{2,20}?)(?:读|念|上(?=.))((?:大[一二三四五]|研[一二三]?|博[一二三四]?|高[一二三]|初[一二三]|本科|硕士?|博士?|书|大学|研究生|小学|初中|高中|幼儿园|[一二三四五六]年级|MBA|mba|[\p{sc=Han}]{2,8}(?:专业|系))[\p{L}\d]{0,10})?(?<!上)(?:呢|了)?$/u,
    ([, where]) => ({ topic: "study", slot: "study", value: where! }),
  ),
];
