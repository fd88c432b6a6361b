import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { MemoryFilter } from "../../../../src/api/memories.ts";
import type { ListedMemory } from "../../../../src/api/operator.ts";
import type { MemorySort } from "../../../../src/domain/memory.ts";
import { useMemoir } from "../../connection.ts";
import { useRetry } from "../../ui/async.ts";

/** The rows of the list. */
export interface Listing {
  readonly scope: string | undefined;
  readonly query: string;
  readonly filter: MemoryFilter;
  readonly sort: MemorySort;
  readonly ascending: boolean;
}

export interface Rows {
  /** `undefined` until it is known. */
  readonly count: number | undefined;
  readonly error: Error | undefined;
  /** `undefined` while it is loaded. */
  at(index: number): ListedMemory | undefined;
  /** All rows that are loaded. */
  loaded(): readonly ListedMemory[];
  /** Loads what is missing of a range. */
  need(first: number, last: number): void;
}

const PAGE = 50;
/** Pages kept; a list of 100,000 rows never has more than these in memory. */
const KEPT = 80;
const MAX_FOUND = 500;
/** How often a list that is being scrolled loads what is in sight. */
const SETTLE_MS = 60;

/** A window on a list of any length: pages come as they are scrolled to, and again when `version` changes. */
export function useRows(listing: Listing, version: number): Rows {
  const memoir = useMemoir();
  const pages = useRef(new Map<number, readonly ListedMemory[]>());
  const asked = useRef(new Set<number>());
  const range = useRef<readonly [number, number]>([0, 1]);
  const generation = useRef(0);
  const [counted, setCounted] = useState<{ readonly key: string; readonly n: number }>();
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: Error }>();
  const [, redraw] = useState(0);
  const [turn, setTurn] = useState(0);
  const { scope, query, filter, sort, ascending } = listing;
  const key = JSON.stringify(listing);
  const error = failed?.key === key ? failed.error : undefined;
  useRetry(
    error,
    useCallback(() => setTurn((before) => before + 1), []),
  );
  // Another list: nothing of the one before is shown, not even until it has been asked for.
  const shown = useRef(key);
  if (shown.current !== key) {
    shown.current = key;
    pages.current = new Map();
    range.current = [0, 1];
  }

  const load = useCallback(
    async (page: number): Promise<void> => {
      const mine = generation.current;
      asked.current.add(page);
      try {
        const { items } = await memoir.operator().memories.list({
          ...filter,
          ...{ scope, sort, ascending, skip: page * PAGE, limit: PAGE, links: true },
        });
        if (mine !== generation.current || key !== shown.current) return;
        pages.current.delete(page);
        pages.current.set(page, items);
        for (const old of pages.current.keys()) {
          if (pages.current.size <= KEPT) break;
          pages.current.delete(old);
        }
        redraw((before) => before + 1);
      } finally {
        if (mine === generation.current) asked.current.delete(page);
      }
    },
    [memoir, key],
  );

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const need = useCallback(
    (first: number, last: number): void => {
      range.current = [first, last];
      if (query !== "" || timer.current !== undefined) return;
      // Rows that only scroll past are not loaded.
      timer.current = setTimeout(() => {
        timer.current = undefined;
        const [from, to] = range.current;
        for (let page = Math.floor(from / PAGE); page * PAGE < to; page += 1) {
          if (!pages.current.has(page) && !asked.current.has(page))
            load(page).catch((problem: Error) => setFailed({ key, error: problem }));
        }
      }, SETTLE_MS);
    },
    [load, key, query],
  );
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [need],
  );

  useEffect(() => {
    generation.current += 1;
    const mine = generation.current;
    asked.current.clear();
    const fresh = (): boolean => mine === generation.current;
    const fail = (problem: Error): void => {
      if (fresh()) setFailed({ key, error: problem });
    };
    const passed = (): void => {
      if (fresh()) setFailed(undefined);
    };
    const { memories, search } = memoir.operator();
    if (query !== "") {
      const scopes = scope === undefined ? {} : { scopes: [scope] };
      const found = search(query, { ...filter, ...scopes, limit: MAX_FOUND }).then((hits) => {
        if (!fresh()) return;
        pages.current = new Map(
          Array.from({ length: Math.ceil(hits.length / PAGE) }, (_, i) => [
            i,
            hits.slice(i * PAGE, (i + 1) * PAGE),
          ]),
        );
        setCounted({ key, n: hits.length });
        redraw((before) => before + 1);
      });
      found.then(passed, fail);
      return;
    }
    const counting = memories
      .count({ ...filter, ...(scope === undefined ? {} : { scope }) })
      .then((n) => fresh() && setCounted({ key, n }));
    const [first, last] = range.current;
    const [low, high] = [Math.floor(first / PAGE), Math.floor(Math.max(first, last - 1) / PAGE)];
    for (const page of pages.current.keys()) if (page < low || page > high) pages.current.delete(page);
    const loading = Array.from({ length: high - low + 1 }, (_, i) => load(low + i));
    Promise.all([counting, ...loading]).then(passed, fail);
  }, [memoir, key, version, load, turn]);

  return {
    count: counted?.key === key ? counted.n : undefined,
    error,
    at: (index) => pages.current.get(Math.floor(index / PAGE))?.[index % PAGE],
    loaded: () => [...pages.current.values()].flat(),
    need,
  };
}
