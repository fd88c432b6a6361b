import type { Language } from "../language.ts";
import { chineseReplacement, requestInChinese } from "./corrections.ts";
import { chineseMentions, chineseRanges, withDates } from "./dates.ts";
import { CHINESE_ASKS_TO_KEEP, CHINESE_CORRECTS, CHINESE_TAKES_BACK } from "./extract/clauses.ts";
import { readChinese } from "./extract/read.ts";

/** 给我讲个笑话: the asker is only who gets the answer. */
const DATIVE = /[给帮替教跟为让][我俺咱]们?/gu;
const SELF = /[我俺](?!们)/u;
const US = /[我俺咱]们|咱/u;

const ANYBODY = /谁|哪位|有没有人|大家|哪个人/u;

const COMMAND =
  /^(?:[^，,。\s]{1,6}[，,：:\s]{1,2})?(?:请|麻烦|帮我|你|也|再){0,3}(?:记住|记一下|记下|记着|忘掉|忘了|忘记|别记|不要记|删[掉了]|抹[掉了]|加一条|再加)|^[^，,。\s我]{1,4}(?:记住|记一下|记下)[，,：:\s]|(?:忘了吧|忘掉吧|抹了啊?|别记|不要记|当我没(?:说|发|讲)|权当[^，。]{0,8}没)/u;

/** A word about how one talks or answers. */
const MANNER =
  /回我|回[复答话]|答案|提示|说话|讲话|唠嗑|聊天|跟你聊|口气|语气|话|字(?!节)|句|长篇|简短|短一?点|表情|英文|中文|日语|英语|东北话|方言|译名|假名|注音|拼音|网络用语|出处|客服腔|叫我|称呼|管我叫|提醒我|催我|赶我|叫我(?:起|下|休息)|劝我?|陪我|骂|安慰|敬语|纠正|导航|路线|限高|列/u;
/** Said to the assistant: an order, a ban, a rule. */
const ORDER =
  /别|不要|不许|不必|不用|不可|甭|请你?|一律|只要|只许|就行|就好|就得|就回|以后|每次|的时候|(?<!主)要是|记得|务必|必须|得给|(?<!可)以内|不超过|不要超过|标上|注明|写明|整点/u;
const TO_YOU = /[你您]|回我|我问|给我|跟我|(?<!可)以内|叫我|提醒我|别整|别用|不要用|一律/u;

/** A wish put as a question: 能不能回我短一点. */
const REQUEST =
  /(?:能不能|可不可以|可以|能|麻烦|拜托)[^，。]{0,10}(?:回|答|说|讲|聊|用|叫我)[^，。]{0,12}(?:短|少|简|别|不要|只|慢|表情|长篇|直接)|(?:能不能|可以|能)[^，。]{0,4}用[^，。]{1,4}[回答讲]/u;
/** Work for the assistant: it tells nothing about whoever asks for it. */
const TASK =
  /^(?:(?:请|麻烦)你?|帮我|给我|替我|能不能|再|来){0,3}(?:写[首篇个封段则句几]|列[个一]|排[个一]|(?:讲|说|编)[个一]|翻译|润色|改写|总结一下|解释一下|推荐[个几一])|^(?:再|请|麻烦)?你?(?:帮我|给我|替我)(?![^，。\s]{0,12}(?:的时候|时))(?:写|列|算|查|编|画)/u;

const ADDRESS =
  /[叫喊][我俺][^，。\s]{1,8}?(?:就行|就好|好了|吧|即可|就可以|得了)|管[我俺]叫|称呼[我俺]|[我俺](?:叫(?![他她它你您人]|[^，。\s]{1,3}(?:去|帮|给|把|别|不要|过来|一起))|名字是|姓)[^，。\s了]{1,6}/u;

const LIMIT =
  /过敏|不能[吃喝碰]|吃不了|喝不了|不让[吃喝]|忌口|忌[糖盐酒辛]|我不吃|只吃(?:清真|素)|吃素|清真|糖尿病|血糖高?|血压(?:也)?高|高血压|哮喘|孕|乳糖不耐|(?:医生|大夫)(?:不让|(?:说|让|叫|要|嘱咐)(?![她他它])[^，,。\s]{0,10}(?:不|别|少|忌|禁|戒|控|最多|尿病|血压|必须))|少[盐糖油]/u;
const OTHERS =
  /(?:我|俺)(?:家)?(?:的)?(?:爸|妈|爹|娘|奶|爷|姥|外婆|外公|哥|姐|弟|妹|对象|女朋友|男朋友|老公|老婆|媳妇|儿子|女儿|闺女|狗|猫|同桌|同事|室友|朋友)|[他她它](?:们)?|老师/u;

const UPDATE =
  /改(?:到|成|在|为|了|签|期|去|放|用)|换(?:成|到|了|[个把台]?锁)|(?:换|改|搬|退|调|拿|收|要|又)回|[涨降升减]到|挪到|移到|调整?[至到]|推(?:到|迟)|延(?:到|期)|提前|取消|不是[^，。]{1,10}[是，]|是[^，。]{1,12}不是|(?:记|说|写|看|打|搞|弄)(?:错|岔|混)|手滑|更正|不对|算了|辞[了职]|退[了出社]|分[手了]|掰了|黄了|不(?:去|来|读|干|卖|买|用|跳|唱|打|做|要|学|养|住|租|考|吃|喝|抽|跑|给|回)[^，。\s]{0,4}了|去不了|不再|打消|不够/u;
const TAKES_BACK =
  /^(?:[啊哦呀哎诶嗯]{0,3}[，,\s]?)(?:不对|错了|(?:我?(?:之前|刚才|刚刚|上次|前面|昨天)我?)?(?:说|打|记|看|写|讲|搞|弄)错|手滑|更正|不是|等等|口误)/u;

/** 女儿叫我不要骑: what others tell the speaker is no order to the assistant. */
const REPORTED =
  /(?:[他她爸妈爹娘哥姐弟妹儿]|女儿|闺女|老公|老婆|媳妇|对象|医生|大夫|老师|老板|领导|朋友|同事|室友)(?:就|还|都|老|总)?(?:说|叫|让|喊|劝|嘱咐)[我俺]/u;

export const chinese: Language = {
  asking(text) {
    return {
      self: SELF.test(text.replace(DATIVE, "")),
      us: US.test(text),
      anybody: ANYBODY.test(text),
    };
  },
  asksFor: {
    time: /什么时候|何时|哪天|哪年|几点|几号|日期|时间|多久|生日/u,
    number: /多少|几个|几次|几岁|多大|多高|号码|电话/u,
    place: /哪里|哪儿|什么地方|地点|在哪/u,
    name: /谁|叫什么|名字|姓名/u,
    reason: /为什么|为何|原因|怎么会/u,
  },
  asksYou: /你(?:之前|曾|上次)?(?:说|推荐|建议|提到|告诉)/u,
  saying(piece) {
    const plain = piece.trim();
    const command = COMMAND.test(plain);
    const ordered = ORDER.test(plain) && TO_YOU.test(plain) && !/[?？吗]$/u.test(plain);
    const task = TASK.test(plain);
    const wish =
      !command && !task && !REPORTED.test(plain) && (ordered || REQUEST.test(plain)) && MANNER.test(plain);
    return {
      command,
      wish,
      address: ADDRESS.test(plain),
      limit: LIMIT.test(plain) && !OTHERS.test(plain.slice(0, LIMIT.exec(plain)?.index ?? 0).slice(-12)),
      update: UPDATE.test(plain),
      takesBack: TAKES_BACK.test(plain),
    };
  },
  mayUpdate: (text) => UPDATE.test(text) || TAKES_BACK.test(text),
  mayBeCore: (text) =>
    ADDRESS.test(text) || LIMIT.test(text) || (MANNER.test(text) && (ORDER.test(text) || REQUEST.test(text))),
  tells: {
    time: /[昨今明前后]天|[去今明前]年|[上下这本]个?[周月]|周[一二三四五六日末]|星期|\d[年月日号点]|[一二三四五六七八九十][月点]/u,
    number: /[一二两三四五六七八九十百千万]/u,
    place: /[在去到].{0,8}[省市县区镇村路街店馆园厦院校]|地点|地址|住在/u,
    name: /《|叫|名字|姓名/u,
    reason: /因为|由于|为了|原因/u,
    self: /[我咱俺]/u,
  },
  coreLikeness: [
    "你回复我的方式：短一点，别用表情，先给提示，叫我小名",
    "我过敏不能吃，我的忌口、病和吃的药",
  ],
  expressions: [
    ...[COMMAND, MANNER, ORDER, TO_YOU, REQUEST, TASK],
    ...[ADDRESS, LIMIT, OTHERS, UPDATE, TAKES_BACK, REPORTED],
  ],
  dates: { mentions: chineseMentions, ranges: chineseRanges, absolute: withDates },
  claims: readChinese,
  takesBack: CHINESE_TAKES_BACK,
  replacement: chineseReplacement,
  corrects: CHINESE_CORRECTS,
  asksToKeep: CHINESE_ASKS_TO_KEEP,
  forgetRequest: requestInChinese,
};
