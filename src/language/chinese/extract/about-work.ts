import { LONG, on, type Rule } from "./claim.ts";
import { TRADE } from "./lexicon.ts";

const WORKPLACE =
  "((?!是|一起|家$|家里|这|那|你|哪|我|他|她|外面|准备|考虑|努力|认真|想|找|看|学|等|减肥|备孕|路上|电脑前|网上)[\\p{L}\\d·'&. -]{1,24}?)";

/** Work and study. */
export const WORK_RULES: readonly Rule[] = [
  on(
    "zh/work:works-as",
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
    "zh/work:works-at",
    new RegExp(
      `^(?:是|目前|现在|就|还)?在${WORKPLACE}(?:里)?(?:工作|上班|就职|任职|实习|兼职|打工|供职|干|教书|教[\\p{sc=Han}]{1,4}|做事|开店|创业|经商|当老师|从业)(?:的|呢|着)?${LONG}(?:，.*)?$`,
      "u",
    ),
    ([, where]) => ({ topic: "work", slot: "employer", value: where! }),
  ),
  on(
    "zh/work:trade",
    new RegExp(
      `^(?:是)?(?:一名|一个|一位|个|名|位|当|做|做了?|干)?(?:的)?(?:是)?(?:全职|兼职|资深|高级|初级|普通|专业|职业|自由|一线|新手|女|男|小|大厂|国企|外企|私企|民企|远程){0,4}(${TRADE})(?:一枚|的|出身)?(?:${LONG})$`,
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
