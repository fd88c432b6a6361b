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
interface CachedDay {
  readonly result: DayResult;
  readonly days: number;
  /** The scope's last event, where more of them change it at once; `null` where they do not. */
  readonly seq: number | null;
}

const NOTHING: DayResult = { summaries: {}, method: "empty", failed: null };
const MINUTE_MS = 60_000;

/** A result as the one generator of both layers makes it. */
type DayDraft = DayResult & { readonly model: string | null };

/** The summaries of a scope's days, as they are kept and made. */
export class Days {
  readonly #tools: DigestTools;
  readonly #todays: Cache<CachedDay>;
  readonly #pasts: Cache<CachedDay>;
  readonly #failures: Cache<CachedDay>;
  readonly #drafts = new Map<string, Summaries>();
  readonly #once = createFlights();

  constructor(tools: DigestTools) {
    const { now } = tools;
    const { todayMinutes, retryMinutes, cache } = tools.settings.digest;
    this.#tools = tools;
    this.#todays = createCache({ layer: "today", max: cache.today, ttlMs: todayMinutes * MINUTE_MS, now });
    this.#pasts = createCache({ layer: "day", max: cache.days, now });
    this.#failures = createCache({ layer: "retry", max: cache.days, ttlMs: retryMinutes * MINUTE_MS, now });
  }

  /** Summaries of the current day, kept for an hour by hour bucket. */
  async today(digestScope: DigestScope): Promise<DayResult> {
    const { settings, now } = this.#tools;
    const { day, bucket } = dayAndHour(settings.digest.zone, now());
    const key = `${digestScope.key}${bucket}`;
    const cached = useful(this.#todays.get(key), digestScope) ?? useful(this.#failures.get(key), digestScope);
    if (cached !== undefined) return cached;
    return this.#once(key, async () => {
      const result = await this.#make(digestScope, day);
      // What a model would not say of today it may say of more messages.
      if (result.method === "blocked") return result;
      return this.#keep(result.failed === null ? this.#todays : this.#failures, key, digestScope, result);
    });
  }

  /** Summaries of a day that is over: made once, stored, and made again only when its messages change. */
  async past(digestScope: DigestScope, day: Day): Promise<DayResult> {
    const key = `${digestScope.key}${day}`;
    const cached = useful(this.#pasts.get(key), digestScope) ?? useful(this.#failures.get(key), digestScope);
    return cached ?? this.#once(key, () => this.#findOrMake(digestScope, day, key));
  }

  /** Lines of the engine's own for a day that a model is working on at this moment. */
  draft(digestScope: DigestScope, day: Day): Summaries | undefined {
    return this.#drafts.get(`${digestScope.key}${day}`);
  }

  /** Throws away what is kept in memory of scopes whose key begins so. */
  drop(key: string): void {
    for (const layer of [this.#todays, this.#pasts, this.#failures]) layer.deleteAll(key);
  }

  async #findOrMake(digestScope: DigestScope, day: Day, key: string): Promise<DayResult> {
    const { caller, now, settings } = this.#tools;
    const stored = await findStored(this.#tools, digestScope, day);
    // Lines of the engine's own give way where a model has come since, and the words are still there.
    const isFinal = stored !== undefined && (stored.method !== "extract" || !caller.has("summary"));
    const newDay = isFinal ? undefined : await this.#make(digestScope, day);
    if (stored !== undefined && (newDay === undefined || newDay.method === "empty"))
      return this.#keep(this.#pasts, key, digestScope, stored);
    const { model, ...result } = newDay!;
    if (result.failed !== null && result.method !== "blocked")
      return this.#keep(this.#failures, key, digestScope, result);
    // A day that is not quite over is not kept.
    if (now() < boundsOf(settings.digest.zone, day).until + LATE_MS) return result;
    const isKept = result.method === "empty" || (await this.#store(digestScope, day, { ...result, model }));
    return isKept ? this.#keep(this.#pasts, key, digestScope, result) : result;
  }

  /** Whether it may be kept. Where nothing may be written it is made again at the next start. */
  #store(digestScope: DigestScope, day: Day, { summaries, method, model }: DayDraft): Promise<boolean> {
    const { store, now, settings } = this.#tools;
    const { zone } = settings.digest;
    const { from, until } = boundsOf(zone, day);
    const row = {
      zone,
      day,
      from_at: from,
      until_at: until,
      summaries: JSON.stringify(summaries),
      method: method as DayMethod,
      model,
      built_at: now(),
    };
    return store
      .write("storeDay", { scope: digestScope.scope, at: now(), row, days: digestScope.days })
      .catch(() => true);
  }

  async #make(digestScope: DigestScope, day: Day): Promise<DayDraft> {
    const said = await messagesOfDay(this.#tools, digestScope, day);
    if (said.messages.length === 0) return { ...NOTHING, model: null };
    const ownSummaries = extractive(said, this.#tools.settings.digest.chars);
    if (!this.#tools.caller.has("summary"))
      return { summaries: ownSummaries, method: "extract", failed: null, model: null };
    const draft = `${digestScope.key}${day}`;
    this.#drafts.set(draft, ownSummaries);
    const reply = await askForDay(this.#tools, digestScope, said, ownSummaries).finally(() =>
      this.#drafts.delete(draft),
    );
    if (reply.outcome === "ok")
      return { summaries: reply.value, method: "model", failed: null, model: reply.model };
    return reply.outcome === "blocked"
      ? { summaries: {}, method: "blocked", failed: reply.reason, model: null }
      : { summaries: ownSummaries, method: "extract", failed: reply.reason, model: null };
  }

  #keep(layer: Cache<CachedDay>, key: string, digestScope: DigestScope, result: DayResult): DayResult {
    // Lines chosen without a model cost nothing, so they may follow every message.
    const seq = layer === this.#todays && result.method !== "model" ? digestScope.seq : null;
    layer.set(key, { result, days: digestScope.days, seq });
    return result;
  }
}

function useful(cached: CachedDay | undefined, { days, seq }: DigestScope): DayResult | undefined {
  return cached?.days === days && (cached.seq === null || cached.seq === seq) ? cached.result : undefined;
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
  const digestScope = await findDigestScope(tools, scope);
  if (digestScope === undefined) return [];
  const rows = await listDays(tools.use(), digestScope, tools.settings.digest.zone, limit);
  return rows.flatMap(({ day, method, model, summaries }) => {
    if (method === "blocked") return [];
    return Object.entries(JSON.parse(summaries) as Summaries)
      .filter(([account]) => person === undefined || account === person)
      .map(([account, text]) => ({
        day,
        person: account,
        name: digestScope.nameOf(account),
        text: withNames(text, (one) => digestScope.nameOf(one)),
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
