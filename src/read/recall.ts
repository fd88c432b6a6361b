import type { Recall } from "../api/recall.ts";
import { attempt } from "./attempt.ts";
import { parseRecall } from "./parse/parse.ts";
import { rankCandidates } from "./rank/rank.ts";
import { emptyRecall, renderRecall } from "./render/render.ts";
import { retrieveCandidates } from "./retrieve/retrieve.ts";
import { selectLines } from "./select/select.ts";
import type { RecallRequest, RecallRun } from "./shared/request.ts";

/**
 * Reads the scopes for a question. Rejects only for a bad argument, an abort or a closed engine; a database in
 * trouble, a model that fails and a deadline that passes degrade the answer.
 */
export async function recall(request: RecallRequest): Promise<Recall> {
  return attempt(request, answer, emptyRecall);
}

async function answer(run: RecallRun): Promise<Recall> {
  const parsed = await parseRecall(run);
  const retrieved = await retrieveCandidates(run, parsed.questions);
  const ranked = await rankCandidates(run, retrieved);
  const selection = await selectLines(run, parsed, retrieved, ranked);
  return renderRecall(run, parsed, selection);
}
