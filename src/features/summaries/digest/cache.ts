import { counter } from "../../../models/telemetry.ts";
import { BoundedMap } from "../../../runtime/bounded-map.ts";

/** Values by key, the least used thrown out first. Hits and misses are counted. */
export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  /** Deletes every key that begins so. */
  deleteAll(prefix: string): void;
}

export interface CacheOptions {
  /** Names it in the metrics. */
  readonly layer: string;
  /** The most values it holds. */
  readonly max: number;
  /** How long a value lives. Default: for ever. */
  readonly ttlMs?: number;
  readonly now: () => number;
}

export function createCache<T>({ layer, max, ttlMs, now }: CacheOptions): Cache<T> {
  const entries = new BoundedMap<string, { readonly value: T; readonly until: number }>(max);
  return {
    get(key) {
      const entry = entries.use(key);
      const alive = entry !== undefined && now() < entry.until;
      counter("memoir.digest.cache").add(1, { layer, outcome: alive ? "hit" : "miss" });
      if (alive) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value) {
      entries.set(key, { value, until: ttlMs === undefined ? Number.POSITIVE_INFINITY : now() + ttlMs });
    },
    delete: (key) => void entries.delete(key),
    deleteAll(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key);
    },
  };
}

/** Whoever asks for the same at the same time shares one piece of work. */
export function createFlights(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const flying = flights.get(key);
    if (flying !== undefined) return flying as Promise<T>;
    const flight = work().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
