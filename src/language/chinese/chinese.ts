import type { Language } from "../language.ts";
import { CHINESE_ASKS_TO_KEEP, commandInChinese } from "./command.ts";
import { chineseMentions, chineseRanges, withChineseDates } from "./dates.ts";
import { requestInChinese } from "./forget.ts";
import { CHINESE_PERSON_QUESTIONS } from "./person.ts";

/** 给我讲个笑话: the asker is only who gets the answer. */
const DATIVE = /[给帮替教跟为让][我俺咱]们?/gu;
const SELF = /[我俺](?!们)/u;
const US = /[我俺咱]们|咱/u;

const ANYBODY = /谁|哪位|有没有人|大家|哪个人/u;

const COMMAND =
  /^(?:[^，,。\s]{1,6}[，,：:\s]{1,2})?(?:请|麻烦|帮我|你|也|再){0,3}(?:记住|记一下|记下|记着|忘掉|忘了|忘记|别记|不要记|删[掉了]|抹[掉了]|加一条|再加)|^[^，,。\s我]{1,4}(?:记住|记一下|记下)[，,：:\s]|(?:忘了吧|忘掉吧|抹了啊?|别记|不要记|当我没(?:说|发|讲)|权当[^，。]{0,8}没)/u;

const UPDATE =
  /改(?:到|成|在|为|了|签|期|去|放|用)|换(?:成|到|了|[个把台]?锁)|(?:换|改|搬|退|调|拿|收|要|又)回|[涨降升减]到|挪到|移到|调整?[至到]|推(?:到|迟)|延(?:到|期)|提前|取消|不是[^，。]{1,10}[是，]|是[^，。]{1,12}不是|(?:记|说|写|看|打|搞|弄)(?:错|岔|混)|手滑|更正|不对|算了|辞[了职]|退[了出社]|分[手了]|掰了|黄了|不(?:去|来|读|干|卖|买|用|跳|唱|打|做|要|学|养|住|租|考|吃|喝|抽|跑|给|回)[^，。\s]{0,4}了|去不了|不再|打消|不够/u;
const TAKES_BACK =
  /^(?:[啊哦呀哎诶嗯]{0,3}[，,\s]?)(?:不对|错了|(?:我?(?:之前|刚才|刚刚|上次|前面|昨天)我?)?(?:说|打|记|看|写|讲|搞|弄)错|手滑|更正|不是|等等|口误)/u;

/** 我是左撇子 is 小明是左撇子; with another 我 or 你 in it only a reader knows who is meant. */
function retoldInChinese(words: string, name: string | null): string | undefined {
  const rest = /^[我俺](?!们)(.+)$/u.exec(words)?.[1];
  return rest === undefined || /[我咱俺你您]/u.test(rest) ? undefined : `${name ?? "用户"}${rest}`;
}

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
    return {
      command: COMMAND.test(plain),
      update: UPDATE.test(plain),
      takesBack: TAKES_BACK.test(plain),
    };
  },
  mayUpdate: (text) => UPDATE.test(text) || TAKES_BACK.test(text),
  tells: {
    time: /[昨今明前后]天|[去今明前]年|[上下这本]个?[周月]|周[一二三四五六日末]|星期|\d[年月日号点]|[一二三四五六七八九十][月点]/u,
    number: /[一二两三四五六七八九十百千万]/u,
    place: /[在去到].{0,8}[省市县区镇村路街店馆园厦院校]|地点|地址|住在/u,
    name: /《|叫|名字|姓名/u,
    reason: /因为|由于|为了|原因/u,
    self: /[我咱俺]/u,
  },
  speaksTo: /[你您]|机器人/u,
  expressions: [COMMAND, UPDATE, TAKES_BACK],
  dates: { mentions: chineseMentions, ranges: chineseRanges, absolute: withChineseDates },
  command: commandInChinese,
  asksToKeep: CHINESE_ASKS_TO_KEEP,
  retold: retoldInChinese,
  forgetRequest: requestInChinese,
  personQuestions: CHINESE_PERSON_QUESTIONS,
};
