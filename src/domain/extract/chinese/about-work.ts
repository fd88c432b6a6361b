import { on, type Rule } from "./claim.ts";
import { LONG } from "./durations.ts";
import { TRADE } from "./lexicon.ts";

const WORKPLACE =
  "((?!是|一起|家$|家里|这|那|你|哪|我|他|她|外面|准备|考虑|努力|认真|想|找|看|学|等|减肥|备孕|路上|电脑前|网上)[\\p{L}\\d·'&. -]{1,24}?)";
const LEFT = "(?:离职|辞职|辞了|跳槽(?:走)?|走人|离开|被裁(?:员)?)";

/** Work and study. */
export const WORK_RULES: readonly Rule[] = [
  on(
    "zh/work:education",
    /^(?:就|是|才)*(?:读的是)?(小学|初中|高中|中专|大专|专科|本科|硕士|博士)(?:学历|毕业(?:的)?)?(?:的)?$/u,
    ([whole]) => (/学历|毕业|读的/u.test(whole) ? { topic: "study", slot: "education" } : undefined),
  ),
  on("zh/work:team", /^在([\p{L}\d ]{2,20}?(?:组|部门|事业部|团队|team|Team))(?:了)?$/u, ([, team]) => ({
    topic: "work",
    slot: "team",
    value: team!,
  })),
  on(
    "zh/work:employer",
    new RegExp(
      `^(?:刚|已经|终于|昨天|上周|前阵子)*(?:从|跟)?${WORKPLACE}(?:那边|这边)?${LEFT}(?:了|出来)?(?:[，,].*)?$`,
      "u",
    ),
    ([, where]) => ({ topic: "work", slot: "employer", affirmed: false, value: where! }),
  ),
  on(
    "zh/work:job",
    /^(?:刚|已经|终于|前阵子|被|公司)*(?:把工作辞|辞职|离职|辞掉(?:了)?(?:.{0,8})工作|裸辞|被裁(?:员)?|失业|下岗|丢了工作|没(?:有)?工作|待业|赋闲)(?:了|在家|中)?(?:.*)?$/u,
    () => ({ topic: "work", slot: "job", affirmed: false }),
  ),
  on(
    "zh/work:employer-2",
    new RegExp(
      `^(?:刚|已经|终于|最近)*(?:跳槽(?:到|去)|入职|加入|换到|跳到)(?:了)?${WORKPLACE}(?:了|上班|工作|做.*|当.*)?$`,
      "u",
    ),
    ([, where]) => ({ topic: "work", slot: "employer", value: where! }),
  ),
  on(
    "zh/work:employer-3",
    new RegExp(
      `^(?:是|目前|现在|就)?在${WORKPLACE}(?:里)?(?:做|当|担任|任)(?:的是|一名|个|着|了)?([\\p{L}\\d+/ ]{1,16}?)(?:的工作|的)?${LONG}$`,
      "u",
    ),
    ([, where, role]) =>
      /^(?:饭|什么|啥|梦|作业|核酸|完|不|决定|事)/u.test(role!)
        ? undefined
        : { topic: "work", slot: "employer", value: where! },
  ),
  on(
    "zh/work:employer-4",
    new RegExp(
      `^(?:是|目前|现在|就|还)?在${WORKPLACE}(?:里)?(?:工作|上班|就职|任职|实习|兼职|打工|供职|干|教书|教[\\p{sc=Han}]{1,4}|做事|开店|创业|经商|当老师|从业)(?:的|呢|着)?${LONG}(?:，.*)?$`,
      "u",
    ),
    ([, where]) => ({ topic: "work", slot: "employer", value: where! }),
  ),
  on(
    "zh/work:work",
    /^(?:的)?(?:公司|单位|办公室)(?:就)?(?:在|叫|是)([\p{L}\d ]{2,20})$/u,
    ([whole, where]) => ({
      topic: "work",
      slot: /在/u.test(whole.slice(0, 6)) ? "workplace" : "employer",
      value: where!,
    }),
  ),
  on(
    "zh/work:job-2",
    new RegExp(
      `^(?:是)?(?:一名|一个|一位|个|名|位|当|做|做了?|干)?(?:的)?(?:是)?(?:全职|兼职|资深|高级|初级|普通|专业|职业|自由|一线|新手|女|男|小|大厂|国企|外企|私企|民企|远程)*(${TRADE})(?:一枚|的|出身)?(?:${LONG})$`,
      "u",
    ),
    ([whole, trade]) =>
      /^(?:是|做|当|干|一名|个|名|一位|一个|全职|兼职|资深|自由)/u.test(whole) || whole.length <= 10
        ? {
            topic: /学生|生$|博士$/u.test(trade!) && !/医生/u.test(trade!) ? "study" : "work",
            slot: "job",
            value: trade!,
            ...(/^(?:是|做|当|干|全职)/u.test(whole) ? {} : { say: `是${whole}` }),
          }
        : undefined,
  ),
  on(
    "zh/work:job-3",
    new RegExp(`^(?:是|当|做)(?:了)?(?:[一二两三四五六七八九十几\\d]+年的?)?(${TRADE})(?:的)?$`, "u"),
    ([, trade]) => ({ topic: "work", slot: "job", value: trade! }),
  ),
  on(
    "zh/work:field",
    /^(?:主要|目前|现在)?从事(.{2,20}?)(?:工作|行业|方面的工作|相关工作)?(?:的)?$/u,
    ([, field]) => ({
      topic: "work",
      slot: "field",
      value: field!,
    }),
  ),
  on(
    "zh/work:job-4",
    /^(?:是)?(?:做|搞|干|弄)((?:前端|后端|开发|运维|测试|算法|产品|运营|销售|设计|外贸|电商|直播|自媒体|金融|教育|保险|房产|建筑|装修|餐饮|跨境|IT|AI|互联网|游戏|芯片|硬件|硬件|嵌入式|数据|机器学习|翻译|新媒体|人力|财务|审计|市场|公关|广告|影视|摄影|音乐|科研|生意|微商|烘焙|养殖|种植)[\p{L}\d+/]{0,8}?)(?:的|工作|行业)?$/u,
    ([, field]) => ({ topic: "work", slot: "job", value: field! }),
  ),
  on(
    "zh/work:business",
    /^(?:自己)?(?:开|经营|有)(?:了|着)?(?:一?(?:家|间|个))((?:[\p{L}\d]{0,12})(?:店|馆|厅|公司|工作室|吧|厂|农场|民宿|诊所|律所|培训班|补习班|超市|淘宝店|网店|饭店|餐厅|书店|花店|咖啡馆|奶茶店|小卖部|铺子?|摊))(?:.*)?$/u,
    ([, what]) => ({ topic: "work", slot: "business", value: what! }),
  ),
  on(
    "zh/work:job-5",
    /^(?:自己)?(?:在)?(?:创业|做自由职业|自由职业|做自媒体|开网约车|跑滴滴|送外卖|送快递|摆摊|全职带娃|全职在家|在家带娃)(?:了|呢|中)?(?:.*)?$/u,
    () => ({ topic: "work", slot: "job" }),
  ),
  on(
    "zh/work:job-6",
    /^(?:已经|都|刚|前年|去年|今年)*退休(?:了)?(?:[一二三四五六七八九十\d]+年(?:了)?)?$/u,
    () => ({
      topic: "work",
      slot: "job",
    }),
  ),
  on(
    "zh/work:job-7",
    /^(?:刚|最近|今年|上个月)?(?:升(?:职|为|成|任)|晋升|提拔)(?:了|为|成|到|当上?)*(.*)$/u,
    () => ({
      topic: "work",
      slot: "job",
    }),
  ),
  on(
    "zh/work:work_style",
    /^(?:上|值|倒|经常上)(夜班|白班|早班|晚班|三班倒)$|^(?:在家办公|远程办公|居家办公|朝九晚五|996|双休|单休|大小周)(?:的)?$/u,
    () => ({ topic: "work", slot: "work_style" }),
  ),
  on("zh/work:experience", /^(?:已经)?工作(?:了)?([一二两三四五六七八九十\d]+)年(?:了)?$/u, () => ({
    topic: "work",
    slot: "experience",
  })),

  on(
    "zh/work:field_of_study",
    /^(?:的)?(?:专业|研究方向|方向|学的专业|大学专业|本科专业)(?:是|为)([\p{L}\d ]{2,16})$/u,
    ([, what]) => ({ topic: "study", slot: "field_of_study", value: what! }),
  ),
  on(
    "zh/work:field_of_study-2",
    /^(?:是)?(?:大学|本科|研究生|硕士|博士)?学的(?:专业)?(?:是)?([\p{L}\d]{2,20})$|^(?:是)?学((?!习|会|到|着|不|了|校|生|过|历|位|业|费|期|的)[\p{L}]{2,10}?)(?:专业)?的$|^(?:是)?(?:读|念)([\p{L}]{2,10}?)(?:专业|系)(?:的)?$/u,
    ([, is, of, read]) => ({ topic: "study", slot: "field_of_study", value: (is ?? of ?? read)! }),
  ),
  on(
    "zh/work:study",
    /^(?:是|目前|现在|还)?在(.{2,20}?)(?:读|念|上(?=.))((?:大[一二三四五]|研[一二三]?|博[一二三四]?|高[一二三]|初[一二三]|本科|硕士?|博士?|书|大学|研究生|小学|初中|高中|幼儿园|[一二三四五六]年级|MBA|mba|[\p{sc=Han}]{2,8}(?:专业|系))[\p{L}\d]{0,10})?(?<!上)(?:呢|了)?$/u,
    ([, where]) => ({ topic: "study", slot: "study", value: where! }),
  ),
  on(
    "zh/work:study-2",
    /^(?:刚|今年|还在|正在|在|已经|现在|还|马上|就要|准备)*(?:上|读|念|升)(?:了|到)?((?:小学|初中|高中|大学|幼儿园|中学|职高|中专|大专|[一二三四五六]年级|大[一二三四五](?!家)|高[一二三]|初[一二三]|研[一二三究]|博[一二三四士]|大班|中班|小班|托班)[\p{L}\d]{0,8})$/u,
    () => ({ topic: "study", slot: "study" }),
  ),
  on(
    "zh/work:study-3",
    /^(?:是)?(?:今年|现在)?(大[一二三四五]|研[一二三]|博[一二三四]|高[一二三]|初[一二三]|[一二三四五六]年级)(?:的?(?:学生|在读|新生))?(?:在读)?(?:了)?$/u,
    () => ({ topic: "study", slot: "study" }),
  ),
  on("zh/work:study-4", /^(?:是)?(?:本科|硕士|博士|研究生|大学)在读$/u, () => ({
    topic: "study",
    slot: "study",
  })),
  on(
    "zh/work:study-5",
    /^(?:是)?(?:就读于?|在读于?|考上了?|保研到了?|考进了?)([\p{L}\d ]{2,20})(?:.*)?$/u,
    ([, where]) => ({
      topic: "study",
      slot: "study",
      value: where!,
    }),
  ),
  on(
    "zh/work:education-2",
    /^(?:是)?(?:毕业于|从)([\p{L}\d ]{2,16}?)(?:毕业(?:的|了)?)?$|^(?:是)?([\p{L}]{2,12}(?:大学|学院|大))毕业(?:的|了)?$/u,
    (match) => (/毕业/u.test(match[0]) ? { topic: "past", slot: "education" } : undefined),
  ),
  on(
    "zh/work:job-8",
    /^(?:是)?([\p{L}]{2,12}(?:大学|学院|一中|中学|大))(?:的)?(?:学生|研究生|本科生|博士生|大[一二三四]学生|老师|教授)$/u,
    () => ({ topic: "study", slot: "job" }),
  ),
];
