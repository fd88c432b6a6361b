import type { PolicyState } from "../domain/canary.ts";
import type { Scope } from "../domain/scope.ts";
import type { Span } from "../domain/text.ts";
import type { CoreOdds } from "../models/embedder.ts";
import { nextTurn } from "../runtime/yield.ts";
import { findScope, type ScopeRef } from "../store/tables/scopes.ts";
import { decodeVector, type VectorRow } from "../store/tables/vectors.ts";
import type { SqlReader } from "../store/tx.ts";
import type { Corpus } from "./corpus.ts";
import type { ItemVector } from "./spaces.ts";

/** How far a scope is: what its row says. */
export interface ScopeCounters extends ScopeRef {
  readonly seq: number;
  readonly rev: number;
  readonly vec: number;
  readonly hides: number;
}

/** The texts of one kind in one scope, kept in memory and brought up to date before each use. */
export interface ScopeIndex {
  readonly bytes: number;
  isAt(scopeRef: ScopeCounters): boolean;
  catchUp(reader: SqlReader, scopeRef: ScopeCounters): Promise<void>;
  release(): void;
}

/** An index whose content is replaced as a whole when everything is read again. */
export abstract class RebuildableIndex<E, S extends { readonly corpus: Corpus<E> }> {
  protected shelf: S;
  readonly #empty: () => S;

  constructor(empty: () => S) {
    this.#empty = empty;
    this.shelf = empty();
  }

  get corpus(): Corpus<E> {
    return this.shelf.corpus;
  }

  release(): void {
    this.corpus.release();
  }

  /**
   * Fills a new shelf. The previous state serves until then, and stays if the read fails; without one, a caller that
   * cannot wait gets the part read so far.
   */
  protected async refill(isFirst: boolean, fill: (shelf: S) => Promise<void>): Promise<void> {
    const before = this.shelf;
    const shelf = this.#empty();
    if (isFirst) this.shelf = shelf;
    try {
      await fill(shelf);
    } catch (error) {
      this.shelf = before;
      shelf.corpus.release();
      throw error;
    }
    this.shelf = shelf;
    before.corpus.release();
  }
}

/** A scope that has a row, and so may have something to read. */
export interface ReadableScope extends ScopeCounters {
  readonly scope: Scope;
  /** The policy versions of the tenant. */
  readonly policies: PolicyState;
}

/** The scopes of a reader that exist; reading creates none. */
export async function resolveScopes(reader: SqlReader, scopes: readonly Scope[]): Promise<ReadableScope[]> {
  const readable: ReadableScope[] = [];
  for (const scope of scopes) {
    const row = await findScope(reader, scope);
    if (row !== undefined) readable.push({ ...row, scope, tenant: scope.tenant });
  }
  return readable;
}

/** Rows read in one step; between steps the event loop runs. */
export const ROWS_PER_READ = 500;

/** What the vectors of an item come with: the words of it that are not its speaker's. */
type Judged<R> = (row: R, handedOver: readonly Span[]) => void;

/** Gives vectors to the items they belong to. */
export function addVectors<R>(
  corpus: Corpus<R>,
  rows: readonly VectorRow[],
  judged?: Judged<R> | undefined,
): void {
  for (const [ref, vectorRows] of Map.groupBy(rows, (row) => row.ref)) {
    const item = corpus.itemOf(ref);
    if (item === undefined) continue;
    const row = corpus.rows[item];
    const handed = vectorRows.find((one) => one.handed !== null)?.handed;
    if (row !== undefined && handed !== undefined && handed !== null)
      judged?.(row, JSON.parse(handed) as Span[]);
    corpus.setVectors(item, vectorRows.map(toVector));
  }
}

/** Reads all vectors of a kind, page by page; the last text of a full page comes again with the next. */
export async function eachVectorPage<R>(
  corpus: Corpus<R>,
  read: (afterRef: number, limit: number) => Promise<VectorRow[]>,
  judged?: Judged<R> | undefined,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await read(after, ROWS_PER_READ);
    if (rows.length < ROWS_PER_READ) {
      addVectors(corpus, rows, judged);
      return;
    }
    const last = rows.at(-1)!.ref;
    const whole = rows.filter((row) => row.ref !== last);
    addVectors(corpus, whole, judged);
    after = whole.at(-1)?.ref ?? last;
    await nextTurn();
  }
}

function toVector({ part, model, data, core }: VectorRow): ItemVector {
  const odds = core === null ? undefined : (JSON.parse(core) as CoreOdds);
  return { part, model, vector: decodeVector(data), core: odds };
}
