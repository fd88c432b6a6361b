import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { plain } from "./plain.ts";
import { useToasts } from "./toast.tsx";

export interface Loaded<T> {
  /** The last value; it stays while a newer one is loaded. */
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  reload(): void;
}

/** Reads something, and again when one of `inputs` changes. An answer that comes too late is dropped. */
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
