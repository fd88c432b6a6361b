import type { Degraded } from "../../api/recall.ts";
import { MemoirError } from "../../domain/errors.ts";
import { type Embedding, soonReady } from "../../models/embedder.ts";
import type { RecallRun } from "../shared/request.ts";

/** Longer questions are embedded by their beginning: a model reads no further. */
const MAX_CHARACTERS = 2_000;

/**
 * The question in the space of each model whose vectors the corpus holds. It never fails and never waits past the
 * deadline: without vectors words are all there is to go by, and the answer says so.
 */
export async function embedQuestion(
  { embedder, deadline, signal }: Pick<RecallRun, "embedder" | "deadline" | "signal">,
  question: string,
  held: readonly string[],
): Promise<{ vectors: readonly Embedding[]; degraded: Degraded | null }> {
  if (embedder === null) return { vectors: [], degraded: null };
  try {
    if (embedder.state().status === "loading")
      await Promise.race([soonReady(embedder), ...(deadline.late === undefined ? [] : [deadline.late])]);
    const { status, detail } = embedder.state();
    if (status !== "ready") {
      const reason = status === "loading" ? "embedder-loading" : "embedder-unavailable";
      return { vectors: [], degraded: { reason, detail } };
    }
    const models = embedder.models.map((model) => model.id).filter((id) => held.includes(id));
    const former = (embedder.former ?? []).filter((id) => held.includes(id));
    const text = question.slice(0, MAX_CHARACTERS);
    if (models.length + former.length === 0 || text.trim() === "") return { vectors: [], degraded: null };
    const embed = (some: readonly string[]): Promise<Embedding[]> =>
      some.length === 0
        ? Promise.resolve([])
        : embedder.embedQuery(text, { models: some, ...(signal === undefined ? {} : { signal }) });
    // A former model that cannot be loaded any more is missed by nobody but the lines that wait for their new vectors.
    const embedding = Promise.all([embed(models), embed(former).catch(() => [])]).then((both) => both.flat());
    const vectors = await (deadline.late === undefined
      ? embedding
      : Promise.race([embedding, deadline.late]));
    if (vectors !== "deadline") return { vectors, degraded: null };
    // Nobody waits for it any longer, so nobody would hear of its failure.
    embedding.catch(() => undefined);
    const late = "The embedder did not answer in time: found by words alone.";
    return { vectors: [], degraded: { reason: "embedder-slow", detail: late } };
  } catch (error) {
    const why = MemoirError.is(error) ? error.message : String(error);
    return { vectors: [], degraded: { reason: "embedder-unavailable", detail: why } };
  }
}
