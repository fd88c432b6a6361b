import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ConversationEntry } from "../../../../src/api/conversation.ts";
import type { MemoirClient } from "../../../../src/client/index.ts";

const PAGE = 60;
const MAX_AT_ONCE = 600;
/** How far back a link may lead. */
const FARTHEST = 1_200;
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
  const size = useRef(PAGE);
  const again = useRef<() => Promise<void>>(async () => undefined);
  useEffect(() => {
    if (scope === "") return;
    const stop = new AbortController();
    const { signal } = stop;
    const handle = memoir.scope(scope);
    let latest = 0;
    const reload = async (): Promise<void> => {
      latest += 1;
      const turn = latest;
      try {
        const found = await load(handle, { size: size.current, wanted, signal });
        // One that was asked for later knows more.
        if (signal.aborted || turn !== latest) return;
        size.current = Math.max(size.current, found.entries.length);
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
    if (value === undefined || value.next === null || size.current > value.entries.length) return;
    size.current = value.entries.length + PAGE;
    await again.current();
  }, [value]);
  return { value, error, older, reload: () => void again.current() };
}

interface Wish {
  /** How many of the newest. */
  readonly size: number;
  readonly wanted: string | undefined;
  readonly signal: AbortSignal;
}

/** The newest events, in one request where one can hold them; and far enough back to hold the one that a link names. */
async function load(
  handle: ReturnType<MemoirClient["scope"]>,
  { size, wanted, signal }: Wish,
): Promise<Loaded> {
  const entries: ConversationEntry[] = [];
  let next: string | null = null;
  const isEnough = (): boolean =>
    entries.length >= size &&
    (wanted === undefined || entries.length >= FARTHEST || entries.some(({ event }) => event.id === wanted));
  do {
    const limit = Math.min(MAX_AT_ONCE, Math.max(PAGE, size - entries.length));
    const page = await handle.conversation({ limit, signal, ...(next === null ? {} : { cursor: next }) });
    entries.push(...page.items);
    ({ next } = page);
  } while (next !== null && !isEnough());
  return { entries: entries.reverse(), next };
}
