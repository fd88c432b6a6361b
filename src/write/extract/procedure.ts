import type { Checked } from "../../language/check-sentence.ts";

/** A procedure has a small budget. */
const LONGEST = 1_000;
const MAX_STEPS = 20;
const STEP = /(?:^|\s)(\d{1,2})(?:[.)）．]\s+|[、．]\s*)/g;
const SOMEBODY =
  /^(?:(?:i|you|he|she|it|we|they|the user|user)(?:['’]\w+)?\s|[\p{Lu}]\p{L}+\s(?:is|was|has|does|will|should|can|must)\s|我|你|您|他|她|它|用户)/iu;

/** Numbered steps from 1 up, each an order. */
export function checkProcedure(procedure: string): Checked {
  const text = procedure.replace(/\s+/g, " ").trim();
  if (text.length > LONGEST)
    return refuse(`it has ${text.length} characters; a procedure has at most ${LONGEST}`);
  const marks = [...text.matchAll(STEP)];
  const numbered = marks.length > 0 && marks.every(([, number], i) => Number(number) === i + 1);
  if (!numbered || marks[0]!.index > 0) return refuse('it is no list of numbered steps; write "1. … 2. …"');
  if (marks.length > MAX_STEPS) return refuse(`it has ${marks.length} steps; at most ${MAX_STEPS} are kept`);
  const steps = marks.map((mark, i) => text.slice(mark.index + mark[0].length, marks[i + 1]?.index).trim());
  const empty = steps.findIndex((step) => !/[\p{L}\p{N}]/u.test(step));
  if (empty >= 0) return refuse(`step ${empty + 1} is empty`);
  const withSubject = steps.findIndex((step) => SOMEBODY.test(step));
  if (withSubject >= 0) return refuse(`step ${withSubject + 1} tells who does it; write it as an order`);
  return { ok: true, text };
}

function refuse(problem: string): Checked {
  return { ok: false, problem };
}

/** Without being asked to, a procedure is kept only from here up. */
const SURE = 0.9;
const ASKS_TO_KEEP =
  /\b(?:remember|memori[sz]e|save|store|keep|note|write down|learn)\b[^.!?\n]{0,60}\b(?:steps?|procedures?|process|workflow|routine|recipe|checklist|instructions|how|way|this|these|following)\b|(?:记住|记下|记一下|记着|保存|存下|存一下|学会|记录)[^。！？\n]{0,30}(?:步骤|流程|做法|方法|操作|怎么|这样|这个|这些|以下)|(?:步骤|流程|做法|方法|操作)[^。！？\n]{0,20}(?:记住|记下|记一下|保存|存下)/i;

/** On explicit trigger or at high confidence only. */
export function mayBeProcedure(confidence: number, userTexts: readonly string[]): boolean {
  return confidence >= SURE || userTexts.some((text) => ASKS_TO_KEEP.test(text));
}
