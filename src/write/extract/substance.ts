import type { SourceEvent } from "../../domain/candidate.ts";
import { takesUp, wantsAnswer } from "../../language/message.ts";
import { isOnlySmallTalk } from "../../language/salience.ts";
import { tellingTerms } from "../../language/terms.ts";
import { headLogOdds } from "../../models/heads.ts";
import { toQuery } from "../../scope-index/spaces.ts";
import type { NewVector } from "../../store/tables/vectors.ts";

/** Log-odds below which it is as good as certain that a line tells nothing. */
const NOTHING = -6;
/** A line with more telling words is read, whatever its vector says. */
const MAX_TERMS = 3;
/** A longer one is not judged by its vector. */
const LONGEST = 120;
/** Short words that change or end what was said, or want something done: "I take that back", "book it", 算了. */
const ACTS =
  /\b(?:actually|wrong|mistake|back|not|never|cannot|instead|forget|remember|delete|correction|scrap|jk|kidding|joking|please|pls|book|order|send|do|can|could|will)\b|n['’]?t\b|[不没沒错錯算忘别別删刪收改记記帮幫请請订訂]/iu;
const QUESTION = /[?？吗嗎]|[呢么麼]\s{0,4}$/u;

/**
 * Whether new messages hold nothing for a model to read: every one of the users' is small talk, by its words or by the
 * head `worth`. An answer to a question is none, however short, and what a tool returns is none either.
 */
export async function saysNothing(
  sourceEvents: readonly SourceEvent[],
  from: number,
  embed: (text: string) => Promise<readonly NewVector[]>,
): Promise<boolean> {
  const fresh = sourceEvents.flatMap(({ role, text }, position) =>
    position >= from && (role === "user" || role === "tool") && text.trim() !== "" ? [position] : [],
  );
  for (const position of fresh) if (!(await isNothing(sourceEvents, position, embed))) return false;
  return fresh.length > 0;
}

async function isNothing(
  sourceEvents: readonly SourceEvent[],
  position: number,
  embed: (text: string) => Promise<readonly NewVector[]>,
): Promise<boolean> {
  const { role, text } = sourceEvents[position]!;
  if (role !== "user" || answers(sourceEvents, position)) return false;
  if (isOnlySmallTalk(text)) return true;
  if (text.length > LONGEST || ACTS.test(text) || tellingTerms(text).length > MAX_TERMS) return false;
  const vectors = (await embed(text)).map(toQuery);
  return (
    vectors.length > 0 &&
    vectors.every(({ model, vector }) => (headLogOdds("worth", model, vector) ?? 0) < NOTHING)
  );
}

/** Whether it answers a question of somebody else's, or takes up what was proposed: "yes", "perfect!". */
function answers(sourceEvents: readonly SourceEvent[], position: number): boolean {
  const { role, actor, text } = sourceEvents[position]!;
  const before = sourceEvents
    .slice(0, position)
    .filter((one) => one.text.trim() !== "" && one.role !== "system");
  const last = before.at(-1);
  if (last === undefined || (last.role === role && last.actor === actor)) return false;
  if (QUESTION.test(last.text)) return true;
  const previous = before.findLast((one) => one.role === role && one.actor === actor);
  return takesUp(text) && previous !== undefined && wantsAnswer(previous.text);
}
