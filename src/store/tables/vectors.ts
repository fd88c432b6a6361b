import { createHash } from "node:crypto";
import type { Scope } from "../../domain/scope.ts";
import type { Span } from "../../domain/text.ts";
import { columnNames, type PageAfter, type SqlReader, type Tx } from "../tx.ts";
import { scopeWrite } from "../writes/context.ts";
import { findMemory, type MemoryRow, memoryNum } from "./memories.ts";
import { findScope, IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

/** The kind and flight of the job that embeds what a scope has and no vector yet. */
export const EMBED = "embed";

/** A vector on its way in. `data` is base64 of little-endian float32: plain data for the trip to the writer. */
export interface NewVector {
  part: number;
  model: string;
  data: string;
  /** See `CoreOdds`; absent where the embedder tells nothing. */
  core?: readonly number[];
}

/** The owner of a vector: a memory or a document by its number, an event by its position. */
export type VectorKind = "m" | "e" | "d";

export function encodeVector(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}

export function decodeVector(data: Uint8Array): Float32Array {
  const isWhole = data.byteLength === data.buffer.byteLength;
  // Else a copy: a driver's bytes may begin anywhere in a pool of them. (Buffer's own slice() makes none.)
  return new Float32Array(isWhole ? data.buffer : new Uint8Array(data).buffer);
}

export interface VectorRow {
  ref: number;
  part: number;
  model: string;
  data: Uint8Array;
  /** JSON; in the first passage's row, `null` where nobody has judged the words. */
  handed: string | null;
  /** JSON; `null` where the embedder told nothing. */
  core: string | null;
}

const WRITTEN = columnNames("kind, ref, part, model, stamp, data, handed, core");
const VECTORS = `select ref, part, model, data, handed, core from vector where ${IN_SCOPE} and kind = $3`;

/** The vectors of one kind behind a text's, in the order of their texts and passages. */
export function vectorsAfter(
  reader: SqlReader,
  scopeRef: ScopeRef,
  kind: VectorKind,
  { after, limit }: PageAfter<number>,
): Promise<VectorRow[]> {
  return scopeReader(reader, scopeRef).all(`${VECTORS} and ref > $4 order by ref, part, model limit $5`, [
    kind,
    after,
    limit,
  ]);
}

/** Rows written after a stamp. */
export function vectorsSince(
  reader: SqlReader,
  scopeRef: ScopeRef,
  kind: VectorKind,
  stamp: number,
): Promise<VectorRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select ref, part, model, data, handed, core from vector where ${IN_SCOPE} and stamp > $4 and kind = $3
     order by ref, part, model`,
    [kind, stamp],
  );
}

/** The vectors of one text, as they were made. */
export function vectorsOfText(
  reader: SqlReader,
  scopeRef: ScopeRef,
  kind: VectorKind,
  ref: number,
): Promise<VectorRow[]> {
  return scopeReader(reader, scopeRef).all(`${VECTORS} and ref = $4`, [kind, ref]);
}

/** The same of some texts. */
export function vectorsOfTexts(
  reader: SqlReader,
  scopeRef: ScopeRef,
  kind: VectorKind,
  refs: readonly number[],
): Promise<VectorRow[]> {
  return scopeReader(reader, scopeRef).all(`${VECTORS} and ${reader.dialect.inNumbers("ref", "$4")}`, [
    kind,
    JSON.stringify(refs),
  ]);
}

/** Replaces all vectors of one text by these, under the stamp that `nextStamp` gave the scope. */
export async function replaceVectors(
  scope: OpenScope,
  kind: VectorKind,
  ref: number,
  vectors: readonly (NewVector & { readonly handed?: string })[],
): Promise<void> {
  await dropVectors(scope, kind, ref);
  await scope.insert(
    "vector",
    WRITTEN,
    vectors.map((vector) => ({
      ...vector,
      kind,
      ref,
      stamp: scope.vec,
      data: Buffer.from(vector.data, "base64"),
      handed: vector.handed ?? null,
      core: vector.core === undefined ? null : JSON.stringify(vector.core),
    })),
  );
}

export async function dropVectors(scope: OpenScope, kind: VectorKind, ref: number): Promise<void> {
  await scope.run(`delete from vector where ${IN_SCOPE} and kind = $3 and ref = $4`, [kind, ref]);
}

/** Moves the scope to its next stamp. */
export async function nextStamp(scope: OpenScope): Promise<void> {
  const row = await scope.one<{ vec: number }>(
    "update scope set vec = vec + 1 where tenant = $1 and num = $2 returning vec",
  );
  scope.vec = row?.vec ?? 0;
}

/** What an embedder makes of a text: a vector by one of these models, and with `tells` whether it belongs in every prompt. */
export interface Makes {
  readonly models: readonly string[];
  readonly tells: boolean;
}

/** Whether a vector `v` is one that this embedder has made. */
function isMade(reader: SqlReader, { tells }: Makes, models: string): string {
  return `${reader.dialect.inJson("v.model", models)}${tells ? " and v.core is not null" : ""}`;
}

/** Memories of a scope that this embedder has not read. */
export function memoriesToEmbed(
  reader: SqlReader,
  scopeRef: ScopeRef,
  makes: Makes,
  limit: number,
): Promise<Pick<MemoryRow, "id" | "text">[]> {
  return scopeReader(reader, scopeRef).all(
    `select m.id, m.text from memory m where m.tenant = $1 and m.scope = $2 and not exists
       (select 1 from vector v where v.tenant = m.tenant and v.scope = m.scope and v.kind = 'm' and v.ref = m.num
        and ${isMade(reader, makes, "$3")})
     order by m.num limit $4`,
    [JSON.stringify(makes.models), limit],
  );
}

/** The first events of a span that have words and no vector of any of these models. */
export function eventsToEmbed(
  reader: SqlReader,
  scopeRef: ScopeRef,
  models: readonly string[],
  { from, until, limit }: { readonly from: number; readonly until: number; readonly limit: number },
): Promise<{ seq: number; text: string; role: string }[]> {
  return scopeReader(reader, scopeRef).all(
    `select e.seq, e.text, e.role from event e where e.tenant = $1 and e.scope = $2 and e.seq >= $3 and e.seq <= $4
     and e.erased_at is null and trim(e.text) <> '' and not exists
       (select 1 from vector v where v.tenant = e.tenant and v.scope = e.scope and v.kind = 'e' and v.ref = e.seq
        and ${reader.dialect.inJson("v.model", "$5")})
     order by e.seq limit $6`,
    [from, until, JSON.stringify(models), limit],
  );
}

/** How far the events of a scope are embedded, and by what. */
export interface EmbedState {
  seq: number;
  embedded_seq: number;
  embedded_by: string;
  /** The first event that could not be embedded; `null` = none. */
  embed_gap: number | null;
}

export function embedState(reader: SqlReader, scopeRef: ScopeRef): Promise<EmbedState | undefined> {
  return scopeReader(reader, scopeRef).one(
    "select seq, embedded_seq, embedded_by, embed_gap from scope where tenant = $1 and num = $2",
  );
}

/** How many scopes of a tenant have vectors of which embedder, and how many of them have texts that it has not seen. */
export function scopesByEmbedder(
  reader: SqlReader,
  tenant: string,
): Promise<{ models: string; scopes: number; behind: number }[]> {
  return reader.all(
    `select embedded_by as models, count(*) as scopes, sum(case when embedded_seq < seq then 1 else 0 end) as behind
     from scope where tenant = $1 and seq > 0 group by embedded_by order by embedded_by`,
    [tenant],
  );
}

/**
 * Scopes with something that the embedder has not seen yet. Every write moves `seq`, so the scopes' own rows tell it.
 * With `makes` it also looks for memories that it has not read, which costs a walk over all of them, and for events that
 * could not be embedded when their turn came.
 */
export function scopesToEmbed(
  reader: SqlReader,
  embedder: string,
  makes: Makes | null,
  limit: number,
): Promise<Scope[]> {
  const unseen = "s.embedded_seq < s.seq or (s.seq > 0 and s.embedded_by <> $1)";
  if (makes === null) {
    return reader.all(`select s.tenant, s.kind, s.id from scope s where ${unseen} order by s.num limit $2`, [
      embedder,
      limit,
    ]);
  }
  return reader.all(
    `select s.tenant, s.kind, s.id from scope s where ${unseen} or s.embed_gap is not null
       or exists (select 1 from memory m where m.tenant = s.tenant and m.scope = s.num and not exists
         (select 1 from vector v where v.tenant = m.tenant and v.scope = m.scope and v.kind = 'm' and v.ref = m.num
          and ${isMade(reader, makes, "$2")}))
     order by s.num limit $3`,
    [embedder, JSON.stringify(makes.models), limit],
  );
}

export interface StoreVectorsArgs {
  scope: Scope;
  at: number;
  /** `text` is a hash: vectors of words that have changed meanwhile are not stored. */
  memories: { id: string; text: string; vectors: NewVector[] }[];
  events: { seq: number; vectors: NewVector[]; handedOver: readonly Span[] | null }[];
  /** Events up to here are embedded, by this embedder. */
  embeddedSeq: number;
  embeddedBy: string;
  /** The first event that it could not embed, `null` when there is none. Default: as it was. */
  gap?: number | null;
}

export function textHash(text: string): string {
  return createHash("sha1").update(text).digest("base64url");
}

/** Keeps what the embedder made of a scope's texts, with how far it got. A scope that was dropped meanwhile stays so. */
export async function storeVectors(tx: Tx, args: StoreVectorsArgs): Promise<void> {
  if ((await findScope(tx, args.scope)) !== undefined) await storeIn(tx, args);
}

const storeIn = scopeWrite(async (scope, args: StoreVectorsArgs): Promise<void> => {
  await nextStamp(scope);
  for (const { id, text, vectors } of args.memories) {
    const row = await findMemory(scope.tx, scope, id);
    const num = await memoryNum(scope, id);
    if (row === undefined || num === undefined || textHash(row.text) !== text) continue;
    await replaceVectors(scope, "m", num, vectors);
  }
  for (const { seq, vectors, handedOver } of args.events) {
    const handed = handedOver === null ? {} : { handed: JSON.stringify(handedOver) };
    await replaceVectors(
      scope,
      "e",
      seq,
      vectors.map((one) => (one.part === 0 ? { ...one, ...handed } : one)),
    );
  }
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
