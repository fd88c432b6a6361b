import { passages } from "../domain/passages.ts";
import type { Embedder } from "../models/embedder.ts";
import { encodeVector, type NewVector } from "../store/tables/vectors.ts";

/** The vectors of some texts: one a passage, as plain data. */
export async function vectorsOf(
  embedder: Embedder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<NewVector[][]> {
  const parts = texts.map(passages);
  const vectors = await embedder.embedDocuments(parts.flat(), signal === undefined ? {} : { signal });
  let next = 0;
  return parts.map((parts) =>
    parts.map((_, part) => {
      const { model, vector, core } = vectors[next++]!;
      const row = { part, model, data: encodeVector(vector) };
      return core === undefined ? row : { ...row, core };
    }),
  );
}
