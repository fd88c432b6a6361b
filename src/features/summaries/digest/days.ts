import type { DigestDay } from "../../../api/digest.ts";
import { boundsOf, type Day, dayAndHour } from "../../../domain/day.ts";
import { withNames } from "../../../domain/digest.ts";
import type { Scope } from "../../../domain/scope.ts";
import type { JobModule } from "../../../jobs/run-job.ts";
import type { Store } from "../../../store/port.ts";
import {
  type DayMethod,
  findDays,
  listDays,
  tenantsWithOldDays,
} from "../../../store/writes/day-summaries.ts";
import { LATE_MS } from "../../../store/writes/observe.ts";
import { type Cache, createCache, createFlights } from "./cache.ts";
import {
  type DigestScope,
  type DigestTools,
  extractive,
  findDigestScope,
  messagesOfDay,
  type Summaries,
} from "./digest-scope.ts";
import { askForDay } from "./model-reply.ts";

/** The summaries of one day. */
export interface DayResult {
  readonly summaries: Summaries;
  /** `empty`: nobody spoke. */
  readonly method: DayMethod | "empty";
  /** Why a model did not make them, though there is one. */
  readonly failed: string | null;
}

/** A value with what it was made from: it is of no use once that has moved. */
interface Kept {
  readonly result: DayResult;
  readonly days: number;
  /** The scope's last event, where more of them change it at once; `null` where they do not. */
  readonly seq: number | null;
}

export interface Days {
  /** Summaries of the current day, kept for an hour by hour bucket. */
  today(digestScope: DigestScope): Promise<DayResult>;
  /** Summaries of a day that is over: made once, stored, and made again only when its messages change. */
  past(digestScope: DigestScope, day: Day): Promise<DayResult>;
  /** Lines of the engine's own for a day that a model is working on at this moment. */
  draft(digestScope: DigestScope, day: Day): Summaries | undefined;
  /** Throws away what is kept in memory of scopes whose key begins so. */
  drop(key: string): void;
}

const NOTHING: DayResult = { summaries: {}, method: "empty", failed: null };

export function createDays(tools: DigestTools): Days {
  const { store, caller, now, settings } = tools;
  const { zone, todayMinutes, retryMinutes, chars, cache } = settings.digest;
  const minutes = (count: number): number => count * 60_000;
  const todays = createCache<Kept>({ layer: "today", max: cache.today, ttlMs: minutes(todayMinutes), now });
  const pasts = createCache<Kept>({ layer: "day", max: cache.days, now });
  const failures = createCache<Kept>({ layer: "retry", max: cache.days, ttlMs: minutes(retryMinutes), now });
  const drafts = new Map<string, Summaries>();
  const once = createFlights();

  const useful = (kept: Kept | undefined, { days, seq }: DigestScope): DayResult | undefined =>
    kept?.days === days && (kept.seq === null || kept.seq === seq) ? kept.result : undefined;

  /** The one generator of both layers. */
  const make = async (
    digestScope: DigestScope,
    day: Day,
  ): Promise<DayResult & { readonly model: string | null }> => {
    const said = await messagesOfDay(tools, digestScope, day);
    if (said.messages.length === 0) return { ...NOTHING, model: null };
    const own = extractive(said, chars);
    if (!caller.has("summary")) return { summaries: own, method: "extract", failed: null, model: null };
    const draft = `${digestScope.key}${day}`;
    drafts.set(draft, own);
    const asked = await askForDay(tools, digestScope, said, own).finally(() => drafts.delete(draft));
    if (asked.outcome === "ok")
      return { summaries: asked.value, method: "model", failed: null, model: asked.model };
    return asked.outcome === "blocked"
      ? { summaries: {}, method: "blocked", failed: asked.reason, model: null }
      : { summaries: own, method: "extract", failed: asked.reason, model: null };
  };

  const keep = (layer: Cache<Kept>, key: string, digestScope: DigestScope, result: DayResult): DayResult => {
    // Lines chosen without a model cost nothing, so they may follow every message.
    const seq = layer === todays && result.method !== "model" ? digestScope.seq : null;
    layer.set(key, { result, days: digestScope.days, seq });
    return result;
  };

  return {
    async today(digestScope) {
      const { day, bucket } = dayAndHour(zone, now());
      const key = `${digestScope.key}${bucket}`;
      const known = useful(todays.get(key), digestScope) ?? useful(failures.get(key), digestScope);
      if (known !== undefined) return known;
      return once(key, async () => {
        const result = await make(digestScope, day);
        // What a model would not say of today it may say of more messages.
        if (result.method === "blocked") return result;
        return keep(result.failed === null ? todays : failures, key, digestScope, result);
      });
    },

    async past(digestScope, day) {
      const key = `${digestScope.key}${day}`;
      const known = useful(pasts.get(key), digestScope) ?? useful(failures.get(key), digestScope);
      if (known !== undefined) return known;
      return once(key, async () => {
        const stored = await findStored(tools, digestScope, day);
        // Lines of the engine's own give way where a model has come since, and the words are still there.
        const final = stored !== undefined && (stored.method !== "extract" || !caller.has("summary"));
        const made = final ? undefined : await make(digestScope, day);
        if (stored !== undefined && (made === undefined || made.method === "empty"))
          return keep(pasts, key, digestScope, stored);
        const { model, ...result } = made!;
        if (result.failed !== null && result.method !== "blocked")
          return keep(failures, key, digestScope, result);
        const { from, until } = boundsOf(zone, day);
        // A day that is not quite over is not kept.
        if (now() < until + LATE_MS) return result;
        if (result.method === "empty") return keep(pasts, key, digestScope, result);
        const row = {
          zone,
          day,
          from_at: from,
          until_at: until,
          summaries: JSON.stringify(result.summaries),
          method: result.method,
          model,
          built_at: now(),
        };
        // Where nothing may be written it is made again at the next start.
        const written = await store
          .write("storeDay", { scope: digestScope.scope, at: now(), row, days: digestScope.days })
          .catch(() => true);
        return written ? keep(pasts, key, digestScope, result) : result;
      });
    },

    draft: (digestScope, day) => drafts.get(`${digestScope.key}${day}`),

    drop(key) {
      for (const layer of [todays, pasts, failures]) layer.deleteAll(key);
    },
  };
}

async function findStored(
  { use, settings }: DigestTools,
  digestScope: DigestScope,
  day: Day,
): Promise<DayResult | undefined> {
  const [row] = await findDays(use(), digestScope, settings.digest.zone, [day]);
  if (row === undefined) return undefined;
  const summaries = JSON.parse(row.summaries) as Summaries;
  return { summaries, method: row.method, failed: row.method === "blocked" ? "model_refused" : null };
}

/** The summaries that are stored, under the names people have now; newest day first. */
export async function storedDays(
  tools: DigestTools,
  scope: Scope,
  person: string | undefined,
  limit: number,
): Promise<DigestDay[]> {
  const place = await findDigestScope(tools, scope);
  if (place === undefined) return [];
  const rows = await listDays(tools.use(), place, tools.settings.digest.zone, limit);
  return rows.flatMap(({ day, method, model, summaries }) => {
    if (method === "blocked") return [];
    return Object.entries(JSON.parse(summaries) as Summaries)
      .filter(([account]) => person === undefined || account === person)
      .map(([account, text]) => ({
        day,
        person: account,
        name: place.nameOf(account),
        text: withNames(text, (one) => place.nameOf(one)),
        method,
        model,
      }));
  });
}

const EXPIRE_DAYS = "expire_days";
const DAY_MS = 86_400_000;
/** Retention is counted in days. */
const LOOK_MS = 3_600_000;

/** Deletes the summaries of days that are older than they may get. */
export function expireDaysJob(store: Store, now: () => Date, retentionDays: number | null): JobModule {
  const before = (): number => now().getTime() - (retentionDays ?? 0) * DAY_MS;
  return {
    kind: EXPIRE_DAYS,
    run: async ({ tenant }) => {
      if (retentionDays !== null) await store.write("expireDays", { tenant, before: before() });
    },
    look: {
      everyMs: LOOK_MS,
      run: async () => {
        if (retentionDays === null) return;
        for (const tenant of await tenantsWithOldDays(store.read, before())) {
          const jobs = [{ kind: EXPIRE_DAYS, flight: EXPIRE_DAYS, priority: -5 }];
          await store.write("enqueue", { tenant, scope: null, at: now().getTime(), jobs });
        }
      },
    },
  };
}
