import type { RecallRun } from "../shared/request.ts";
import { embedQuestion } from "./embed-question.ts";
import type { ParsedQuestion } from "./question.ts";

/** Log-odds from which a question surely needs memory, and below which it surely needs none. */
const SURE = -1;
const SURELY_NOT = -3;

/** Log-odds from which a question asks for all about somebody. */
const ALL = 0;

/** Log-odds below which a group's "I" asks for what others said: "which night do I put the bins out?" */
const OTHERS = 0;

/**
 * The question with what it needs, as a learned reader of the embedder says. Without one, or while the embedder is
 * not ready, its words decide: whoever says "I" or names somebody needs memory, and of anything else nobody knows.
 */
export async function withNeed(
  request: Pick<RecallRun, "embedder" | "deadline" | "signal">,
  question: ParsedQuestion,
  isGroup: boolean,
): Promise<ParsedQuestion> {
  const readers =
    request.embedder?.models.filter(({ readsQuestions }) => readsQuestions).map(({ id }) => id) ?? [];
  if (readers.length === 0) return question;
  const { vectors } = await embedQuestion(request, question.spoken, readers);
  const asks = vectors[0]?.asks;
  if (asks === undefined) return question;
  const need =
    question.namedAccounts.size > 0 || asks.memory > SURE
      ? "memory"
      : asks.memory < SURELY_NOT
        ? "nothing"
        : "unsure";
  const overview = need === "memory" && asks.overview > ALL;
  const asksOthers = !overview && asks.own < OTHERS;
  // Whoever it names is meant, whatever the rest asks for.
  const about = asksOthers && isGroup ? question.namedAccounts : question.about;
  // Beside a remark an answer would rank by the remark.
  const spoken = asks.part === null ? question.spoken : question.spoken.slice(...asks.part);
  return { ...question, need, overview, about, spoken };
}
