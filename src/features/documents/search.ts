import { SEARCH } from "../../domain/relevance/fuse.ts";
import type { Scope } from "../../domain/scope.ts";
import { questionSignals } from "../../language/question-signals.ts";
import { terms } from "../../language/terms.ts";
import type { Embedder } from "../../models/embedder.ts";
import { embedQuestion } from "../../read/parse/embed-question.ts";
import { hybridSearch } from "../../read/retrieve/hybrid-search.ts";
import { deadlineIn } from "../../read/shared/deadline.ts";
import { nextTurn } from "../../runtime/yield.ts";
import { Corpus } from "../../scope-index/corpus.ts";
import { Arena } from "../../scope-index/kernel/kernel.ts";
import type { ItemVector } from "../../scope-index/spaces.ts";
import { vectorsOf } from "../../scope-index/text-vectors.ts";
import type { DocumentRow } from "../../store/tables/documents.ts";
import type { ScopeRef } from "../../store/tables/scopes.ts";
import { decodeVector, textHash, type VectorRow, vectorsOfTexts } from "../../store/tables/vectors.ts";
import type { DocumentContext } from "./context.ts";

export interface RankedDocument {
  readonly row: DocumentRow;
  readonly score?: number;
}

/** Where the documents are: the scope, and its place in the tables. */
interface Where {
  readonly scope: Scope;
  readonly scopeRef: ScopeRef;
}

/** Vectors of all searches under way; each gives its own back. */
let arena: Arena | undefined;

/**
 * Documents by how well they answer a query, as recall ranks memories: by meaning and by words. Documents that share
 * neither with it follow without a score, in the order they were given.
 */
export async function rankDocuments(
  context: DocumentContext,
  where: Where,
  rows: readonly DocumentRow[],
  { query, enough }: { readonly query: string; readonly enough: number },
): Promise<RankedDocument[]> {
  const searchable = rows.filter(({ text }) => text !== "");
  const vectors = await vectorsFor(context, where, searchable);
  arena ??= new Arena();
  const corpus = new Corpus<DocumentRow>(arena, true);
  try {
    for (const row of searchable) {
      const { num: ref, text, key: name, updated_at: time } = row;
      const rest = { session: "", author: "", assistant: false };
      corpus.setVectors(
        corpus.add({ ref, row, text, name, terms: terms(text), time, ...rest }),
        vectors.get(ref) ?? [],
      );
    }
    const now = context.now();
    const { embedder } = context;
    const queryVectors = await embedQuestion(
      { embedder, deadline: deadlineIn(null), signal: undefined },
      query,
      corpus.models,
    );
    const scored = await hybridSearch<DocumentRow>({
      corpus,
      query,
      questionSignals: questionSignals(query, [], now),
      vectors: queryVectors.vectors,
      weighing: SEARCH,
      enough,
      pause: nextTurn,
      eligible: () => true,
      newness: ({ updated_at }) => updated_at,
      aboutOnly: false,
      // Whoever searches says how many they want: the best of them, however weak.
      threshold: undefined,
      floor: () => Number.NEGATIVE_INFINITY,
      exact: undefined,
    });
    const best = scored.map(({ item, relevance, via }): RankedDocument => {
      const row = corpus.rows[item]!;
      return via === "recent" ? { row } : { row, score: relevance };
    });
    const isBest = new Set(best.map(({ row }) => row));
    return [...best, ...rows.filter((row) => !isBest.has(row)).map((row) => ({ row }))];
  } finally {
    corpus.release();
  }
}

/** Documents that a search embeds at once where they lack vectors; the next search takes the next ones. */
const AT_ONCE = 256;
const WAIT_MS = 10_000;

/** The vectors of documents, those that were written without an embedder, or with another one, made now. */
async function vectorsFor(
  context: DocumentContext,
  { scope, scopeRef }: Where,
  rows: readonly DocumentRow[],
): Promise<Map<number, ItemVector[]>> {
  const { embedder, store } = context;
  if (embedder === null || rows.length === 0) return new Map();
  const models = new Set(embedder.models.map(({ id }) => id));
  const byDocument = new Map<number, ItemVector[]>();
  for (const row of await vectorsOfTexts(
    context.use(),
    scopeRef,
    "d",
    rows.map(({ num }) => num),
  ))
    add(byDocument, row);
  const lacks = ({ num }: DocumentRow): boolean =>
    !byDocument.get(num)?.some(({ model }) => models.has(model));
  const missing = rows.filter(lacks).slice(0, AT_ONCE);
  const embedded = missing.length === 0 ? [] : await embedAll(embedder, missing);
  if (embedded.length > 0) {
    for (const { num, vectors } of embedded) {
      byDocument.delete(num);
      for (const { part, model, data } of vectors)
        add(byDocument, {
          ref: num,
          part,
          model,
          data: new Uint8Array(Buffer.from(data, "base64")),
          handed: null,
          core: null,
        });
    }
    const documents = embedded.map(({ num, text, vectors }) => ({ num, text: textHash(text), vectors }));
    // A search is a read: where nothing may be written, it does without.
    await store.write("storeDocumentVectors", { scope, at: context.now(), documents }).catch(() => undefined);
  }
  return byDocument;
}

function add(byDocument: Map<number, ItemVector[]>, { ref, part, model, data }: VectorRow): void {
  const documentVectors = byDocument.get(ref) ?? [];
  documentVectors.push({ part, model, vector: decodeVector(data) });
  byDocument.set(ref, documentVectors);
}

async function embedAll(
  embedder: Embedder,
  rows: readonly DocumentRow[],
): Promise<
  (Pick<DocumentRow, "num" | "text"> & { vectors: Awaited<ReturnType<typeof vectorsOf>>[number] })[]
> {
  try {
    const vectors = await vectorsOf(
      embedder,
      rows.map(({ text }) => text),
      AbortSignal.timeout(WAIT_MS),
    );
    return rows.map(({ num, text }, i) => ({ num, text, vectors: vectors[i]! }));
  } catch {
    return [];
  }
}
