import { type Finding, type Lead, ruled } from "../../shared/claim.ts";
import type { Sentence } from "../../shared/sentences.ts";
import {
  type Carried,
  carried,
  carry,
  noteEnding,
  type Read,
  sinceSaid,
  speakOf,
  type Talk,
  withoutOverruled,
} from "../../shared/talk.ts";
import { regex } from "../../shared/words.ts";
import { endedInEnglish } from "../endings.ts";
import { type Clause, clauses } from "./clauses.ts";
import { instructionFindings, noted, readInstruction, readReminder } from "./instructions.ts";
import { OCCASION } from "./lexicon.ts";
import { asksQuestion, isFigure, isSarcastic, isUnmeant, isUnreal, reports } from "./noise.ts";
import { namesIn, readNaming, readSubject, speakers, spokenOfBefore, type Who } from "./person.ts";
import { readPhrase } from "./phrase.ts";
import { isWhen, lowered, plainEnglish, readLead, STATEMENT, whenLast, withSubject } from "./plain.ts";
import { findingsOf } from "./statement.ts";
import { verbForm } from "./verbs.ts";

/** Says that it was not always so. */
const CHANGED =
  /\b(?:now|nowadays|these days|anymore|any more|any longer|no longer|moved|relocated|switched|changed|became|become|turned|started|joined|promoted|got (?:married|divorced|engaged|an?|my)|new|as of|from now on|back (?:in|to|on|at|with)|again|instead|updated|since (?:last|this|yesterday))\b/i;

/** The state that is passed from clause to clause within a sentence. */
interface State extends Carried {
  readonly talk: Talk;
  /** The subject that the next clause may inherit; `undefined` when the last one was about somebody else. */
  subject: string | undefined;
}

/** Everything an English sentence says that is worth keeping. */
export function readEnglish(sentence: Sentence, talk: Talk): Read[] {
  if (isUnmeant(sentence.text)) return [];
  const out: Read[] = [];
  const parts = clauses(sentence);
  if (parts.length > 1 && isSarcastic(parts[0]!.text, parts[1]!.text)) return [];
  const state: State = { ...carried(talk), talk, subject: "I" };
  for (const [i, clause] of parts.entries()) {
    const last = i === parts.length - 1;
    const place = { asks: sentence.asks, last, alone: parts.length === 1 };
    for (const finding of readClause(clause, place, state)) {
      const read = { finding, start: clause.start, end: clause.start + clause.text.length };
      out.push(sinceSaid(read, CHANGED.test(clause.text), talk));
    }
  }
  if (out.length === 0 && state.corrects && parts.length <= 2) talk.correcting = true;
  return withoutOverruled(out);
}

interface Place {
  readonly asks: boolean;
  readonly last: boolean;
  readonly alone: boolean;
}

function readClause(clause: Clause, { asks, last, alone }: Place, state: State): Finding[] {
  const plain = plainEnglish(clause.text);
  if (setsCondition(plain, clause, state)) return [];
  if (state.reported || isFigure(plain)) {
    state.reported = false;
    return [];
  }
  const lead = readLead(plain);
  carry(state, lead);
  if (lead.text === "") return [];
  state.reported = reports(lead.text) && !last;
  if (state.reported || isUnreal(lead.text, clause.link) || asksQuestion(lead.text, asks, last, alone))
    return [];
  if (isWhen(lead.text) && !last) {
    state.when = lowered(lead.text);
    return [];
  }
  // After a clause about somebody else nobody knows who "became an engineer".
  if (clause.inherits !== "nothing" && state.subject === undefined) return [];
  if (clause.inherits === "subject" && isSomebodyElse(lead.text, state.subject)) {
    state.subject = undefined;
    return [];
  }
  const inherits = lead.explicit || state.subject === undefined ? "nothing" : clause.inherits;
  const text = inherit(lead.text, inherits, state.subject ?? "I");
  if (state.condition === "") noteEnding(state.talk, clause, endedInEnglish(text));
  const known = {
    ...lead,
    explicit: state.explicit && !asks,
    lasting: state.lasting,
    corrects: state.corrects,
  };
  state.explicit = false;
  return readText(text, known, { ...clause, inherits }, state);
}

/** "If you must know" is no condition. */
const ASIDE =
  /^(?:you (?:must|want to|really want to|need to) know|you are (?:wondering|curious|interested|asking)|it helps|it matters|that helps|I remember (?:correctly|right)|I am (?:not mistaken|honest|being honest)|you ask me|anyone (?:cares|is wondering))/i;

function setsCondition(plain: string, { link }: Clause, state: State): boolean {
  if (link === "if" || link === "unless" || link === "even if") {
    if (!ASIDE.test(plain)) state.condition = `${link} ${plain}`;
    return true;
  }
  if ((link !== "when" && link !== "whenever") || !/^(?:I|you|we|my)\b/.test(plain)) return false;
  state.condition = `${link} ${plain}`;
  return true;
}

/** "We have a young fellow, Marcus, teaches band": it is not "we" who teaches. */
function isSomebodyElse(text: string, subject: string | undefined): boolean {
  return /^(?:I|we)$/i.test(subject ?? "") && verbForm(text.split(" ", 1)[0]!)?.form === "third";
}

function inherit(text: string, inherits: Clause["inherits"], subject: string): string {
  if (inherits === "nothing") return text;
  if (/^been\b/i.test(text)) return `${subject} have ${text}`;
  if (inherits === "subject" || /^(?:am|is|are|was)\b/.test(text)) return `${subject} ${text}`;
  return `${subject} ${/^(?:i|me)$/i.test(subject) ? "am" : "is"} ${BARE_NOUN.test(text) ? `a ${text}` : text}`;
}

/** In an introduction of pieces nouns have no article: "32, nurse, dad of two". */
const BARE_NOUN =
  /^(?:(?:proud |single |software |web |graphic |ui |ux |data |product |project |full[- ]?stack |front-?end |back-?end |college |grad |high school |phd |medical |law ){0,4})(?:dad|mom|mum|mother|father|parent|nurse|teacher|student|engineer|developer|designer|lawyer|doctor|writer|artist|manager|analyst|scientist|programmer|chef|accountant|musician|photographer|freelancer|consultant)\b/i;

function readText(text: string, lead: Lead, clause: Clause, state: State): Finding[] {
  const { condition, talk } = state;
  const reminder = ruled("en/reminder", readReminder(text, lead, talk));
  if (reminder !== undefined) return [reminder];
  if (
    !/^(?:if|unless|even)/.test(condition) ||
    /^(?:always|never|do not|please|use|answer|just|give|show|write)\b/i.test(text)
  ) {
    const instruction = readInstruction(text, lead.lasting || condition !== "");
    if (instruction !== undefined) {
      state.lasting = true;
      return instructionFindings(instruction, condition, lead, talk);
    }
  }
  if (/^(?:if|unless|even)/.test(condition)) return [];
  const named = ruled("en/naming", readNaming(text, talk));
  if (named !== undefined) return [named];
  const statement = withSubject(whenLast(text), clause, talk);
  const when = state.when === "" || !STATEMENT.test(statement) ? "" : ` ${state.when}`;
  state.when = "";
  return readStatement(`${statement}${when}`, text, lead, state);
}

function readStatement(statement: string, text: string, lead: Lead, state: State): Finding[] {
  const { talk } = state;
  const name = talk.speaker.name ?? "the user";
  const parsed = readSubject(statement, name, talk) ?? occasion(statement);
  const rest = parsed?.[1] ?? "";
  const corrects = lead.corrects || withoutContrast(rest) !== rest;
  const who = parsed === undefined || !corrects ? parsed?.[0] : spokenOfBefore(parsed[0], name, talk);
  const phrase = who === undefined ? undefined : readPhrase(who, withoutContrast(rest));
  if (who === undefined || phrase === undefined) {
    state.subject = undefined;
    return lead.explicit ? listOf(ruled("en/noted", noted(text, lead, talk))) : [];
  }
  if (who.relation !== null) speakOf(talk, who.kin, who.called);
  const findings = findingsOf(phrase, { ...lead, corrects }, talk);
  findings.push(...named(statement, findings, lead, talk));
  if (who.kind !== "thing") state.subject = statement.slice(0, statement.length - rest.length).trim();
  return findings.length === 0 && lead.explicit
    ? listOf(ruled("en/noted", noted(text, lead, talk)))
    : findings;
}

function named(statement: string, findings: readonly Finding[], lead: Lead, talk: Talk): Finding[] {
  const found = namesIn(statement, findings, lead, talk);
  return found.length === 0 ? found : (ruled("en/names-in", found) ?? []);
}

function listOf(finding: Finding | undefined): Finding[] {
  return finding === undefined ? [] : [finding];
}

const OCCASION_FIRST = regex.i`^(?:the |our )?(?!(?:their|his|her|your|this|that|no|a|an|any|every|first|next|last) )((?:[a-zÀ-ɏ\d-]+ ){0,3}?${OCCASION})(?= (?:is|was|got|has|will|moved|starts|begins|leaves))`;
/** Said without an article, these are many: "visit is on Saturday". */
const ANY_OCCASION =
  /^(?:visit|call|date|show|game|match|session|class|course|lesson|meeting|test|party|dinner|lunch|brunch|trip|train|gig|race|shift)$/i;

/** "The thesis defence is on 26 June": nobody's in particular, but in a talk with somebody it is theirs. */
function occasion(statement: string): [Who, string] | undefined {
  const match = OCCASION_FIRST.exec(statement);
  if (match === null || (match[0] === match[1] && ANY_OCCASION.test(match[0]))) return undefined;
  return [{ ...speakers(match[0]), kind: "thing", noun: match[1]! }, statement.slice(match[0].length).trim()];
}

/** "Not in Bergen but in Oslo", "Oslo, not Bergen", "13 not 12": what is not so is left out. */
const NOT_BUT =
  /\bnot (?!only)([^,]{1,40}?),? but (?:rather |instead )?(?=(?:an?|in|at|from|for|as|the|to)\b|\p{Lu}|\d)/u;
const COMMA_NOT = /(?<=\S)(?:,|(?<=\d)) (?:and )?not (?!only|really|at all|yet|anymore)[^,]{1,40}$/i;

function withoutContrast(rest: string): string {
  return rest.replace(NOT_BUT, "").replace(COMMA_NOT, "");
}
