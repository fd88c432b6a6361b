import { decodeVector, type VectorRow } from "../store/vectors.ts";
import type { Corpus } from "./corpus.ts";
import type { ItemVector } from "./spaces.ts";

/** Rows read in one step; between steps the event loop runs. */
export const PAGE = 500;

export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Gives vectors, which come in the order of their texts, to the items they belong to. */
export function addVectors<R>(corpus: Corpus<R>, rows: readonly VectorRow[]): void {
  for (let from = 0; from < rows.length; ) {
    const { ref } = rows[from]!;
    let to = from + 1;
    while (to < rows.length && rows[to]!.ref === ref) to += 1;
    const item = corpus.itemOf(ref);
    if (item !== undefined) corpus.setVectors(item, rows.slice(from, to).map(toVector));
    from = to;
  }
}

/** Reads all vectors of a kind, page by page; the last text of a full page comes again with the next. */
export async function eachVectorPage<R>(
  corpus: Corpus<R>,
  read: (afterRef: number, limit: number) => Promise<VectorRow[]>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await read(after, PAGE);
    if (rows.length < PAGE) {
      addVectors(corpus, rows);
      return;
    }
    const last = rows.at(-1)!.ref;
    const whole = rows.filter((row) => row.ref !== last);
    addVectors(corpus, whole);
    after = whole.at(-1)?.ref ?? last;
    await pause();
  }
}

function toVector({ part, model, data }: VectorRow): ItemVector {
  return { part, model, vector: decodeVector(data) };
}
