import { tokenQuarters } from "../domain/budget.ts";
import type { CoreSort, MemoryEntry } from "./memory-entry.ts";

/** The core memories of one sort, newest first. */
export interface CoreList {
  readonly entries: readonly MemoryEntry[];
  /** How many quarters of a token the quoted words of an entry from a place on have at least. */
  readonly least: Float64Array;
}

/** The memories that belong in every prompt. Each is looked at once, when somebody asks, and sorted only when they change. */
export class CoreMemories {
  readonly #items = new Set<number>();
  readonly #unread = new Set<number>();
  #lists: ReadonlyMap<CoreSort, CoreList> | null = null;

  /** An item came, went or has another entry. */
  changed(item: number): void {
    this.#unread.add(item);
  }

  lists(rows: readonly (MemoryEntry | undefined)[]): ReadonlyMap<CoreSort, CoreList> {
    for (const item of this.#unread) {
      const belongs = (rows[item]?.coreSort ?? null) !== null;
      if (belongs || this.#items.has(item)) this.#lists = null;
      if (belongs) this.#items.add(item);
      else this.#items.delete(item);
    }
    this.#unread.clear();
    this.#lists ??= sorted([...this.#items].map((item) => rows[item]!));
    return this.#lists;
  }
}

function sorted(entries: readonly MemoryEntry[]): ReadonlyMap<CoreSort, CoreList> {
  const lists = Map.groupBy(entries, (entry) => entry.coreSort!);
  return new Map([...lists].map(([sort, list]) => [sort, listOf(list)]));
}

function listOf(entries: MemoryEntry[]): CoreList {
  entries.sort((a, b) => b.row.confirmed_at - a.row.confirmed_at);
  return { entries, least: leastFrom(entries.map(({ quoted }) => quoted)) };
}

/** The fewest quarters of a token of the texts from each place on. */
export function leastFrom(texts: readonly string[]): Float64Array {
  const least = new Float64Array(texts.length + 1).fill(Number.POSITIVE_INFINITY);
  for (let i = texts.length - 1; i >= 0; i -= 1) least[i] = Math.min(least[i + 1]!, tokenQuarters(texts[i]!));
  return least;
}
