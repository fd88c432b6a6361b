import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { MemoirClient } from "../../src/client/index.ts";
import type { Change } from "../../src/domain/change.ts";

type Listener = (change: Change) => void;

export interface LiveFeed {
  /** Whether changes are coming in. */
  readonly connected: boolean;
  subscribe(listener: Listener): () => void;
}

export const Live = createContext<LiveFeed>({ connected: false, subscribe: () => () => undefined });

const RETRY_MS = 2_000;

/** One change feed for the whole page; a connection that breaks goes on after the last change seen. */
export function useLiveFeed(client: MemoirClient | null): LiveFeed {
  const [connected, setConnected] = useState(false);
  const listeners = useRef(new Set<Listener>());
  useEffect(() => {
    if (client === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const follow = async (): Promise<void> => {
      let since: string | undefined;
      while (!signal.aborted) {
        try {
          setConnected(true);
          for await (const change of client.changes({ signal, ...(since === undefined ? {} : { since }) })) {
            since = change.cursor;
            for (const listener of listeners.current) listener(change);
          }
        } catch {
          // The server restarts, or the machine slept.
        }
        if (signal.aborted) return;
        setConnected(false);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    void follow();
    return () => stop.abort();
  }, [client]);
  return {
    connected,
    subscribe: (listener) => {
      listeners.current.add(listener);
      return () => listeners.current.delete(listener);
    },
  };
}

/** Changes come in bursts; a view is read again once for each. */
const SETTLE_MS = 150;

/** A number that grows when something changed: in one scope, or anywhere. */
export function useChanges(scope?: string): number {
  const { subscribe } = useContext(Live);
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe((change) => {
      if (scope !== undefined && change.scope !== scope) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        setVersion((before) => before + 1);
      }, SETTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [subscribe, scope]);
  return version;
}
