import { type Finding, type Lead, ruled } from "../../shared/claim.ts";
import { QUOTE } from "../../shared/mask.ts";
import type { Piece, Sentence } from "../../shared/sentences.ts";
import {
  type Carried,
  carried,
  carry,
  type Known,
  noteEnding,
  type Read,
  sinceSaid,
  speakOf,
  type Talk,
  withoutOverruled,
} from "../../shared/talk.ts";
import { regex } from "../../shared/words.ts";
import { withoutDates } from "../dates.ts";
import { endedInChinese } from "../endings.ts";
import { simplified } from "../script.ts";
import {
  asksQuestion,
  CONDITION,
  clauses,
  isFigure,
  isUnmeant,
  readLead,
  reports,
  UNREAL,
} from "./clauses.ts";
import { instructed, joined, noted, readInstruction, readReminder } from "./instructions.ts";
import { PET, RELATION, relationKey } from "./lexicon.ts";
import {
  mentionsSomebody,
  OTHER_FIRST,
  readSubject,
  somebody,
  speaker,
  turnsToOther,
  type Who,
} from "./person.ts";
import { findingsOf } from "./statement.ts";

/** Says that it was not always so. */
const CHANGED =
  /现在|如今|目前|改|换|搬|变成|升|跳槽|入职|转(?:行|岗|到|去)|不再|已经|又|从今|新|了[啊呀哦啦～~！!。]*$/u;

/** The state that is passed from clause to clause within a sentence. */
interface State extends Carried {
  /** Whom the next clause is about if it does not say; `null`: nobody knows. */
  who: Who | undefined | null;
  /** An instruction to the assistant on how to answer: the next clause may continue it. */
  ordered: boolean;
  /** Nobody knows whom a clause without a subject is about: the one before told of something else, or the talk is of somebody. */
  unsure: boolean;
  /** The clause before, when nothing was found in it: 我也去北京，6月17号走. */
  before: string;
}

/** Everything a Chinese sentence says that is worth keeping. */
export function readChinese(sentence: Sentence, talk: Talk): Read[] {
  const { text, back } = simplified(sentence.text);
  if (isUnmeant(text)) return [];
  const out: Read[] = [];
  const parts = clauses({ text, start: sentence.start });
  const lasting = /以后(?:都|也|就)(?:这样|是这样|照这样|按这个)/u.test(text);
  const state: State = {
    ...carried(talk),
    who: undefined,
    lasting,
    ordered: false,
    before: "",
    unsure:
      talk.unsure ||
      talk.known.some(({ turn }) => turn >= talk.turn - 1) ||
      talk.before.some(mentionsSomebody),
  };
  let before = 0;
  for (const [i, clause] of parts.entries()) {
    const end = clause.start + clause.text.length;
    const place = { asks: sentence.asks, last: i === parts.length - 1, sentence: text };
    const found = readClause(clause, place, state, talk);
    // 房租四万八，不对，四万二: what stands before it was wrong.
    if (readLead(clause.text).corrects) out.length = before;
    before = out.length;
    for (const finding of found)
      out.push(sinceSaid({ finding, start: clause.start, end }, CHANGED.test(clause.text), talk));
    state.before = found.length === 0 && readLead(clause.text).text !== "" ? clause.text : "";
  }
  talk.unsure = state.unsure;
  if (out.length === 0 && state.corrects && parts.length <= 2) talk.correcting = true;
  return joined(withoutOverruled(out)).map((read) => ({
    ...read,
    finding: { ...read.finding, text: restored(read.finding.text, back, talk) },
  }));
}

/** The speaker's name stays as it is written; the rest goes back to the script it came in. */
function restored(text: string, back: (words: string) => string, { speaker: { name } }: Talk): string {
  const subjectName = name ?? "用户";
  return text.startsWith(subjectName) ? subjectName + back(text.slice(subjectName.length)) : back(text);
}

interface Place {
  readonly asks: boolean;
  readonly last: boolean;
  /** All of it, in simple characters. */
  readonly sentence: string;
}

function readClause(clause: Piece, { asks, last, sentence }: Place, state: State, talk: Talk): Finding[] {
  if (state.reported) return [];
  const words = clause.text.replaceAll(QUOTE, "");
  const lead = readLead(words);
  carry(state, lead);
  if (lead.text === "" || isFigure(words)) return [];
  if (!last && withoutDates(lead.text).replace(/^(?:早上|上午|中午|下午|晚上)$/u, "") === "" && !asks) {
    state.when = lead.text;
    return [];
  }
  if (CONDITION.test(lead.text)) {
    state.condition = lead.text;
    return [];
  }
  if (reports(lead.text)) {
    state.reported = true;
    return [];
  }
  if (UNREAL.test(lead.text) || asksQuestion(lead.text, asks, last) || isStay(lead.text, sentence)) {
    // 他什么装备都有，喜欢手冲: what follows is about him, whatever was passed over.
    if (OTHERS.test(lead.text)) state.who = null;
    return [];
  }
  if (state.condition === "") noteEnding(talk, clause, endedInChinese(lead.text, sentence));
  const known = { ...lead, explicit: state.explicit, lasting: state.lasting, corrects: state.corrects };
  const { when } = state;
  state.when = "";
  const findings = readText(`${when}${lead.text}`, known, state, talk);
  if (findings.length > 0) state.explicit = false;
  return findings;
}

const LODGING =
  /[单双大标]人?[床间]?房|标间|间房|订了?[一二两三四五六七八九十\d]+间|酒店|饭店|旅馆|民宿|温泉|入住|退房/u;

const JOURNEY = /(?:去|飞|玩|旅游|出差|度假)[^住]{0,24}住/u;

/** 住礁溪，双人房2600 and 全家去黄山，住屯溪: where one stays on a journey is not where one lives. */
function isStay(clause: string, sentence: string): boolean {
  if (!/^(?:我们?)?住/u.test(clause)) return false;
  return LODGING.test(sentence) || (clause.startsWith("住") && JOURNEY.test(sentence));
}

function readText(text: string, lead: Lead, state: State, talk: Talk): Finding[] {
  const name = talk.speaker.name ?? "用户";
  const reminder = ruled("zh/reminder", readReminder(text, lead, talk));
  if (reminder !== undefined) return [reminder];
  const instruction = readInstruction(text, lead.lasting || state.condition !== "", state.ordered);
  if (instruction !== undefined) {
    state.ordered = true;
    return [instructed(instruction, state.condition, lead, name)];
  }
  if (state.condition !== "") return [];
  const subject = lead.explicit ? readSubject(timeFirst(text), name, talk) : undefined;
  const bare = lead.explicit && subject === undefined ? findingsIn(text, lead, talk) : [];
  if (bare.length > 0) return bare;
  const found = readStatement(text, lead, state, talk);
  return found.length === 0 && lead.explicit ? findingsIn(withoutPronoun(text, subject), lead, talk) : found;
}

/** 她吃的药是…, where 她 is the mother spoken of just before: kept by itself, nobody would know who is meant. */
function withoutPronoun(text: string, subject: [Who, string] | undefined): string {
  if (subject === undefined || !/^(?:他|她|它)/u.test(text)) return text;
  const [{ relation, called }, rest] = subject;
  return relation === null ? text : `我的${relation}${called ?? ""}${rest}`;
}

function findingsIn(text: string, lead: Lead, talk: Talk): Finding[] {
  const found = noted(text, lead, talk);
  return found.length === 0 ? found : (ruled("zh/noted", found) ?? []);
}

/** Clauses that are about somebody else than the speaker, or that ask for something. */
const NOT_SELF =
  /^(?:他|她|它|ta|你|您|(?!这个?(?:月|周|星期|礼拜))这|那|大家|别人|有人|有的人|有些人|很多人|大部分|人家|对方|谁|其他|某|推荐|帮|给(?!我妈|我爸|自己)|介绍|告诉|查|找个|讲|来(?:个|点|一)|列|分析|解释|翻译|总结|说说|看看|算|生成|画|写(?:个|一|首|篇)|再|换个|继续|请|能|可以|求|想问|问|听说|据说|天气|今天天气|最近天气|世界|中国|美国|国家|公司规定|网上)/u;
const OTHERS = /^(?:他|她|它|ta|你|您|大家|别人|有人|有的人|有些人|很多人|人家|对方|谁|其他|某)/u;
const INTRODUCED =
  /^(?:名字)?(?:叫|名叫|取名|今年|才|刚满|刚上|已经|上小学|读|\d+岁|[一二三四五六七八九十]+岁)/u;

function readStatement(text: string, lead: Lead, state: State, talk: Talk): Finding[] {
  const name = talk.speaker.name ?? "用户";
  const straight = withoutContrast(text);
  const corrects = lead.corrects || straight !== text;
  const parsed = readSubject(timeFirst(straight), name, talk);
  if (parsed === undefined && NOT_SELF.test(straight)) {
    if (OTHERS.test(straight)) state.who = null;
    return [];
  }
  const last = talk.known.at(-1);
  const introduced =
    parsed === undefined &&
    state.who?.relation == null &&
    last !== undefined &&
    isIntroduced(straight, last, state, talk)
      ? somebody(last.relation, /^名?叫/u.test(straight) ? null : last.name, name)
      : undefined;
  // 他叫周扬，是个老师: what follows is about him, whoever he is. 我室友是程序员，叫老魏 is the room-mate's own name.
  const names =
    /^名?叫/u.test(straight) && (state.who?.relation == null || state.who.relation !== last?.relation);
  if (parsed === undefined && introduced === undefined && (state.who === null || names)) {
    // 招了个帮工，叫小武，二十岁: Xiaowu is twenty.
    state.who = null;
    return [];
  }
  if (parsed !== undefined) state.unsure = false;
  else if (state.unsure && introduced === undefined && state.who == null) return [];
  const who = parsed?.[0] ?? introduced ?? state.who ?? speaker(name);
  const isNew = who.called !== null && !talk.known.some((one) => one.name === who.called);
  if (who.relation !== null) speakOf(talk, who.relation, who.called);
  const isTheirs = parsed === undefined && NAME_ALONE.test(state.before);
  const found = findingsOf(parsed?.[1] ?? straight, who, { ...lead, corrects }, talk).filter(
    ({ slot }) => !(isTheirs && slot === "age"),
  );
  if (isNew && (found.length > 0 || /^(.)\1$/u.test(who.called!))) found.unshift(...nameOf(who, lead, talk));
  if (parsed === undefined && found.length === 0 && SOMEBODY_FIRST.test(straight)) state.unsure = true;
  if (turnsToOther(straight)) state.who = null;
  else if (parsed !== undefined) state.who = who;
  else if (introduced === undefined && found.length === 0 && OTHER_FIRST.test(straight)) state.who = null;
  return found;
}

/** 刘姐管寄件, 小吴下个月结婚: somebody by a name that people call them. */
const SOMEBODY_FIRST =
  /^(?:[小老阿](?!时候|家|公|婆|板|师|心|学|时|孩|说|区|朋友|是|想|觉|姨|了|姐|妹|弟|哥)\p{sc=Han}|\p{sc=Han}(?:姐|哥|叔|姨|伯|总|董|老师|医生|师傅|阿姨|大姐|大哥))(?=\p{sc=Han})/u;
/** 黑糖 七岁: a name alone, and whose age it is. */
const NAME_ALONE = /^(?!本人|我|新人|性别|今年|年龄|坐标|已婚|未婚|单身|大家)\p{sc=Han}{2,3}$/u;

/** One of many: the name of one is not the name of all. */
const OF_MANY = /^(?:friend|roommate|neighbour|boss|colleague|cousin)/;

/** 我儿子豆豆喜欢恐龙: a name by the way, where a rule reads the clause, or where it is none but a name: 豆豆. */
function nameOf({ relation, called }: Who, lead: Lead, talk: Talk): Finding[] {
  if (OF_MANY.test(relationKey(relation!))) return [];
  const named = somebody(relation!, null, talk.speaker.name ?? "用户");
  return ruled("zh/names-in", findingsOf(`叫${called!}`, named, lead, talk)) ?? [];
}

/** 养了只狗，叫旺财: what follows is about the dog; and so is 叫来福 in the next message. */
function isIntroduced(text: string, { turn }: Known, { before }: State, talk: Talk): boolean {
  if (!INTRODUCED.test(text) || before !== "") return false;
  return turn === talk.turn || (turn === talk.turn - 1 && /^名?叫/u.test(text));
}

const NOT_LAST = /(?<=.{3})[，,]?(?:而)?不是[\p{L}\d]{1,12}$/u;
const NOT_BUT = /^(我们?)?不是.{1,20}?[，,]?而是(?=(住|在|叫|姓|做|当|来自|对|有|喜欢|用|养)?)/u;

/** 是六岁不是五岁, 不是学生而是老师: what is not so is left out. */
function withoutContrast(text: string): string {
  const straight = /更|宁|比起/u.test(text) ? text : text.replace(NOT_LAST, "");
  return straight.replace(
    NOT_BUT,
    (_, me: string | undefined, verb: string | undefined) => `${me ?? ""}${verb === undefined ? "是" : ""}`,
  );
}

/** 这周我在深圳出差 → 我这周在深圳出差. */
function timeFirst(text: string): string {
  const head = /^(.{1,12}?)(?=我)/u.exec(text)?.[1];
  if (head === undefined || withoutDates(head).replace(TIME_OF_DAY, "") !== "") return text;
  const rest = text.slice(head.length);
  const who = MINE.exec(rest)![0];
  return `${who}${head}${rest.slice(who.length)}`;
}

const TIME_OF_DAY =
  /^(?:早上|上午|中午|下午|晚上|白天|夜里|工作日|周末|业余时间?|闲暇时|空闲时|现在|目前|平时|最近|一般|通常|刚才|刚刚|今年|那天|[\d一二两三四五六七八九十]+点半?){1,4}/u;
const MINE = regex.u`^我(?:们)?(?:(?:的|家)?(?:${RELATION}|${PET}))?`;
