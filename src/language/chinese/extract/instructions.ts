import {
  ahead,
  asked,
  type Finding,
  type Instruction,
  isSecret,
  type Lead,
  REQUESTED,
  ruled,
  thing,
} from "../../shared/claim.ts";
import type { Read, Talk } from "../../shared/talk.ts";
import { regex } from "../../shared/words.ts";
import { withDates } from "../dates.ts";
import { planThing } from "./about-time.ts";
import { sentence, thirdPerson } from "./claim.ts";
import { LANGUAGE } from "./lexicon.ts";
import { speaker } from "./person.ts";

const ALWAYS =
  /(?:^|[你请])以后|今后|从现在|从今|往后|每次|任何时候|无论何时|永远|一律|默认|始终|总是|都(?=用|要|得|给|写|说|是)|别再|不要再|不许再|再也不要|千万别|千万不要|所有(?:的)?(?:回答|回复)|(?:的时候|时)(?:请|都|要|先|别|不要|一律|就)/u;
const ONCE =
  /这次|这一次|这回|这条|这篇|这段|这个(?!习惯)|这句|刚才|上面|现在帮|本次|今天先|先(?=帮|给)|暂时|这里/u;
const ASK =
  /^(?:请|麻烦|希望(?=你)|拜托|求|你(?:要|得|可以|能不能|可不可以|必须|应该|最好|就)?|能不能|可以|可不可以|最好|务必|一定要?|我希望你|我想让你|我要你|跟我|和我|对我|给我(?!的)|那|就|记得|以后|今后|之后|都|，|,| ){1,4}/u;
const FORBIDS =
  /^(?:请|麻烦|你|以后|都|就|也|千万|一律|永远|任何时候都?){0,4}(?:别|不要|不许|不准|禁止|不能|勿|少|避免|不用|停止|杜绝)(?!的|是|人|忘|担心|急|客气|介意|生气|难过|怕|哭|闹|走|多|想太多|谢|了$|慌|看了|逗|提了$)/u;
const DEED =
  /(?:回答|回复|答复|回我|解释|说话|说|讲|写|用|使用|叫|称呼|喊|给|推荐|发|加|带|夹|提|问|打扰|提醒|建议|列|输出|注释|命名|翻译|总结|道歉|安慰|评价|引用|附|注明|标注|介绍|聊|催|骂|夸|分析|检查|deploy|部署|发布|上线|提交|commit|push|删|修改|碰|买|订|联系|告诉|透露|分享|显示|显|写代码|开头|结尾|格式|单位|语气|简短|简洁|详细|直接|口语|正式|人民币|美元|欧元|公里|摄氏)/u;

/** Ways of answering, which are meant to last. One slot each: a new one replaces. */
const WAYS = Object.entries({
  comments: /注释/u,
  naming: /变量名|命名/u,
  language: regex.u`(?:用|说|讲|使用|换成|改用|夹)(?:纯)?(?:简体|繁体)?${LANGUAGE}|${LANGUAGE}(?:回答|回复|交流|聊天|沟通)`,
  length:
    /(?:回答|回复|说|答|讲|写)?(?:得|要|请|尽量|都|可以){0,4}(?:简短|简洁|简单|精简|短一?点|短些|详细|具体|长一?点|啰嗦|废话|字以内|个字|句话)/u,
  emoji: /表情|emoji|颜文字/iu,
  units: /公制|英制|摄氏|华氏|公里|英里|公斤|磅/u,
  currency: /人民币|美元|欧元|港币|日元|英镑/u,
  format: /列表|分点|markdown|Markdown|表格|标题|序号/u,
  tone: /语气|口吻|正式|口语|敬语|您|温柔|毒舌|活泼|幽默|严肃|直接点|委婉|客气|卖萌|撒娇/u,
});

const CALL =
  /^((?:请|你|以后|就|都|可以|直接|大家|朋友们?|别人|我朋友|同事们?|家里人){0,4})(?:叫|喊|称呼)我(?:为|做|作)?(?:一声)?([\p{L}·]{1,10}?)((?:吧|就行|就好|就可以|好了|即可|啦|呀|哦|嘛|行了|就成|ok|OK){0,3})$/u;
const NOT_NAME =
  /^(?:讲|说|看|听|写|拿|带|唱|上|下|等|跟|给|参加|发|出|打|学|读|加|干|做|去|来|回|过|吃|起床|什么|怎么|一起|帮|买|早|晚|别|不|全名|大名|名字|的|名)/u;

/** A way of answering, or an order: 你, 请, 别, 用…, 回答…. */
const TO_ASSISTANT =
  /[你您请别]|不要|不许|不用|禁止|避免|少|(?:^|都|就|只|一律|统一|以后|每次|时候?|要|得)(?:用|使用|说|讲|写|叫|称呼|推荐|提醒|列|给我|先|附|标注|注明)|回答|回复|答复|回话|回我|解释|翻译|总结|输出|引用|语气|格式|注释|命名|简短|简洁|详细|字以内|个字/u;

/** The purpose of an instruction: 写邮件要正式 and 写朋友圈要活泼 do not contradict each other. */
const CONTEXT =
  /(邮件|代码|朋友圈|文案|报告|周报|论文|PPT|ppt|简历|小说|诗|文章|作业|总结|合同|短信|微博|小红书|菜谱|价格|报价)/u;

/** Characters of a wish that can be understood by itself. */
const LEAST_BODY = 3;

export function readInstruction(clause: string, lasting: boolean, ordered: boolean): Instruction | undefined {
  const call = CALL.exec(clause);
  const called = call?.[2];
  if (
    called !== undefined &&
    (lasting || call![1] !== "" || call![3] !== "") &&
    !NOT_NAME.test(called) &&
    !/[吗呢什么]$/u.test(clause)
  )
    return ruled("zh/call-me", { slot: "called", body: "", name: called });
  if (
    clause.length > 60 ||
    /^(?:我(?!希望你|想让你|要你)|他|她|我们|别人|人家|大家(?!都?叫我)|网友|网上|有人)/u.test(clause) ||
    /[吗呢]$/u.test(clause)
  )
    return undefined;
  const way = WAYS.find(([, pattern]) => pattern.test(clause))?.[0];
  const standing = lasting || ALWAYS.test(clause) || (ordered && way !== undefined);
  // 我给你带, 打打游戏还发文凭, 晚归的一律…: nothing that the assistant is asked to do.
  if (/我(?:来|去)?(?:给|帮|替|陪)你/u.test(clause) || (way === undefined && !TO_ASSISTANT.test(clause)))
    return undefined;
  if (ONCE.test(clause) && !standing) return undefined;
  const body = clause
    .replace(ASK, "")
    .replace(/(?<![吧哦呀啊哈啦了])[吧哦呀啊哈啦了]+$/u, "")
    .replace(/请/u, "");
  const forbids = FORBIDS.test(clause) || FORBIDS.test(body);
  // 以后给我代码 says of what, and the next clauses say how.
  if (body.length < LEAST_BODY || !DEED.test(clause) || /^再(?:聊|说|见|来|联系|问)/u.test(body))
    return undefined;
  if (
    /^(?:给我|帮我)?(?:写|讲|说|推荐|介绍|翻译|总结|列)(?:一?[个下首篇段些]|点|几)/u.test(body) &&
    !standing
  )
    return undefined;
  const general =
    way !== undefined &&
    (forbids || /(?:回答|回复|跟我|和我|对我|说话|聊天|交流|只)/u.test(clause)) &&
    !/一点$|点儿?$|些$/u.test(body);
  const unit = (way === "currency" || way === "units") && /请|都|统一|一律/u.test(clause);
  const forbidden =
    forbids &&
    /(?:我|再|老是|总是|动不动|给|叫|推荐|提|问|用|加|带|夹|打扰|催|说教|道歉)/u.test(clause) &&
    !/这|那|它/u.test(clause);
  if (!standing && !general && !forbidden && !unit) return undefined;
  const context = CONTEXT.exec(clause)?.[1];
  if (way !== undefined && context !== undefined)
    return ruled("zh/instruction:context", { slot: `instruction:${way}:${context}`, body });
  return ruled(`zh/instruction:${way ?? "other"}`, {
    slot: `instruction:${way ?? thing(body).slice(0, 16)}`,
    body,
  });
}

/** An instruction as a finding: what the speaker wants the assistant to do. */
export function instructed(
  { slot, body, name: called }: Instruction,
  condition: string,
  lead: Lead,
  name: string,
): Finding {
  const sure = { ...asked({ ...lead, hedged: false }), slot };
  if (called !== undefined)
    return { ...sure, topic: "name", text: sentence(name, `希望被称呼为${called}`), value: called };
  const when =
    condition === "" ? "" : `${thirdPerson(condition, speaker(name), name).replace(/的话$/u, "")}的话，`;
  return {
    ...sure,
    topic: "instruction",
    text: sentence(name, `希望助手${when}${thirdPerson(body, speaker(name), name)}`),
  };
}

/** 用中文回答，别夹英文: one wish in two clauses. 叫我雪姐，别叫全名 as well. */
export function joined(reads: readonly Read[]): Read[] {
  const out: Read[] = [];
  for (const read of reads) {
    const { finding } = read;
    const at =
      finding.topic === "instruction"
        ? out.findIndex(
            (one) =>
              one.finding.slot === finding.slot ||
              (one.finding.slot === "called" && /叫|称呼/u.test(finding.text)),
          )
        : -1;
    const first = out[at];
    if (first === undefined) out.push(read);
    else if (first.finding.slot !== "called") {
      const more = finding.text.slice(finding.text.indexOf("助手") + 2);
      out[at] = {
        ...first,
        end: read.end,
        finding: { ...first.finding, text: `${first.finding.text.slice(0, -1)}，${more}` },
      };
    }
  }
  return out;
}

const REMIND =
  /^(?:请|麻烦|到时候|帮我|给我|你|记得|别忘了|设(?:个|置)?){0,4}(?:提醒(?:我|一下我|下我)|定(?:个)?(?:闹钟|提醒))(?:一下|下)?[，,:：]?(?:我)?(.{2,50})$/u;
const TODO = /^(?:待办|todo|任务)[:：]?\s*(.{2,50})$/iu;
/** After 别忘了 or 记得: something to do begins with its verb or its time, a fact with whose it is. */
const DEED_FIRST =
  /^(?:要|得|去|给(?!我)|把|买|带|交|打|拿|取|寄|还|付|充|续|回(?!答|复)|发|做|写|看|接|送|订|约|参加|复习|预约|准备|提交|吃药|浇花|遛狗|喂|倒垃圾|关|开|洗|收|领|缴|报名|联系|打电话)/u;
const CLOCK = /^(?:早上|上午|中午|下午|晚上|[\d一二两三四五六七八九十]+点半?){1,4}/u;

/** 提醒我…, 别忘了交作业, 待办：…. */
export function readReminder(
  text: string,
  lead: Lead,
  { speaker: { name: given, at } }: Talk,
): Finding | undefined {
  const asked = REMIND.exec(text)?.[1] ?? TODO.exec(text)?.[1];
  const dated = withDates(asked ?? text, at, "future");
  const deed = asked !== undefined || (lead.explicit && DEED_FIRST.test(dated.bare.replace(CLOCK, "")));
  if (!deed || /[吗呢]$|什么|怎么|回答|回复|注释|叫我/u.test(text)) return undefined;
  const name = given ?? "用户";
  const words = dated.text.replace(/(?<![吧哦呀啊哈啦])[吧哦呀啊哈啦]+$/u, "");
  return {
    ...REQUESTED,
    topic: "todo",
    slot: `plan:${planThing(dated.bare)}`,
    text: sentence(name, `要记得${thirdPerson(words, speaker(name), name)}`),
    corrects: lead.corrects,
    expiresAt: ahead(dated.ranges, at)?.to ?? null,
  };
}

const SAYS_NOTHING = /^(?:了|你|这|那|没|吗|就|啊|一下|清楚|好|吧|行|哦|呀|要|把|以后)/u;
const SAYS = /是|在|有|叫|不|会|要|喜欢|改|的|了|为|：|\d/u;

/** A sentence to remember that no rule matches: kept as it was said. */
export function noted(text: string, lead: Lead, { speaker: { name: given, at }, others }: Talk): Finding[] {
  if (text.length < 4 || text.length > 120 || SAYS_NOTHING.test(text) || !SAYS.test(text) || isSecret(text))
    return [];
  const name = given ?? "用户";
  const dated = /生日|纪念日/u.test(text) ? text : withDates(text, at, "future").text;
  const about = /^(.{1,16}?)(?:是|在|叫|有|改|要|不|喜欢|的(?=时间|地点))/u.exec(text)?.[1];
  const named = others.find((other) => text.startsWith(other));
  return [
    {
      ...REQUESTED,
      topic: "noted",
      slot: about === undefined ? null : `noted:${about.replace(/^我们?的?/u, "")}`,
      text: sentence(
        "",
        thirdPerson(dated.replace(/^我们?的/u, `${name}的`).replace(/^我们?/u, name), { key: "" }, name),
      ),
      about: /^我/u.test(text) ? null : undefined,
      ...(named === undefined ? {} : { named }),
      corrects: lead.corrects,
    },
  ];
}
