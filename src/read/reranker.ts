import type { Degraded } from "../api/recall.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Deadline } from "./deadline.ts";
import { type Ranked, rerank } from "./rank.ts";
import type { Question } from "./request.ts";

/** How many of the best it reads. */
const READ = 30;

function isShare(number: unknown): boolean {
  return typeof number === "number" && number >= 0 && number <= 1;
}

/** The order a reranker gives to the best; without one, or when it fails or is late, the order they had. */
export async function reranked(
  {
    reranker,
    query,
    settings,
    now,
    signal,
  }: Pick<Question, "reranker" | "query" | "settings" | "now" | "signal">,
  ranked: readonly Ranked[],
  deadline: Deadline,
): Promise<{ ranked: readonly Ranked[]; degraded: Degraded | null }> {
  if (reranker === null || ranked.length < 2) return { ranked, degraded: null };
  const best = ranked.slice(0, READ);
  const texts = best.map(({ candidate: one }) =>
    one.kind === "event" ? one.entry.event.text : one.entry.row.text,
  );
  try {
    const reading = reranker.rerank(query, texts, signal === undefined ? {} : { signal });
    const numbers = await (deadline.late === undefined ? reading : Promise.race([reading, deadline.late]));
    if (numbers === "deadline") {
      reading.catch(() => undefined);
      return {
        ranked,
        degraded: { reason: "reranker-slow", detail: "The reranker did not answer in time." },
      };
    }
    // Array.from, because every() passes over holes.
    if (numbers.length !== best.length || !Array.from(numbers).every(isShare)) {
      throw new MemoirError(
        "model_bad_output",
        `The reranker must give ${best.length} numbers from 0 to 1, one a text.`,
      );
    }
    return {
      ranked: [...rerank(best, numbers, settings.readPolicy, now), ...ranked.slice(READ)],
      degraded: null,
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ranked, degraded: { reason: "reranker-unavailable", detail } };
  }
}
