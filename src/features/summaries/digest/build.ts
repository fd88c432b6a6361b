import { createHash } from "node:crypto";
import type { DigestSource } from "../../../api/digest.ts";
import { type Day, dayAndHour, daysBefore } from "../../../domain/day.ts";
import {
  type DaySummary,
  type DigestParts,
  type DigestPerson,
  FACTS_SYSTEM,
  factsXml,
  HISTORY_SYSTEM,
  historyXml,
  joinedDays,
  joinedParts,
  MERGE_SYSTEM,
  mergeXml,
  partsInOrder,
  withNames,
} from "../../../domain/digest.ts";
import type { Scope } from "../../../domain/scope.ts";
import { createCache } from "./cache.ts";
import { createDays, type DayResult } from "./days.ts";
import { type DigestScope, type DigestTools, digestKey, type Summaries } from "./digest-scope.ts";
import { paragraph } from "./facts.ts";
import { askForText, type ModelReply } from "./model-reply.ts";

/** Whom a context is about, and what is known before any model is asked. */
export interface DigestSubject {
  readonly tenant: string;
  readonly person: DigestPerson;
  /** Begins the key of everything that is kept of this person here. */
  readonly key: string;
  /** `undefined`: nothing was ever said here. */
  readonly digestScope: DigestScope | undefined;
  readonly facts: readonly string[];
  /** The sources it is based on: once they change, every result made from them is stale. */
  readonly basis: string;
}

/** The context of a person, as far as it has been built. */
export interface Built {
  readonly text: string | null;
  readonly parts: DigestParts;
  readonly source: DigestSource;
  /** The model error behind an answer that was given without it. */
  readonly failed: string | null;
}

export interface Builder {
  /** Waits for models as long as they take. */
  build(subject: DigestSubject): Promise<Built>;
  /** The best there is while a model is still at work. */
  soFar(subject: DigestSubject): Built;
  /** Words of this scope were erased: nothing made from them is kept in memory. */
  erased(scope: Scope): void;
}

/** How many days before the current one are included. */
const DAYS_BEFORE = 6;
export const NO_PARTS: DigestParts = { facts: null, today: null, history: null };

/** A text, and why a model did not make it, though there is one. */
type Made = Pick<Built, "text" | "failed">;

/** Makes contexts of people from their facts, the current day and the days before. */
export function createBuilder(tools: DigestTools): Builder {
  const { caller, now, settings } = tools;
  const { zone, merge, chars, cache, retryMinutes } = settings.digest;
  const days = createDays(tools);
  const texts = { max: cache.people, now };
  /** One value a person and part, with the hash of what it was made from: nothing that is out of date is kept. */
  const layer = (name: string) =>
    createCache<{ readonly hash: string; readonly text: string }>({ layer: name, ...texts });
  const layers = { facts: layer("facts"), history: layer("history"), context: layer("context") };
  const failures = createCache<string>({ layer: "retry", ...texts, ttlMs: retryMinutes * 60_000 });
  const lastGood = createCache<{ readonly basis: string; readonly built: Built }>({
    layer: "last-good",
    ...texts,
  });
  /** Contexts under way: whoever waits too long is answered from these. */
  const drafts = new Map<string, { readonly basis: string; parts: DigestParts }>();

  const lastDays = (day: Day): Day[] =>
    Array.from({ length: DAYS_BEFORE }, (_, i) => daysBefore(day, DAYS_BEFORE - i));

  /** A model's text: the one that is kept of the same, or one that is made now. */
  const made = async (
    name: keyof typeof layers,
    { key }: DigestSubject,
    from: unknown,
    ask: () => Promise<ModelReply<string>>,
  ): Promise<Made> => {
    const hash = hashOf(from);
    const known = layers[name].get(`${key}${name}|`);
    if (known?.hash === hash) return { text: known.text, failed: null };
    const failure = failures.get(`${key}${name}|${hash}`);
    if (failure !== undefined) return { text: null, failed: failure };
    const asked = await ask();
    if (asked.outcome === "ok") {
      layers[name].set(`${key}${name}|`, { hash, text: asked.value });
      return { text: asked.value, failed: null };
    }
    failures.set(`${key}${name}|${hash}`, asked.reason);
    return { text: null, failed: asked.reason };
  };

  const factsOf = async (subject: DigestSubject): Promise<string | null> => {
    const { tenant, person, facts } = subject;
    const own = paragraph(facts, chars.facts);
    if (own === null || facts.length < 2 || !caller.has("facts")) return own;
    const prompt = factsXml(person, facts.toReversed());
    const { text } = await made("facts", subject, facts, () =>
      askForText(tools, {
        role: "facts",
        tenant,
        person,
        prompt,
        sources: facts,
        system: FACTS_SYSTEM,
        most: chars.facts,
      }),
    );
    return text ?? own;
  };

  const historyOf = async (
    subject: DigestSubject,
    list: readonly DaySummary[],
    until: Day,
  ): Promise<Made> => {
    if (list.length === 0) return { text: null, failed: null };
    if (merge === "multi_day") return { text: joinedDays(list, chars.day * DAYS_BEFORE), failed: null };
    const own = joinedDays(list, chars.history);
    if (list.length === 1 || !caller.has("merge")) return { text: own, failed: null };
    // By the last of the days; the hash makes sure that a changed day is summarised again.
    const { text, failed } = await made("history", subject, [until, ...list], () =>
      askForText(tools, {
        role: "merge",
        tenant: subject.tenant,
        person: subject.person,
        prompt: historyXml(subject.person, list),
        sources: list.map(({ summary }) => summary),
        system: HISTORY_SYSTEM,
        most: chars.history,
      }),
    );
    return { text: text ?? own, failed };
  };

  const merged = async (subject: DigestSubject, parts: DigestParts): Promise<Omit<Built, "parts">> => {
    const { tenant, person } = subject;
    const own = joinedParts(parts, chars.context);
    const sources = partsInOrder(parts);
    if (sources.length < 2 || !caller.has("merge"))
      return { text: own, source: sourceOf(parts), failed: null };
    // The content of each part is in the key.
    const { text, failed } = await made("context", subject, parts, () =>
      askForText(tools, {
        role: "merge",
        tenant,
        person,
        prompt: mergeXml(person, parts),
        sources,
        system: MERGE_SYSTEM,
        most: chars.context,
      }),
    );
    return text === null ? { text: own, source: "joined", failed } : { text, source: "merged", failed: null };
  };

  const build = async (subject: DigestSubject): Promise<Built> => {
    const { digestScope, basis, key, facts } = subject;
    const draft = { basis, parts: { ...NO_PARTS, facts: paragraph(facts, chars.facts) } };
    drafts.set(key, draft);
    const failed: (string | null)[] = [];
    const set = (part: Partial<DigestParts>): void => {
      draft.parts = { ...draft.parts, ...part };
    };
    const summaryText = async (result: Promise<DayResult>): Promise<string | null> => {
      const one = await result;
      failed.push(one.failed);
      return summaryOf(one.summaries, subject);
    };
    const { day } = dayAndHour(zone, now());
    const before = lastDays(day);
    const history = async (): Promise<void> => {
      const summaries = await Promise.all(
        before.map(async (one) => ({
          day: one,
          summary: digestScope === undefined ? null : await summaryText(days.past(digestScope, one)),
        })),
      );
      const spoken = summaries.filter((one): one is DaySummary => one.summary !== null);
      const { text, failed: why } = await historyOf(subject, spoken, before.at(-1)!);
      failed.push(why);
      set({ history: text });
    };
    // All at once: one that fails holds up no other.
    await Promise.all([
      factsOf(subject).then((text) => set({ facts: text })),
      digestScope === undefined
        ? null
        : summaryText(days.today(digestScope)).then((text) => set({ today: text })),
      history(),
    ]);
    const { parts } = draft;
    const result = await merged(subject, parts);
    failed.push(result.failed);
    const built: Built = { ...result, parts, failed: failed.find((why) => why !== null) ?? null };
    if (built.failed === null) lastGood.set(key, { basis, built });
    return built;
  };

  /** Lines of the engine's own stand in for days that a model is still reading. */
  const withDrafts = (subject: DigestSubject, digestScope: DigestScope, parts: DigestParts): DigestParts => {
    const { day } = dayAndHour(zone, now());
    const lines = (one: Day): string | null => summaryOf(days.draft(digestScope, one) ?? {}, subject);
    const before = lastDays(day).flatMap((one) => {
      const summary = lines(one);
      return summary === null ? [] : [{ day: one, summary }];
    });
    return {
      facts: parts.facts,
      today: parts.today ?? lines(day),
      history: parts.history ?? (before.length === 0 ? null : joinedDays(before, chars.history)),
    };
  };

  return {
    build: (subject) => build(subject).finally(() => drafts.delete(subject.key)),

    soFar(subject) {
      const { key, basis, digestScope, facts } = subject;
      const good = lastGood.get(key);
      if (good?.basis === basis) return { ...good.built, source: "last_good" };
      const draft = drafts.get(key);
      const known =
        draft?.basis === basis ? draft.parts : { ...NO_PARTS, facts: paragraph(facts, chars.facts) };
      const parts = digestScope === undefined ? known : withDrafts(subject, digestScope, known);
      return { text: joinedParts(parts, chars.context), parts, source: sourceOf(parts), failed: null };
    },

    erased(scope) {
      days.drop(digestKey(scope));
      // A person's facts may be kept in another scope than the chat: nothing of this tenant is trusted then.
      const all = `${JSON.stringify([scope.tenant]).slice(0, -1)},`;
      for (const one of [...Object.values(layers), lastGood]) one.deleteAll(all);
    },
  };
}

/** The messages about the person, under people's current names. */
function summaryOf(summaries: Summaries, { person, digestScope }: DigestSubject): string | null {
  const summary = summaries[person.id];
  if (summary === undefined || digestScope === undefined) return null;
  return withNames(summary, (account) => digestScope.nameOf(account));
}

function sourceOf(parts: DigestParts): DigestSource {
  if (partsInOrder(parts).length > 1) return "joined";
  if (parts.facts !== null) return "facts";
  if (parts.today !== null) return "today";
  return parts.history !== null ? "history" : "nothing";
}

/** Keys hold no message text: a hash detects changes. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
