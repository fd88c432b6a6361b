import { ahead } from "../../shared/claim.ts";
import { type Finding, isSecret, PLAIN, SURE } from "../../shared/finding.ts";
import type { Talk } from "../../shared/talk.ts";
import { withDates } from "../dates.ts";
import { planThing } from "./about-time.ts";
import { sentence, thirdPerson } from "./claim.ts";
import type { Lead } from "./leads.ts";
import { speaker } from "./person.ts";

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
    ...PLAIN,
    topic: "todo",
    slot: `plan:${planThing(dated.bare)}`,
    text: sentence(name, `要记得${thirdPerson(words, speaker(name), name)}`),
    explicit: true,
    confidence: SURE.explicit,
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
      ...PLAIN,
      topic: "noted",
      slot: about === undefined ? null : `noted:${about.replace(/^我们?的?/u, "")}`,
      text: sentence(
        "",
        thirdPerson(dated.replace(/^我们?的/u, `${name}的`).replace(/^我们?/u, name), { key: "" }, name),
      ),
      about: /^我/u.test(text) ? null : undefined,
      ...(named === undefined ? {} : { named }),
      explicit: true,
      corrects: lead.corrects,
      confidence: SURE.explicit,
    },
  ];
}
