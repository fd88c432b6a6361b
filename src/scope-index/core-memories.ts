import { tokenQuarters } from "../domain/budget.ts";
import type { CoreSort, MemoryEntry } from "./memory-entry.ts";

/** The core memories of one sort, newest first. */
export interface CoreList {
  readonly entries: readonly MemoryEntry[];
  readonly lengths: CoreLengths;
}

/** How long the quoted words of some texts are, in quarters of a token. */
export interface CoreLengths {
  readonly quarters: Float64Array;
  /** The fewest of the texts from each place on; one more than there are texts. */
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
  return { entries, lengths: lengthsOf(entries.map(({ quoted }) => quoted)) };
}

export function lengthsOf(texts: readonly string[]): CoreLengths {
  const quarters = Float64Array.from(texts, tokenQuarters);
  const least = new Float64Array(texts.length + 1).fill(Number.POSITIVE_INFINITY);
  for (let i = texts.length - 1; i >= 0; i -= 1) least[i] = Math.min(least[i + 1]!, quarters[i]!);
  return { quarters, least };
}
