import { thing } from "../slot.ts";
import { type Claim, on, type Rule } from "./claim.ts";
import { withoutDates } from "./dates.ts";
import { PARTNER, PET, PET_ONLY, RELATION, TRADE } from "./lexicon.ts";
import { isKnownPlace } from "./places.ts";

const PLACE =
  "((?!着|了|过|得|的|起来|来$|去$|来了|一起|哪|这里$|这儿$|那里$|那儿$|家$|家里$|外面$|路上|公司$|学校$|你|我|他|她|什么|怎么|一个人|酒店|宾馆|医院$|医院里)(?![^，]*(?:酒店|宾馆|民宿|旅馆|朋友家|亲戚家|青旅)了?$)[\\p{L}\\d·' ]{1,24}?)";
const LONG = "(?:[一二两三四五六七八九十几半好多\\d]+(?:多)?(?:年|个月|个多月|天|周)(?:多)?(?:了)?)?";
const NOT_PEOPLE =
  /^(?:个|一个|好|坏|老|女|男|大|病|单身|本地|外地|成年|年轻|普通|有|中年|老年|正常|聪明|懒|急性子的|什么|哪里|哪|自己|别|内向的|外向的|很.*的|.*的)$/u;

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
  on(/^(?:人|还|都|也|一直|长期)*在([\p{L}]{2,10})$/u, ([, where], who) =>
    who.key !== null && isKnownPlace(where!) ? { topic: "home", slot: "home", value: where! } : undefined,
  ),
  on(
    new RegExp(`^从(.{1,12}?)(?:搬家?|迁|移居|移民|搬迁)(?:到|去|来|回)(?:了)?${PLACE}(?:了|住)?$`, "u"),
    ([, , to]) => ({ topic: "home", slot: "home", say: `住在${place(to!)}`, value: place(to!) }),
  ),
  on(
    new RegExp(
      `^(?:已经|刚|刚刚|又|全家|一家人?|终于)*(?:搬家?|迁|移居|移民)(?:到|去|来|回)(?:了)?${PLACE}(?:来|住|生活|定居)?(?:了)?${LONG}$`,
      "u",
    ),
    ([, to]) =>
      /新家|新房|一起|楼上|楼下/u.test(to!)
        ? { topic: "home", slot: "dwelling" }
        : { topic: "home", slot: "home", say: `住在${place(to!)}`, value: place(to!) },
  ),
  on(
    new RegExp(
      `^(?:一个人|独自|自己|和.{1,8}|跟.{1,8}|暂时|暂|一直|长期|目前|常年|主要)*(?:住|居住|定居|生活|常住|租住|旅居)(?:在)?${PLACE}${LONG}$`,
      "u",
    ),
    ([, where]) =>
      /^(?:院|校|宿舍|不|得|过|满|的|了|进|下|习惯)/u.test(where!)
        ? undefined
        : { topic: "home", slot: dwells(where!), value: place(where!) },
  ),
  on(
    new RegExp(
      `^(?:就|现)?在${PLACE}(?:住|生活|定居|租房子?住?|租了.*|租的?房|买了?房|买的房|安家|漂|待)(?:了|着)?${LONG}$`,
      "u",
    ),
    ([, where]) => ({ topic: "home", slot: "home", value: place(where!) }),
  ),
  on(new RegExp(`^(?:的)?(?:家|房子)(?:就)?(?:住|在)(?:在)?${PLACE}$`, "u"), ([, where]) => ({
    topic: "home",
    slot: dwells(where!),
    value: place(where!),
  })),
  on(
    new RegExp(`^(?:人|base|坐标|Base|现居|现住|常住|常驻|驻)(?:在|是)?[:： ]?${PLACE}(?:呢)?$`, "u"),
    ([, where]) => ({ topic: "home", slot: "home", value: place(where!), say: `住在${place(where!)}` }),
  ),
  on(
    /^(?:一个人|独自|自己一个人|独居|和.{1,10}一起|跟.{1,10}一起|和.{1,6}|跟.{1,6})(?:住|居住|生活|合租)(?:的)?$|^独居$|^(?:住校|住宿舍)$/u,
    () => ({ topic: "home", slot: "lives_with" }),
  ),

  on(
    /^(?:就)?是(?:土生土长的?|地道的?|正宗的?|一个|个|典型的?|地地道道的?)*([\p{L}]{1,8})人(?:，.*)?$/u,
    ([, from]) =>
      NOT_PEOPLE.test(from!) ||
      /(?:的|型|男|女|主|病|负责|介绍|联系|当事|打工|过来|同龄|机器|合伙|候选|创始|主持|经纪|投资)$/u.test(
        from!,
      )
        ? undefined
        : { topic: "origin", slot: "origin", value: from! },
  ),
  on(/^(?:的)?(?:老家|家乡|籍贯|祖籍|故乡)(?:就)?(?:是|在)?([\p{L}\d ]{2,16}?)(?:的|人)?$/u, ([, from]) => ({
    topic: "origin",
    slot: "origin",
    value: from!,
  })),
  on(/^来自([\p{L} ]{2,16})$/u, ([, from]) => ({ topic: "origin", slot: "origin", value: from! })),
  on(/^(?:出生在|出生于|生在)([\p{L} ]{2,14})$|^在([\p{L} ]{2,14})出生(?:的)?$/u, () => ({
    topic: "origin",
    slot: "birthplace",
  })),
  on(/^(?:从小)?(?:是)?在(.{2,14}?)(?:长大|土生土长|出生长大)(?:的)?$/u, () => ({
    topic: "origin",
    slot: "grew_up",
  })),
];

const WORKPLACE =
  "((?!是|一起|家$|家里|这|那|你|哪|我|他|她|外面|准备|考虑|努力|认真|想|找|看|学|等|减肥|备孕|路上|电脑前|网上)[\\p{L}\\d·'&. -]{1,24}?)";
const LEFT = "(?:离职|辞职|辞了|跳槽(?:走)?|走人|离开|被裁(?:员)?)";

/** Work and study. */
export const WORK_RULES: readonly Rule[] = [
  on(
    /^(?:就|是|才)*(?:读的是)?(小学|初中|高中|中专|大专|专科|本科|硕士|博士)(?:学历|毕业(?:的)?)?(?:的)?$/u,
    ([whole]) => (/学历|毕业|读的/u.test(whole) ? { topic: "study", slot: "education" } : undefined),
  ),
  on(/^在([\p{L}\d ]{2,20}?(?:组|部门|事业部|团队|team|Team))(?:了)?$/u, ([, team]) => ({
    topic: "work",
    slot: "team",
    value: team!,
  })),
  on(
    new RegExp(
      `^(?:刚|已经|终于|昨天|上周|前阵子)*(?:从|跟)?${WORKPLACE}(?:那边|这边)?${LEFT}(?:了|出来)?(?:[，,].*)?$`,
      "u",
    ),
    ([, where]) => ({ topic: "work", slot: "employer", affirmed: false, value: where! }),
  ),
  on(
    /^(?:刚|已经|终于|前阵子|被|公司)*(?:把工作辞|辞职|离职|辞掉(?:了)?(?:.{0,8})工作|裸辞|被裁(?:员)?|失业|下岗|丢了工作|没(?:有)?工作|待业|赋闲)(?:了|在家|中)?(?:.*)?$/u,
    () => ({ topic: "work", slot: "job", affirmed: false }),
  ),
  on(
    new RegExp(
      `^(?:刚|已经|终于|最近)*(?:跳槽(?:到|去)|入职|加入|换到|跳到)(?:了)?${WORKPLACE}(?:了|上班|工作|做.*|当.*)?$`,
      "u",
    ),
    ([, where]) => ({ topic: "work", slot: "employer", value: where! }),
  ),
  on(
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
    new RegExp(
      `^(?:是|目前|现在|就|还)?在${WORKPLACE}(?:里)?(?:工作|上班|就职|任职|实习|兼职|打工|供职|干|教书|教[\\p{sc=Han}]{1,4}|做事|开店|创业|经商|当老师|从业)(?:的|呢|着)?${LONG}(?:，.*)?$`,
      "u",
    ),
    ([, where]) => ({ topic: "work", slot: "employer", value: where! }),
  ),
  on(/^(?:的)?(?:公司|单位|办公室)(?:就)?(?:在|叫|是)([\p{L}\d ]{2,20})$/u, ([whole, where]) => ({
    topic: "work",
    slot: /在/u.test(whole.slice(0, 6)) ? "workplace" : "employer",
    value: where!,
  })),
  on(
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
    new RegExp(`^(?:是|当|做)(?:了)?(?:[一二两三四五六七八九十几\\d]+年的?)?(${TRADE})(?:的)?$`, "u"),
    ([, trade]) => ({ topic: "work", slot: "job", value: trade! }),
  ),
  on(/^(?:主要|目前|现在)?从事(.{2,20}?)(?:工作|行业|方面的工作|相关工作)?(?:的)?$/u, ([, field]) => ({
    topic: "work",
    slot: "field",
    value: field!,
  })),
  on(
    /^(?:是)?(?:做|搞|干|弄)((?:前端|后端|开发|运维|测试|算法|产品|运营|销售|设计|外贸|电商|直播|自媒体|金融|教育|保险|房产|建筑|装修|餐饮|跨境|IT|AI|互联网|游戏|芯片|硬件|硬件|嵌入式|数据|机器学习|翻译|新媒体|人力|财务|审计|市场|公关|广告|影视|摄影|音乐|科研|生意|微商|烘焙|养殖|种植)[\p{L}\d+/]{0,8}?)(?:的|工作|行业)?$/u,
    ([, field]) => ({ topic: "work", slot: "job", value: field! }),
  ),
  on(
    /^(?:自己)?(?:开|经营|有)(?:了|着)?(?:一?(?:家|间|个))((?:[\p{L}\d]{0,12})(?:店|馆|厅|公司|工作室|吧|厂|农场|民宿|诊所|律所|培训班|补习班|超市|淘宝店|网店|饭店|餐厅|书店|花店|咖啡馆|奶茶店|小卖部|铺子?|摊))(?:.*)?$/u,
    ([, what]) => ({ topic: "work", slot: "business", value: what! }),
  ),
  on(
    /^(?:自己)?(?:在)?(?:创业|做自由职业|自由职业|做自媒体|开网约车|跑滴滴|送外卖|送快递|摆摊|全职带娃|全职在家|在家带娃)(?:了|呢|中)?(?:.*)?$/u,
    () => ({ topic: "work", slot: "job" }),
  ),
  on(/^(?:已经|都|刚|前年|去年|今年)*退休(?:了)?(?:[一二三四五六七八九十\d]+年(?:了)?)?$/u, () => ({
    topic: "work",
    slot: "job",
  })),
  on(/^(?:刚|最近|今年|上个月)?(?:升(?:职|为|成|任)|晋升|提拔)(?:了|为|成|到|当上?)*(.*)$/u, () => ({
    topic: "work",
    slot: "job",
  })),
  on(
    /^(?:上|值|倒|经常上)(夜班|白班|早班|晚班|三班倒)$|^(?:在家办公|远程办公|居家办公|朝九晚五|996|双休|单休|大小周)(?:的)?$/u,
    () => ({ topic: "work", slot: "work_style" }),
  ),
  on(/^(?:已经)?工作(?:了)?([一二两三四五六七八九十\d]+)年(?:了)?$/u, () => ({
    topic: "work",
    slot: "experience",
  })),

  on(
    /^(?:的)?(?:专业|研究方向|方向|学的专业|大学专业|本科专业)(?:是|为)([\p{L}\d ]{2,16})$/u,
    ([, what]) => ({ topic: "study", slot: "field_of_study", value: what! }),
  ),
  on(
    /^(?:是)?(?:大学|本科|研究生|硕士|博士)?学的(?:专业)?(?:是)?([\p{L}\d]{2,20})$|^(?:是)?学((?!习|会|到|着|不|了|校|生|过|历|位|业|费|期|的)[\p{L}]{2,10}?)(?:专业)?的$|^(?:是)?(?:读|念)([\p{L}]{2,10}?)(?:专业|系)(?:的)?$/u,
    ([, is, of, read]) => ({ topic: "study", slot: "field_of_study", value: (is ?? of ?? read)! }),
  ),
  on(
    /^(?:是|目前|现在|还)?在(.{2,20}?)(?:读|念|上)((?:大[一二三四五]|研[一二三]?|博[一二三四]?|高[一二三]|初[一二三]|本科|硕士?|博士?|书|大学|研究生|小学|初中|高中|幼儿园|[一二三四五六]年级|MBA|mba|[\p{sc=Han}]{2,8}(?:专业|系))[\p{L}\d]{0,10})?(?:呢|了)?$/u,
    ([, where]) => ({ topic: "study", slot: "study", value: where! }),
  ),
  on(
    /^(?:刚|今年|还在|正在|在|已经|现在|还|马上|就要|准备)*(?:上|读|念|升)(?:了|到)?((?:小学|初中|高中|大学|幼儿园|中学|职高|中专|大专|[一二三四五六]年级|大[一二三四五](?!家)|高[一二三]|初[一二三]|研[一二三究]|博[一二三四士]|大班|中班|小班|托班)[\p{L}\d]{0,8})$/u,
    () => ({ topic: "study", slot: "study" }),
  ),
  on(
    /^(?:是)?(?:今年|现在)?(大[一二三四五]|研[一二三]|博[一二三四]|高[一二三]|初[一二三]|[一二三四五六]年级)(?:的?(?:学生|在读|新生))?(?:在读)?(?:了)?$/u,
    () => ({ topic: "study", slot: "study" }),
  ),
  on(/^(?:是)?(?:就读于?|在读于?|考上了?|保研到了?|考进了?)([\p{L}\d ]{2,20})(?:.*)?$/u, ([, where]) => ({
    topic: "study",
    slot: "study",
    value: where!,
  })),
  on(
    /^(?:是)?(?:毕业于|从)([\p{L}\d ]{2,16}?)(?:毕业(?:的|了)?)?$|^(?:是)?([\p{L}]{2,12}(?:大学|学院|大))毕业(?:的|了)?$/u,
    (match) => (/毕业/u.test(match[0]) ? { topic: "past", slot: "education" } : undefined),
  ),
  on(
    /^(?:是)?([\p{L}]{2,12}(?:大学|学院|一中|中学|大))(?:的)?(?:学生|研究生|本科生|博士生|大[一二三四]学生|老师|教授)$/u,
    () => ({ topic: "study", slot: "job" }),
  ),
];

const COUNT = "(?:[一二两三四五六七八九十几\\d]+)?(?:个|只|条|匹|头|对|位|窝)?";
const HAVE = new RegExp(
  `^(?:家里|家|还|也|目前|现在)*(?:养|有|收养|领养|新添|生|添)(?:了|着|过|的是)?(?:${COUNT}|一个|一只|一条)(?:可爱的?|刚.{1,4}的|[\\p{L}\\d]{1,4}岁的?|宝贝|双胞胎|漂亮的?|流浪|小奶|亲|大|小|老|超.{1,4}的|很.{1,4}的)*(${PET}|${RELATION})(.*)$`,
  "u",
);
const CALLED = /^(?:，|,|名字)?(?:叫|名叫|取名)([\p{L}]{1,10})/u;

/** Family, partner, pets: who is there, by name where one is said. */
export const FAMILY_RULES: readonly Rule[] = [
  on(
    new RegExp(`^(?:把)?(?:自己的?|家里的?)?(${PET})(?:给)?(?:送人|送走|卖|弄丢|走丢)(?:了|掉了)$`, "u"),
    ([, pet]) => ({ topic: "pet", slot: `pet:${thing(pet!)}`, affirmed: false }),
  ),
  (core) => {
    const match = HAVE.exec(withoutDates(core));
    if (match === null) return undefined;
    const [whole, relation, after] = match as unknown as [string, string, string];
    if (
      /^(?:过|病|的(?!叫)|说|想|都)/u.test(after) ||
      /没|不/u.test(whole.slice(0, 2)) ||
      /^(?:老师|医生|老板|领导|同学|同事|朋友)$/u.test(relation)
    )
      return undefined;
    const pet = PET_ONLY.test(relation);
    const name = CALLED.exec(after)?.[1];
    const partner = PARTNER.test(relation);
    const slot = partner
      ? "partner"
      : name !== undefined
        ? `${pet ? "pet" : "family"}:${name.toLowerCase()}`
        : pet
          ? `pet:${thing(relation)}`
          : /孩子|娃|宝宝|小孩/u.test(relation)
            ? "children"
            : `family:${thing(relation)}`;
    return { topic: pet ? "pet" : partner ? "partner" : "family", slot, introduces: relation };
  },
  on(
    new RegExp(
      `^(?:家里|还|目前|现在)*(?:没有?)(?:${COUNT})(孩子|小孩|兄弟姐妹|对象|女朋友|男朋友|宠物|${PET})(?:了)?$`,
      "u",
    ),
    ([, what]) => ({
      topic: PARTNER.test(what!) ? "partner" : "family",
      slot: PARTNER.test(what!)
        ? "partner"
        : /孩/u.test(what!)
          ? "children"
          : /兄弟/u.test(what!)
            ? "siblings"
            : `pet:${thing(what!)}`,
      affirmed: false,
    }),
  ),
  on(
    /^(?:已经|刚|都|目前|现在|还是?|又|一直|是)*(?:已婚|未婚|单身(?:狗|汉|贵族)?|离异|离婚|丧偶|单亲(?:妈妈|爸爸)?|恋爱中?|在谈恋爱|脱单|订婚|再婚|母胎solo|母胎单身|异地恋)(?:了|中|的)?(?:有娃|有孩子|未育|已育|一娃|两娃|带娃)?(?:[一二三四五六七八九十\d]+年(?:了)?)?$/u,
    () => ({ topic: "partner", slot: "partner" }),
  ),
  on(
    /^(?:和|跟|与)?(.{0,10}?)(?:分手|离婚|分开|掰)(?:了.*|[一二两三四五六七八九十半好几\d]+.*)$|^(?:和|跟)[\p{L}]{1,8}?分了$/u,
    () => ({
      topic: "partner",
      slot: "partner",
      affirmed: false,
    }),
  ),
  on(
    /^(?:和|跟|与)?(.{0,10}?)(?:已经|刚)?(?:结婚|领证|订婚|在一起)(?:了|快|有|都|已经)*(?:[一二两三四五六七八九十\d]+(?:多)?(?:年|个月))?(?:了)?$/u,
    ([, before]) =>
      /没|未|不/u.test(before!)
        ? { topic: "partner", slot: "partner", affirmed: false }
        : /打算|准备|计划|想|要|快|马上|即将/u.test(before!)
          ? { topic: "plan", slot: "plan:结婚" }
          : { topic: "partner", slot: "partner" },
  ),
  on(
    /^(?:是)?(?:一个|个|名|位)?([\p{sc=Han}\d]{0,3}(?:岁)?(?:孩子|娃|宝宝|宝)(?:的)?(?:妈|爸|妈妈|爸爸|爹|娘)|宝妈|宝爸|二胎妈妈|二胎爸爸|[一二两三]个孩子的(?:妈妈?|爸爸?|父亲|母亲))(?:了)?$/u,
    () => ({ topic: "family", slot: "children" }),
  ),
  on(/^(?:当|做)(?:上)?(?:爸爸|妈妈|爸|妈|爹|奶奶|爷爷|外公|外婆)了$/u, () => ({
    topic: "family",
    slot: "children",
  })),
  on(/^(?:是)?(?:家里的?)?(?:独生子女?|独生女|独苗|老大|老二|老[三四五幺小])$/u, () => ({
    topic: "family",
    slot: "siblings",
  })),
  on(
    /^(?:已经|刚|前几天|去年|今年|上个月|昨天|不久前)*(?:去世|过世|走|离世|没|死|去(?:了)?(?:喵星|汪星)|丢)(?:了)?(?:[一二三四五六七八九十\d]+年(?:了)?)?$/u,
    (match, who) => {
      if (who.relation === null || /^没$/u.test(match[0])) return undefined;
      const pet = PET_ONLY.test(who.relation);
      return {
        topic: pet ? "pet" : "family",
        slot: pet ? `=pet:${who.called?.toLowerCase() ?? thing(who.relation)}` : "alive",
        affirmed: false,
      };
    },
  ),
];

const THING =
  "(?:[\\p{L}\\d ·-]{0,14}?)(?:车|电动车|摩托车?|自行车|房子?|公寓|别墅|电脑|笔记本|手机|平板|相机|单反|钢琴|吉他|小提琴|尤克里里|架子鼓|游戏机|PS[45]|Switch|switch|xbox|Xbox|iPhone[\\p{L}\\d ]*|iphone[\\p{L}\\d ]*|MacBook[\\p{L}\\d ]*|macbook[\\p{L}\\d ]*|iPad[\\p{L}\\d ]*|ipad[\\p{L}\\d ]*|华为[\\p{L}\\d ]*|小米[\\p{L}\\d ]*|特斯拉[\\p{L}\\d ]*|Model ?\\w|比亚迪[\\p{L}\\d ]*|宝马[\\p{L}\\d ]*|奔驰[\\p{L}\\d ]*|奥迪[\\p{L}\\d ]*|丰田[\\p{L}\\d ]*|本田[\\p{L}\\d ]*|大众[\\p{L}\\d ]*|理想[\\p{L}\\d ]*|蔚来[\\p{L}\\d ]*|小鹏[\\p{L}\\d ]*|咖啡机|无人机|望远镜|投影仪?|跑步机|手表|店铺?)";

/** 车 of 特斯拉Model 3: what kind of thing it is. */
function kindOf(words: string): string {
  if (/手机|iphone|华为|小米(?!su7|汽车)/iu.test(words)) return "手机";
  if (/电动车|摩托|自行车/u.test(words)) return /电动车|摩托|自行车/u.exec(words)![0];
  if (/车|特斯拉|比亚迪|宝马|奔驰|奥迪|丰田|本田|大众|理想|蔚来|小鹏|model/iu.test(words)) return "车";
  if (/房|公寓|别墅/u.test(words)) return "房";
  if (/电脑|笔记本|macbook/iu.test(words)) return "电脑";
  return thing(words);
}

export const POSSESSION_RULES: readonly Rule[] = [
  on(
    /^(?:一直|平时|手头|改|换)*用(?:的)?((?:华为|小米|苹果|安卓|iPhone|三星|OPPO|vivo|荣耀|一加|鸿蒙|Android|Mac|Windows|Linux|Notion|Vim|VS ?Code|红米)[\p{L}\d ]{0,8}?)(?:手机|电脑|系统)?$/u,
    ([, what]) => ({ topic: "habit", slot: `uses:${thing(what!)}`, value: what! }),
  ),
  on(
    /^(?:平时|每天|一般)*(?:骑|坐|开|乘)(?:着)?(电动车|地铁|公交车?|自行车|摩托车?|车|班车|高铁)(?:上下班|上班|通勤|去公司)$/u,
    () => ({ topic: "habit", slot: "habit:通勤" }),
  ),
  on(
    new RegExp(
      `^(?:刚|刚刚|已经|终于|最近|新|又|家里|全款|贷款|在.{2,6})*(?:买|提|入手|换|购入|入|收|订|下单|淘)(?:到)?(?:了|的是)(?:一?(?:辆|台|部|套|把|架|个|只|块|间|款))?(?:新|二手|全新|自己的)?的?(${THING})(?:.{0,10})$`,
      "u",
    ),
    ([, what]) => ({ topic: "possession", slot: `has:${kindOf(what!)}`, value: what! }),
  ),
  on(
    new RegExp(`^(?:名下|家里|自己)?有(?:一|两|三)?(?:辆|台|部|套|把|架|块|间)(?:新|二手)?(${THING})$`, "u"),
    ([, what]) => ({ topic: "possession", slot: `has:${kindOf(what!)}`, value: what! }),
  ),
  on(
    /^(?:平时|一直|现在)?开(?:的是|的|一)?(?:一?辆)?(?:[\p{sc=Han}]{1,2}色的?|二手的?)?((?:特斯拉|比亚迪|宝马|奔驰|奥迪|丰田|本田|大众|理想|蔚来|小鹏|问界|吉利|长安|哈弗|五菱|沃尔沃|保时捷|路虎|日产|马自达|别克|福特|雷克萨斯|凯美瑞|卡罗拉|思域|雅阁|Model|[A-Za-z])[\p{L}\d -]{0,14}|[\p{L}\d]{0,6}车)(?:上班|通勤)?$/u,
    ([, what]) =>
      /^(?:会|车|心|始|玩笑|发|店|公司|学|灯|空调|门|口|放|水|机|源|花|通|头|销|局|工|户|票|展|挂)/u.test(
        what!,
      )
        ? undefined
        : { topic: "possession", slot: "has:车", value: what! },
  ),
  on(
    /^(?:的)?(手机|车|座驾|电脑|笔记本|相机|平板|耳机|键盘|手表)(?:就)?(?:是|用的是|为)([\p{L}\d +·-]{2,24})$/u,
    ([, kind, value]) =>
      /^(?:坏|好|新的|旧的|很|挺|黑|白|没|不|什么|我的)/u.test(value!)
        ? undefined
        : { topic: "possession", slot: `has:${kindOf(kind!)}`, value: value! },
  ),
  on(
    /^(?:家里|平时|一直|手头)*(?:用|穿|戴|骑|住|弹)的(?:那个)?([\p{L}]{1,6})(?:就)?(?:是|叫)([\p{L}\d +·.-]{2,24})$/u,
    ([, kind, value]) => ({ topic: "possession", slot: `has:${kindOf(kind!)}`, value: value! }),
  ),
  on(
    /^(?:家里|平时|一直|手头|目前|现在|日常)*(?:用|使用)(?:的是|的手机是|的电脑是|着)([\p{L}\d +·.-]{2,24})$/u,
    ([, what]) => ({ topic: "habit", slot: `uses:${thing(what!)}`, value: what! }),
  ),
  on(
    new RegExp(
      `^(?:刚|已经|把)*(?:把)?(?:自己的?|我的?|那辆|那台|家里的?)?(${THING})(?:给)?(?:卖|转手|处理|送人|丢|弄丢)(?:掉)?(?:了)$|^(?:刚|已经)*卖(?:掉)?了(?:自己的?|我的?|那辆|那台|家里的?)?(${THING})$`,
      "u",
    ),
    ([, before, after]) => ({
      topic: "possession",
      slot: `has:${kindOf(before ?? after!)}`,
      affirmed: false,
    }),
  ),
  on(/^(?:还)?没(?:有)?(车|房子?|驾照|电脑|智能手机)$/u, ([, what]) => ({
    topic: "possession",
    slot: `has:${kindOf(what!)}`,
    affirmed: false,
  })),
  on(
    /^(?:刚|已经|终于|去年|今年)*(?:考|拿)(?:到|了|下|过|出)*了?((?:[\p{L}]{0,6})(?:驾照|驾驶证|教师资格证|律师证|CPA|cpa|证书|资格证|雅思\d?\.?\d?|托福\d*|offer|学位|奖学金|博士学位|硕士学位))(?:了)?$/u,
    ([, what]) => ({ topic: "past", slot: `earned:${thing(what!)}` }),
  ),
];

/** 一只叫年糕: one of those spoken of before. */
export function oneOf(clause: string, relation: string): Claim | undefined {
  const match =
    /^(?:其中)?(?:一|另一?|还有一|大的|小的|老大|老二|公的|母的)(?:只|个|条|匹)?(?:名字)?(?:叫|是叫|名叫)([\p{L}]{1,8})$/u.exec(
      clause,
    );
  if (match === null) return undefined;
  const pet = PET_ONLY.test(relation);
  return {
    topic: pet ? "pet" : "family",
    slot: `=${pet ? "pet" : "family"}:${match[1]!.toLowerCase()}`,
    say: `有一${pet ? "只" : "个"}${relation}叫${match[1]!}`,
    value: match[1]!,
  };
}

export const LIFE_RULES: readonly Rule[] = [
  ...HOME_RULES,
  ...FAMILY_RULES,
  ...WORK_RULES,
  ...POSSESSION_RULES,
];
