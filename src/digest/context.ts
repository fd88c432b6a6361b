import { createHash } from "node:crypto";
import type { DigestDay, DigestSource } from "../api/digest.ts";
import type { Degraded } from "../api/recall.ts";
import { dayAndHour, daysBefore } from "../domain/day.ts";
import { joinedDays, joinedParts, partsInOrder } from "../domain/digest/parts.ts";
import {
  type DaySummary,
  type DigestParts,
  type DigestPerson,
  HISTORY_SYSTEM,
  historyXml,
  MERGE_SYSTEM,
  mergeXml,
} from "../domain/digest/prompts.ts";
import { withNames } from "../domain/digest/tokens.ts";
import { checkAborted, MemoirError } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import { span } from "../models/telemetry.ts";
import { degradedFor } from "../read/degraded.ts";
import { askForText } from "./ask.ts";
import { createCache, createFlights } from "./cache.ts";
import { createDays, type DayResult, storedDays } from "./days.ts";
import { factsOf, factsPlace, mergedFacts, paragraph } from "./facts.ts";
import { type DigestPlace, keyOf, placeOf } from "./place.ts";
import type { DigestTools } from "./tools.ts";

/** What is known of somebody, as far as it has come. */
export interface Built {
  readonly text: string | null;
  readonly parts: DigestParts;
  readonly source: DigestSource;
  /** What went wrong with a model, though the answer is there. */
  readonly failed: string | null;
}

/** A context that was whole, with what it rests on. */
interface LastGood extends Built {
  readonly facts: string;
  readonly days: number;
}

/** A context under way: whoever waits too long is answered from this. */
interface Draft {
  factsHash: string;
  days: number;
  parts: DigestParts;
}

/** A context as it is answered. */
export interface Answer extends Omit<Built, "failed"> {
  /** What the person is called now. */
  readonly name: string;
  readonly degraded: Degraded | null;
}

export interface Digests {
  /** Waits for nothing but the database and, up to `deadlineMs`, for models. */
  context(scope: Scope, person: string, deadlineMs: number, signal: AbortSignal | undefined): Promise<Answer>;
  /** The summaries of past days that are stored. */
  days(scope: Scope, person: string | undefined, limit: number): Promise<DigestDay[]>;
  /** Words of this scope were erased: nothing made from them is kept in memory. */
  erased(scope: Scope): void;
}

/** How many days before the current one are told (R77). */
const DAYS_BEFORE = 6;
const NO_PARTS: DigestParts = { facts: null, today: null, history: null };

export function createDigests(tools: DigestTools): Digests {
  const { caller, now, settings } = tools;
  const { zone, merge, chars, cache, retryMinutes } = settings.digest;
  const days = createDays(tools);
  const texts = { max: cache.people, now };
  /** One value a person and part, with the hash of what it was made from: nothing that is out of date is kept. */
  const facts = createCache<Made>({ layer: "facts", ...texts });
  const histories = createCache<Made>({ layer: "history", ...texts });
  const contexts = createCache<Made>({ layer: "context", ...texts });
  const failures = createCache<string>({ layer: "retry", ...texts, ttlMs: retryMinutes * 60_000 });
  const lastGood = createCache<LastGood>({ layer: "last-good", ...texts });
  const drafts = new Map<string, Draft>();
  const once = createFlights();

  /** A model's text for what is hashed: kept, or made now; `failed` says why there is none. */
  const made = async (
    layer: typeof facts,
    key: string,
    hash: string,
    make: () => Promise<{ text: string | null; failed: string | null }>,
  ): Promise<{ text: string | null; failed: string | null }> => {
    const known = layer.get(key);
    if (known?.hash === hash) return { text: known.text, failed: null };
    const failure = failures.get(`${key}${hash}`);
    if (failure !== undefined) return { text: null, failed: failure };
    const result = await make();
    if (result.text !== null) layer.set(key, { hash, text: result.text });
    else if (result.failed !== null) failures.set(`${key}${hash}`, result.failed);
    return result;
  };

  const factsFor = async (
    key: string,
    tenant: string,
    person: DigestPerson,
    list: readonly string[],
  ): Promise<string | null> => {
    const own = paragraph(list, chars.facts);
    if (own === null || list.length < 2 || !caller.has("facts")) return own;
    const { text } = await made(facts, `${key}facts|`, hashOf(list), async () => {
      const merged = await mergedFacts(tools, tenant, person, list);
      return { text: merged, failed: merged === null ? "model_failed" : null };
    });
    return text ?? own;
  };

  const historyFor = async (
    key: string,
    tenant: string,
    person: DigestPerson,
    list: readonly DaySummary[],
    until: string,
  ): Promise<{ text: string | null; failed: string | null }> => {
    if (list.length === 0) return { text: null, failed: null };
    if (merge === "multi_day") return { text: joinedDays(list, chars.day * DAYS_BEFORE), failed: null };
    if (list.length === 1 || !caller.has("merge"))
      return { text: joinedDays(list, chars.history), failed: null };
    // R107: by the last of the days; the hash sees to it that a day that changed is told anew.
    const { text, failed } = await made(histories, `${key}history|`, hashOf([until, ...list]), async () => {
      const asked = await askForText(tools, "merge", tenant, historyXml(person, list), {
        sources: list.map(({ summary }) => summary),
        names: [person.name, person.id],
        instructions: HISTORY_SYSTEM(chars.history),
        most: chars.history,
      });
      return asked.outcome === "ok"
        ? { text: asked.value, failed: null }
        : { text: null, failed: asked.reason };
    });
    return { text: text ?? joinedDays(list, chars.history), failed };
  };

  const build = async (
    scope: Scope,
    person: string,
    key: string,
    place: DigestPlace | undefined,
    list: readonly string[],
  ): Promise<Built> => {
    const { tenant } = scope;
    const named: DigestPerson = { id: person, name: place?.nameOf(person) ?? person };
    const draft: Draft = {
      factsHash: hashOf(list),
      days: place?.days ?? 0,
      parts: { ...NO_PARTS, facts: paragraph(list, chars.facts) },
    };
    drafts.set(key, draft);
    const failed: string[] = [];
    // R113: the facts first, then the day and the days before, all at once: one that fails holds up no other.
    const { day } = dayAndHour(zone, now());
    const before = Array.from({ length: DAYS_BEFORE }, (_, i) => daysBefore(day, DAYS_BEFORE - i));
    const summaryOf = ({ summaries }: Pick<DayResult, "summaries">): string | null => {
      const summary = summaries[person];
      return summary === undefined || place === undefined
        ? null
        : withNames(summary, (account) => place.nameOf(account));
    };
    const told = async (result: Promise<DayResult>): Promise<string | null> => {
      const one = await result;
      if (one.failed !== null) failed.push(one.failed);
      return summaryOf(one);
    };
    const set = (part: Partial<DigestParts>): void => {
      draft.parts = { ...draft.parts, ...part };
    };
    const [factsText] = await Promise.all([
      factsFor(key, tenant, named, list).then((text) => {
        set({ facts: text });
        return text;
      }),
      place === undefined ? null : told(days.today(place)).then((text) => set({ today: text })),
      (async () => {
        const summaries = await Promise.all(
          before.map(async (one) => ({
            day: one,
            summary: place === undefined ? null : await told(days.past(place, one)),
          })),
        );
        const spoken = summaries.filter((one): one is DaySummary => one.summary !== null);
        const history = await historyFor(key, tenant, named, spoken, before.at(-1)!);
        if (history.failed !== null) failed.push(history.failed);
        set({ history: history.text });
      })(),
    ]);
    const parts = { ...draft.parts, facts: factsText };
    const result = await merged(key, tenant, named, parts);
    if (result.failed !== null) failed.push(result.failed);
    const built: Built = { ...result, parts, failed: failed[0] ?? null };
    if (built.failed === null) lastGood.set(key, { ...built, facts: draft.factsHash, days: draft.days });
    return built;
  };

  const merged = async (
    key: string,
    tenant: string,
    person: DigestPerson,
    parts: DigestParts,
  ): Promise<Omit<Built, "parts">> => {
    const own = joinedParts(parts, chars.context);
    const sources = partsInOrder(parts);
    if (sources.length < 2) return { text: own, source: sourceOf(parts), failed: null };
    if (!caller.has("merge")) return { text: own, source: "joined", failed: null };
    // R108: the content of each part is in the key.
    const hash = hashOf([hashOf(parts.facts), hashOf(parts.today), hashOf(parts.history)]);
    const { text, failed } = await made(contexts, `${key}context|`, hash, async () => {
      const asked = await askForText(tools, "merge", tenant, mergeXml(person, parts), {
        sources,
        names: [person.name, person.id],
        instructions: MERGE_SYSTEM(chars.context),
        most: chars.context,
      });
      return asked.outcome === "ok"
        ? { text: asked.value, failed: null }
        : { text: null, failed: asked.reason };
    });
    return text === null ? { text: own, source: "joined", failed } : { text, source: "merged", failed: null };
  };

  /** The best there is while a model is still at work. */
  const soFar = (
    person: string,
    key: string,
    place: DigestPlace | undefined,
    list: readonly string[],
  ): Built => {
    const good = lastGood.get(key);
    const current = good?.facts === hashOf(list) && good.days === (place?.days ?? 0);
    if (good !== undefined && current) return { ...good, source: "last_good" };
    const draft = drafts.get(key);
    const known =
      draft !== undefined && draft.factsHash === hashOf(list) && draft.days === (place?.days ?? 0)
        ? draft.parts
        : { ...NO_PARTS, facts: paragraph(list, chars.facts) };
    const parts = place === undefined ? known : withDrafts(person, place, known);
    const sources = partsInOrder(parts);
    return {
      text: joinedParts(parts, chars.context),
      parts,
      source: sources.length > 1 ? "joined" : sourceOf(parts),
      failed: null,
    };
  };

  /** Lines of the engine's own stand in for days that a model is still reading. */
  const withDrafts = (person: string, place: DigestPlace, parts: DigestParts): DigestParts => {
    const { day } = dayAndHour(zone, now());
    const lines = (one: string): string | null => {
      const summary = days.draft(place, one)?.[person];
      return summary === undefined ? null : withNames(summary, (account) => place.nameOf(account));
    };
    const before = Array.from({ length: DAYS_BEFORE }, (_, i) => daysBefore(day, DAYS_BEFORE - i)).flatMap(
      (one) => {
        const summary = lines(one);
        return summary === null ? [] : [{ day: one, summary }];
      },
    );
    return {
      facts: parts.facts,
      today: parts.today ?? lines(day),
      history: parts.history ?? (before.length === 0 ? null : joinedDays(before, chars.history)),
    };
  };

  const answer = async (
    scope: Scope,
    person: string,
    deadlineMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Answer> => {
    const place = await placeOf(tools, scope);
    // R82: facts come from the database, whatever models do.
    const list = await factsOf(tools, factsPlace(scope, person, tools), place, person);
    const key = `${keyOf(scope)}${JSON.stringify(person)}|`;
    const flight = `${key}${hashOf(list)}${place?.days ?? 0}`;
    const building = tools.accept(
      once(flight, () => build(scope, person, key, place, list).finally(() => drafts.delete(key))),
    );
    const waiting = new AbortController();
    const late = caller.time.sleep(deadlineMs, waiting.signal).then(
      () => "late" as const,
      () => "late" as const,
    );
    const left = aborted(signal);
    try {
      // A build that fails is answered from what is there, like one that is late; whoever asks next tries again.
      const built = building.catch((error: unknown) => ({ why: degradedFor(error) }));
      const first = await Promise.race([built, late, left.promise]);
      const name = place?.nameOf(person) ?? person;
      if (first !== "late" && "text" in first) {
        const { failed, ...found } = first;
        return { ...found, name, degraded: failedBy(failed) };
      }
      const { failed: _, ...found } = soFar(person, key, place, list);
      return { ...found, name, degraded: first === "late" ? LATE : first.why };
    } finally {
      waiting.abort();
      left.stop();
    }
  };

  return {
    async context(scope, person, deadlineMs, signal) {
      if (!settings.enable) return nothing(person, DISABLED);
      return span("memoir.digest.context", { "memoir.tenant": scope.tenant }, async (current) => {
        try {
          const found = await answer(scope, person, deadlineMs, signal);
          current.setAttribute("memoir.outcome", found.degraded?.reason ?? found.source);
          return found;
        } catch (error) {
          checkAborted(signal);
          return nothing(person, degradedFor(error));
        }
      });
    },

    days: (scope, person, limit) => storedDays(tools, scope, person, limit),

    erased(scope) {
      days.drop(keyOf(scope));
      // A person's facts may be kept in another scope than the chat: nothing of this tenant is trusted then.
      const all = `${JSON.stringify([scope.tenant]).slice(0, -1)},`;
      for (const layer of [facts, histories, contexts]) layer.deleteAll(all);
      lastGood.deleteAll(all);
    },
  };
}

interface Made {
  readonly hash: string;
  readonly text: string;
}

function sourceOf({ facts, today, history }: DigestParts): DigestSource {
  if (facts !== null) return "facts";
  if (today !== null) return "today";
  return history !== null ? "history" : "nothing";
}

const DISABLED: Degraded = { reason: "disabled", detail: "Reading is switched off in the settings." };
const LATE: Degraded = {
  reason: "deadline",
  detail:
    "The time was up: this is what was known by then, and the work goes on. Raise deadlineMs, or ask again.",
};

function failedBy(reason: string | null): Degraded | null {
  if (reason === null) return null;
  return { reason, detail: "A language model failed at a part of it: this is the best without that." };
}

function nothing(person: string, degraded: Degraded): Answer {
  return { text: null, parts: NO_PARTS, source: "nothing", name: person, degraded };
}

/** Rejects when the caller leaves; the work goes on for the next one. */
function aborted(signal: AbortSignal | undefined): { promise: Promise<never>; stop(): void } {
  let stop = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    const leave = (): void => reject(new MemoirError("aborted", "The call was aborted."));
    signal?.addEventListener("abort", leave, { once: true });
    stop = () => signal?.removeEventListener("abort", leave);
  });
  promise.catch(() => undefined);
  return { promise, stop: () => stop() };
}

/** What was told stays out of keys: a hash says whether it is the same. */
function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
