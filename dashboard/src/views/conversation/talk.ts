import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ConversationEntry } from "../../../../src/api/conversation.ts";
import type { MemoirClient } from "../../../../src/client/index.ts";

const PAGE = 60;
/** How far back a link may lead. */
const MOST_PAGES = 20;
const RETRY_MS = 2_000;

interface Loaded {
  /** Oldest first. */
  readonly entries: readonly ConversationEntry[];
  /** The cursor of what is older; `null`: nothing is. */
  readonly next: string | null;
}

export interface Talk {
  readonly value: Loaded | undefined;
  readonly error: Error | undefined;
  /** Loads one page more of what is older. */
  older(): Promise<void>;
  /** Reads it again: a switch of a message is no change that the feed tells. */
  reload(): void;
}

/** A conversation as it happens: read again whenever the server says that it has changed. */
export function useTalk(memoir: MemoirClient, scope: string, wanted: string | undefined): Talk {
  const [value, setValue] = useState<Loaded>();
  const [error, setError] = useState<Error>();
  const pages = useRef(1);
  const busy = useRef(false);
  const again = useRef<() => Promise<void>>(async () => undefined);
  useEffect(() => {
    setValue(undefined);
    pages.current = 1;
    if (scope === "") return;
    const stop = new AbortController();
    const { signal } = stop;
    const handle = memoir.scope(scope);
    const reload = async (): Promise<void> => {
      try {
        const found = await load(handle, { pages: pages.current, wanted, signal });
        pages.current = Math.max(pages.current, found.pages);
        if (signal.aborted) return;
        setValue(found);
        setError(undefined);
      } catch (problem) {
        if (!signal.aborted) setError(problem as Error);
      }
    };
    again.current = reload;
    const follow = async (): Promise<void> => {
      while (!signal.aborted) {
        try {
          for await (const _ of handle.followConversation({ signal })) await reload();
        } catch {
          // The server restarts, or the machine slept: what is there is shown all the same.
          await reload();
        }
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    void follow();
    return () => stop.abort();
  }, [memoir, scope, wanted]);
  const older = useCallback(async (): Promise<void> => {
    if (busy.current || value === undefined || value.next === null) return;
    busy.current = true;
    try {
      const page = await memoir.scope(scope).conversation({ limit: PAGE, cursor: value.next });
      pages.current += 1;
      setValue({ entries: [...page.items.toReversed(), ...value.entries], next: page.next });
    } catch (problem) {
      setError(problem as Error);
    } finally {
      busy.current = false;
    }
  }, [memoir, scope, value]);
  return { value, error, older, reload: () => void again.current() };
}

interface Wish {
  readonly pages: number;
  readonly wanted: string | undefined;
  readonly signal: AbortSignal;
}

/** The newest pages, one request each; and far enough back to hold the event that a link names. */
async function load(
  handle: ReturnType<MemoirClient["scope"]>,
  { pages, wanted, signal }: Wish,
): Promise<Loaded & { readonly pages: number }> {
  const entries: ConversationEntry[] = [];
  let next: string | null = null;
  let count = 0;
  const isEnough = (): boolean =>
    count >= pages && (wanted === undefined || entries.some(({ event }) => event.id === wanted));
  do {
    const page = await handle.conversation({
      limit: PAGE,
      signal,
      ...(next === null ? {} : { cursor: next }),
    });
    entries.push(...page.items);
    ({ next } = page);
    count += 1;
  } while (next !== null && !isEnough() && count < MOST_PAGES);
  return { entries: entries.reverse(), next, pages: count };
}
