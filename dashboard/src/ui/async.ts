import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { MemoirError, type MemoirErrorCode } from "../../../src/domain/errors.ts";
import { plain } from "./plain.ts";
import { useToasts } from "./toast.tsx";

export interface Loaded<T> {
  /** The last value; it stays while a newer one is loaded. */
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  reload(): void;
}

/** Errors that stay until somebody does something else. All others may pass by themselves. */
const LASTING: ReadonlySet<string> = new Set<MemoirErrorCode>([
  ...(["invalid_argument", "invalid_scope", "not_found", "gone"] as const),
  ...(["unauthorized", "not_allowed", "audit_off", "closed"] as const),
]);
const RETRY_MS = 3_000;

/** What could not be read is read again: after a while, and as soon as somebody comes back to the page. */
export function useRetry(error: Error | undefined, read: () => void): void {
  useEffect(() => {
    if (error === undefined || (MemoirError.is(error) && LASTING.has(error.code))) return;
    const timer = setTimeout(read, RETRY_MS);
    addEventListener("focus", read);
    return () => {
      clearTimeout(timer);
      removeEventListener("focus", read);
    };
  }, [error, read]);
}

/**
 * Reads something, and again when one of `inputs` changes or it could not be read. An answer that comes too late is dropped.
 */
export function useAsync<T>(
  read: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: Error; loading: boolean }>({ loading: true });
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    latest.current(stop.signal).then(
      (value) => !stop.signal.aborted && setState({ value, loading: false }),
      (error: Error) => !stop.signal.aborted && setState({ error, loading: false }),
    );
    return () => stop.abort();
  }, [...inputs, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  useRetry(state.error, reload);
  return { value: state.value, error: state.error, loading: state.loading, reload };
}

/** Runs what a person asked for; a failure is shown as a toast. */
export function useAction(): <T>(work: () => Promise<T>) => Promise<T | undefined> {
  const { show } = useToasts();
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      show({ text: plain((error as Error).message), tone: "bad" });
      return undefined;
    }
  };
}
