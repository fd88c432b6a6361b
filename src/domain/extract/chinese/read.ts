import { type Finding, PLAIN, SURE } from "../finding.ts";
import { QUOTE } from "../mask.ts";
import type { Sentence } from "../sentences.ts";
import { type Read, speakOf, type Talk } from "../talk.ts";
import { oneOf } from "./about-life.ts";
import { clauses } from "./clauses.ts";
import { withoutDates } from "./dates.ts";
import { type Instruction, readInstruction } from "./instructions.ts";
import { type Lead, readLead } from "./leads.ts";
import { PET, RELATION } from "./lexicon.ts";
import { asksQuestion, isCommission, isCondition, isJoke, isUnreal, reports } from "./noise.ts";
import { readSubject, somebody, speaker, type Who } from "./person.ts";
import { noted, readReminder } from "./reminders.ts";
import { sentence as inOneSentence, thirdPerson } from "./render.ts";
import { simplified } from "./script.ts";
import { findingsOf, made, occasionFindings } from "./statement.ts";

/** What goes from clause to clause inside of a sentence. */
interface State {
  who: Who | undefined;
  explicit: boolean;
  lasting: boolean;
  corrects: boolean;
  /** 如果…, waiting for what it is the condition of. */
  condition: string;
  reported: boolean;
  /** 下周三, waiting for what is done then. */
  when: string;
  /** The clause before, when nothing was found in it: 我也去北京，6月17号走. */
  before: string;
  /** The slot that was filled last, for 以前在华为工作，现在在小米. */
  slot: string | null;
}

/** Everything a Chinese sentence says that is worth keeping. */
export function readChinese(sentence: Sentence, talk: Talk): Read[] {
  const { text, back } = simplified(sentence.text);
  if (isCommission(text)) return [];
  const out: Read[] = [];
  const parts = clauses({ text, start: sentence.start });
  const lasting = /以后(?:都|也|就)(?:这样|是这样|照这样|按这个)/u.test(text);
  const state: State = {
    who: undefined,
    explicit: false,
    lasting,
    corrects: talk.correcting,
    condition: "",
    reported: false,
    when: "",
    before: "",
    slot: null,
  };
  talk.correcting = false;
  for (const [i, clause] of parts.entries()) {
    const end = clause.start + clause.text.length;
    const found = readClause(
      clause.text.replaceAll(QUOTE, ""),
      { asks: sentence.asks, last: i === parts.length - 1 },
      state,
      talk,
    );
    for (const finding of found) out.push({ finding, start: clause.start, end });
    state.slot = found.at(-1)?.slot ?? null;
    state.before = found.length === 0 && readLead(clause.text).text !== "" ? clause.text : "";
  }
  if (out.length === 0 && state.corrects && parts.length <= 2) talk.correcting = true;
  return joined(withoutOverruled(out)).map((read) => ({
    ...read,
    finding: { ...read.finding, text: restored(read.finding.text, back, talk) },
  }));
}

/** The speaker's name stays as it is written; the rest goes back to the script it came in. */
function restored(text: string, back: (words: string) => string, { speaker: { name } }: Talk): string {
  const given = name ?? "用户";
  return text.startsWith(given) ? given + back(text.slice(given.length)) : back(text);
}

interface Place {
  readonly asks: boolean;
  readonly last: boolean;
}

function readClause(words: string, { asks, last }: Place, state: State, talk: Talk): Finding[] {
  if (state.reported) return [];
  const lead = readLead(words);
  state.explicit ||= lead.explicit;
  state.lasting ||= lead.lasting;
  state.corrects ||= lead.corrects;
  if (lead.text === "" || isJoke(words)) return [];
  if (!last && withoutDates(lead.text).replace(/^(?:早上|上午|中午|下午|晚上)$/u, "") === "" && !asks) {
    state.when = lead.text;
    return [];
  }
  if (isCondition(lead.text)) {
    state.condition = lead.text;
    return [];
  }
  if (reports(lead.text)) {
    state.reported = true;
    return [];
  }
  if (isUnreal(lead.text) || asksQuestion(lead.text, asks, last)) return [];
  const known = { ...lead, explicit: state.explicit, lasting: state.lasting, corrects: state.corrects };
  const { when } = state;
  state.when = "";
  const findings = readText(`${when}${lead.text}`, known, state, talk);
  if (findings.length > 0) state.explicit = false;
  return findings;
}

function readText(text: string, lead: Lead, state: State, talk: Talk): Finding[] {
  const name = talk.speaker.name ?? "用户";
  const reminder = readReminder(text, lead, talk);
  if (reminder !== undefined) return [reminder];
  const instruction = readInstruction(text, lead.lasting || state.condition !== "");
  if (instruction !== undefined) {
    state.lasting = true;
    return [instructed(instruction, state.condition, lead, name)];
  }
  if (state.condition !== "") return [];
  const bare =
    lead.explicit && readSubject(timeFirst(text), name, talk) === undefined ? noted(text, lead, talk) : [];
  if (bare.length > 0) return bare;
  const found =
    readNaming(text, lead, talk) ??
    readIsMine(text, lead, state, talk) ??
    readOneOf(text, lead, talk) ??
    readStatement(text, lead, state, talk);
  return found.length === 0 && lead.explicit ? noted(text, lead, talk) : found;
}

/** Clauses that are about somebody else than the speaker, or that ask for something. */
const NOT_SELF =
  /^(?:他|她|它|ta|你|您|(?!这个?(?:月|周|星期|礼拜))这|那|大家|别人|有人|有的人|有些人|很多人|大部分|人家|对方|谁|其他|某|推荐|帮|给(?!我妈|我爸|自己)|介绍|告诉|查|找个|讲|来(?:个|点|一)|列|分析|解释|翻译|总结|说说|看看|算|生成|画|写(?:个|一|首|篇)|再|换个|继续|请|能|可以|求|想问|问|听说|据说|天气|今天天气|最近天气|世界|中国|美国|国家|公司规定|网上)/u;
const INTRODUCED =
  /^(?:名字)?(?:叫|名叫|取名|今年|才|刚满|刚上|已经|上小学|读|\d+岁|[一二三四五六七八九十]+岁)/u;

const NOW_IN = /^(?:现在|目前|如今|后来)+(?:是)?在((?!家)[\p{L}\d ]{2,12})$/u;
const NOW_AS: Readonly<Record<string, (where: string) => string>> = {
  employer: (where) => `在${where}工作`,
  home: (where) => `住在${where}`,
  study: (where) => `在${where}上学`,
};

/** 是六岁不是五岁: what is not so is left out. */
const NOT_LAST = /(?<=.{3})[，,]?(?:而)?不是[\p{L}\d]{1,12}$/u;

/** 换工作了，现在在小红书: the clause before says what kind of place it is. */
function slotBefore(before: string): string {
  return /换(?:了)?(?:新)?工作|跳槽|入职/u.test(before)
    ? "employer"
    : /搬家|搬了/u.test(before)
      ? "home"
      : "";
}

/** 手机号换了，新的是139…. */
function newValue(rest: string, before: string): string | undefined {
  const noun = /^(?:我的?)?([\p{L}]{2,6}?)(?:换|改|变)了$/u.exec(before)?.[1];
  const value = /^(?:现在|新的|新号|改成|换成)+(?:是|为|：)?(.{2,30})$/u.exec(rest)?.[1];
  return noun === undefined || value === undefined ? undefined : `的${noun}是${value}`;
}

/** 不是学生而是老师: what is not so is left out. */
const NOT_BUT = /^(我们?)?不是.{1,20}?[，,]?而是(?=(住|在|叫|姓|做|当|来自|对|有|喜欢|用|养)?)/u;

function readStatement(text: string, lead: Lead, state: State, talk: Talk): Finding[] {
  const name = talk.speaker.name ?? "用户";
  const straight = text
    .replace(/更|宁|比起/u.test(text) ? /$^/u : NOT_LAST, "")
    .replace(
      NOT_BUT,
      (_, me: string | undefined, verb: string | undefined) => `${me ?? ""}${verb === undefined ? "是" : ""}`,
    );
  const corrects = lead.corrects || straight !== text;
  const parsed = readSubject(timeFirst(straight), name, talk);
  if (parsed === undefined && NOT_SELF.test(straight)) return occasionFindings(straight, lead, talk);
  const last = talk.known.at(-1);
  const introduced =
    parsed === undefined &&
    state.who?.relation == null &&
    last?.turn === talk.turn &&
    INTRODUCED.test(straight) &&
    state.before === ""
      ? somebody(last.relation, last.name, name)
      : undefined;
  const who = parsed?.[0] ?? introduced ?? state.who ?? speaker(name);
  if (parsed !== undefined) state.who = who;
  if (who.relation !== null) speakOf(talk, who.relation, who.called);
  const rest = parsed?.[1] ?? straight;
  if (parsed === undefined && introduced === undefined && /^(?:名)?叫/u.test(straight) && !talk.greeting)
    return [];
  const nobody =
    parsed === undefined && state.who === undefined ? occasionFindings(straight, lead, talk) : [];
  if (nobody.length > 0) return nobody;
  const now = NOW_IN.exec(rest)?.[1];
  const meant =
    now === undefined
      ? newValue(rest, state.before)
      : NOW_AS[state.slot?.split("/").at(-1) ?? slotBefore(state.before)]?.(now);
  const found = findingsOf(meant ?? rest, who, { ...lead, corrects }, talk);
  if (found.length > 0 || state.before === "" || withoutDates(rest).length > 3 || withoutDates(rest) === rest)
    return found;
  const before = readSubject(state.before, name, talk)?.[1] ?? state.before;
  return findingsOf(`${before}，${rest}`, who, { ...lead, corrects }, talk);
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
  /^(?:早上|上午|中午|下午|晚上|白天|夜里|工作日|周末|业余时间?|闲暇时|空闲时|现在|目前|平时|最近|一般|通常|刚才|刚刚|今年|那天|[\d一二两三四五六七八九十]+点半?)+/u;
const MINE = new RegExp(`^我(?:们)?(?:(?:的|家)?(?:${RELATION}|${PET}))?`, "u");

const I_AM = /^(?:我是|这里是|我就是)([小老阿大][\p{sc=Han}]{1,2}|[A-Z][a-z]+|[\p{sc=Han}]{2,4})$/u;

/** 你好，我是小李: a name only where somebody introduces themselves, or where it is the name they go by. */
function readNaming(text: string, lead: Lead, talk: Talk): Finding[] | undefined {
  const said = I_AM.exec(text)?.[1];
  if (said === undefined) return undefined;
  const { name } = talk.speaker;
  const own = name !== null && (name.includes(said) || said.includes(name));
  if (
    !own &&
    !(
      talk.greeting &&
      /^(?:[小阿][\p{sc=Han}]{1,2}|老[\p{sc=Han}]|[A-Z][a-z]+)$/u.test(said) &&
      !/^(?:小白|小孩|老师|老板|大人|小学生|老人|小区)/u.test(said)
    )
  )
    return undefined;
  return [
    {
      ...made({ topic: "name", slot: "name", value: said }, speaker(name ?? "用户"), lead),
      text: inOneSentence(name ?? "用户", `的名字是${said}`),
    },
  ];
}

const IS_MINE = new RegExp(`^([\\p{sc=Han}]{2,4}|[A-Z][A-Za-z]+)是我(?:们)?的?(${RELATION})$`, "u");

/** 王志宏是我的上司. */
function readIsMine(text: string, lead: Lead, state: State, talk: Talk): Finding[] | undefined {
  const match = IS_MINE.exec(text);
  if (match === null || /^(?:这|那|他|她|谁|你|今天|昨天)/u.test(match[1]!)) return undefined;
  const name = talk.speaker.name ?? "用户";
  const who = somebody(match[2]!, null, name);
  speakOf(talk, match[2]!, match[1]!);
  state.who = somebody(match[2]!, match[1]!, name);
  return [
    {
      ...made({ topic: "family", slot: "name", value: match[1]! }, who, lead),
      text: inOneSentence(who.text, `是${match[1]!}`),
    },
  ];
}

function readOneOf(text: string, lead: Lead, talk: Talk): Finding[] | undefined {
  const last = talk.known.findLast((one) => one.turn === talk.turn);
  const claim = last === undefined ? undefined : oneOf(text, last.relation);
  if (claim === undefined) return undefined;
  const name = talk.speaker.name ?? "用户";
  return [{ ...made(claim, speaker(name), lead), text: inOneSentence(name, claim.say!) }];
}

function instructed(
  { slot, body, name: called }: Instruction,
  condition: string,
  lead: Lead,
  name: string,
): Finding {
  const sure = {
    ...PLAIN,
    slot,
    explicit: lead.explicit,
    corrects: lead.corrects,
    confidence: lead.explicit ? SURE.explicit : SURE.plain,
  };
  if (called !== undefined)
    return { ...sure, topic: "name", text: inOneSentence(name, `希望被称呼为${called}`), value: called };
  const when =
    condition === "" ? "" : `${thirdPerson(condition, speaker(name), name).replace(/的话$/u, "")}的话，`;
  return {
    ...sure,
    topic: "instruction",
    text: inOneSentence(name, `希望助手${when}${thirdPerson(body, speaker(name), name)}`),
  };
}

function withoutOverruled(reads: readonly Read[]): Read[] {
  return reads.filter(
    ({ finding }, i) =>
      finding.affirmed ||
      finding.slot === null ||
      !reads.slice(i + 1).some((later) => later.finding.affirmed && later.finding.slot === finding.slot),
  );
}

/** 用中文回答，别夹英文: one wish in two clauses. 叫我雪姐，别叫全名 as well. */
function joined(reads: readonly Read[]): Read[] {
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
