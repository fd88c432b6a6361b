import { findDocument } from "../tables/documents.ts";
import { IN_SCOPE } from "../tables/scopes.ts";
import { dropVectors, type NewVector, nextStamp, replaceVectors, textHash } from "../tables/vectors.ts";
import { scopeWrite, type WriteContext } from "./context.ts";

type ScopeArgs = Pick<WriteContext, "scope" | "at">;

export interface DocumentWrite {
  namespace: string;
  key: string;
  /** JSON; `null` removes the document. */
  value: string | null;
  /** The words to find it by. */
  text: string;
  vectors: readonly NewVector[];
}

/** Writes and removes documents together. */
export const putDocuments = scopeWrite(
  async (scope, { documents, at }: ScopeArgs & { documents: readonly DocumentWrite[] }): Promise<void> => {
    await nextStamp(scope);
    for (const { namespace, key, value, text, vectors } of documents) {
      if (value === null) {
        const row = await findDocument(scope.tx, scope, namespace, key);
        if (row === undefined) continue;
        await dropVectors(scope, "d", row.num);
        await scope.run(`delete from document where ${IN_SCOPE} and num = $3`, [row.num]);
        continue;
      }
      const row = await scope.one<{ num: number }>(
        `insert into document (tenant, scope, namespace, key, value, text, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7)
         on conflict (tenant, scope, namespace, key)
         do update set value = excluded.value, text = excluded.text, updated_at = excluded.updated_at
         returning num`,
        [namespace, key, value, text, at],
      );
      await replaceVectors(scope, "d", row!.num, vectors);
    }
  },
);

export interface DocumentVectors {
  num: number;
  /** A hash: vectors of words that have changed meanwhile are not stored. */
  text: string;
  vectors: readonly NewVector[];
}

/** Keeps vectors that were made after the documents. */
export const storeDocumentVectors = scopeWrite(
  async (scope, { documents }: ScopeArgs & { documents: readonly DocumentVectors[] }): Promise<void> => {
    await nextStamp(scope);
    for (const { num, text, vectors } of documents) {
      const row = await scope.one<{ text: string }>(
        `select text from document where ${IN_SCOPE} and num = $3`,
        [num],
      );
      if (row !== undefined && textHash(row.text) === text) await replaceVectors(scope, "d", num, vectors);
    }
  },
);
