import { createHash } from "node:crypto";
import type { Scope } from "../../domain/scope.ts";
import { findMemory, memoryNum } from "../memories.ts";
import { type NewVector, nextStamp, replaceVectors } from "../vectors.ts";
import { scopeWrite } from "./context.ts";

export interface StoreVectorsArgs {
  scope: Scope;
  at: number;
  /** `text` is a hash: vectors of words that have changed meanwhile are not stored. */
  memories: { id: string; text: string; vectors: NewVector[] }[];
  events: { seq: number; vectors: NewVector[] }[];
  /** Events up to here are embedded, by this embedder. */
  embeddedSeq: number;
  embeddedBy: string;
  /** The first event that it could not embed, `null` when there is none. Default: as it was. */
  gap?: number | null;
}

export function textHash(text: string): string {
  return createHash("sha1").update(text).digest("base64url");
}

/** Keeps what the embedder made of a scope's texts, with how far it got. */
export const storeVectors = scopeWrite(async (scope, args: StoreVectorsArgs): Promise<void> => {
  await nextStamp(scope);
  for (const { id, text, vectors } of args.memories) {
    const row = await findMemory(scope.tx, scope, id);
    const num = await memoryNum(scope, id);
    if (row === undefined || num === undefined || textHash(row.text) !== text) continue;
    await replaceVectors(scope, "m", num, vectors);
  }
  for (const { seq, vectors } of args.events) await replaceVectors(scope, "e", seq, vectors);
  // Two may embed one scope at a time: who ends later does not say that less is done.
  await scope.run(
    `update scope set embedded_by = $4, embedded_seq =
       case when embedded_by = $4 and embedded_seq > $3 then embedded_seq else $3 end
     where tenant = $1 and num = $2`,
    [args.embeddedSeq, args.embeddedBy],
  );
  if (args.gap === undefined) return;
  await scope.run("update scope set embed_gap = $3 where tenant = $1 and num = $2", [args.gap]);
});
