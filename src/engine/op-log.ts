import type { Recall } from "../api/recall.ts";
import type { OpEvent } from "../api/stats.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { SearchLog } from "../read/shared/request.ts";
import type { Store } from "../store/port.ts";
import type { Noted } from "../store/tables/statistics.ts";

/** Counts what was said and looked for, off the caller's path: what cannot be written is not worth an error. */
export interface OpLog extends SearchLog {
  /** So many messages of users were recorded: each begins a turn. */
  said(scope: Scope, turns: number, at: number): void;
  /** Writes what has gathered. */
  flush(): Promise<void>;
}

/** Reads come in bursts; one write for a burst is enough. */
const GATHER_MS = 1_000;
/** More than this are not kept waiting. */
const MAX_WAITING = 500;

export function createOpLog(store: Store, { audit, operations, emergencyReadOnly }: Settings): OpLog {
  const counts = audit === "full" && operations === "all" && !emergencyReadOnly;
  let waiting: Noted[] = [];
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<unknown> = Promise.resolve();
  const flush = (): Promise<unknown> => {
    clearTimeout(timer);
    timer = undefined;
    const noted = waiting;
    waiting = [];
    if (noted.length > 0)
      underway = Promise.all([underway, store.write("note", { noted }).catch(() => undefined)]);
    return underway;
  };
  const note = (operation: Noted): void => {
    if (!counts) return;
    waiting.push(operation);
    if (waiting.length >= MAX_WAITING) void flush();
    else timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
  };
  return {
    said: (scope, turns, at) => note({ scope, at, turns }),
    searched: (scope, recall, { thread, at, explicitQuery }) =>
      note({ scope, at, op: searchOf(recall, thread, at), explicitQuery }),
    flush: async () => void (await flush()),
  };
}

function searchOf({ hits, degraded }: Recall, thread: string | null, at: number): OpEvent {
  const best =
    hits.length === 0 ? undefined : hits.reduce((a, b) => (b.why.relevance > a.why.relevance ? b : a));
  const memory = best?.kind === "memory" ? best.memory : null;
  const empty = degraded?.reason === "disabled" ? "skipped" : "error";
  return {
    thread,
    node: "context",
    op: "search",
    status: degraded === null || hits.length > 0 ? "ok" : empty,
    memory: memory?.id ?? null,
    category: memory?.category ?? null,
    sim: best?.why.relevance ?? null,
    at,
  };
}
