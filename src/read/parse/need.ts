import { hasHeads, headLogOdds } from "../../models/heads.ts";
import type { RecallRun } from "../shared/request.ts";
import { embedQuestion } from "./embed-question.ts";
import type { ParsedQuestion } from "./question.ts";

/** Log-odds of the gate from which a question surely needs memory, and below which it surely needs none. */
const SURE = -0.35;
const SURELY_NOT = -3.1;

/** Log-odds from which a question asks for all about somebody. */
const ALL = 0;

/** Log-odds below which a group's "I" asks for what others said: "which night do I put the bins out?" */
const OTHERS = 0;

/**
 * The question with what it needs, as the learned gate of the embedder's space says. Without one, or while the embedder is
 * not ready, its words decide: whoever says "I" or names somebody needs memory, and of anything else nobody knows.
 */
export async function withNeed(
  request: Pick<RecallRun, "embedder" | "deadline" | "signal">,
  question: ParsedQuestion,
  isGroup: boolean,
): Promise<ParsedQuestion> {
  const spaces = request.embedder?.models.map(({ id }) => id).filter(hasHeads) ?? [];
  if (spaces.length === 0) return question;
  const { vectors } = await embedQuestion(request, question.spoken, spaces);
  const [vector] = vectors;
  if (vector === undefined) return question;
  const gate = headLogOdds("gate", vector.model, vector.vector) ?? 0;
  const need =
    question.namedAccounts.size > 0 || gate > SURE ? "memory" : gate < SURELY_NOT ? "nothing" : "unsure";
  const overview = need === "memory" && (headLogOdds("overview", vector.model, vector.vector) ?? 0) > ALL;
  const asksOthers = !overview && (headLogOdds("own", vector.model, vector.vector) ?? 0) < OTHERS;
  // Whoever it names is meant, whatever the rest asks for.
  const about = asksOthers && isGroup ? question.namedAccounts : question.about;
  return { ...question, need, overview, about };
}
