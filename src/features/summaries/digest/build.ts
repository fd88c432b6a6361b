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
import { type Cache, createCache } from "./cache.ts";
import { type DayResult, Days } from "./days.ts";
import { type DigestScope, type DigestTools, digestKey, type Summaries } from "./digest-scope.ts";
import { paragraph } from "./facts.ts";
import { askForText, type ParagraphTask } from "./model-reply.ts";

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

/** How many days before the current one are included. */
const DAYS_BEFORE = 6;
export const NO_PARTS: DigestParts = { facts: null, today: null, history: null };

/** A text, and why a model did not make it, though there is one. */
type BuiltText = Pick<Built, "text" | "failed">;

type DigestPart = "facts" | "history" | "context";

interface CachedText {
  /** Of what it was made from: nothing that is out of date is kept. */
  readonly hash: string;
  readonly text: string;
}

/** A context under way: whoever waits too long is answered from it. */
interface Draft {
  readonly basis: string;
  parts: DigestParts;
  /** Why models failed at parts of it. */
  readonly failures: (string | null)[];
}

/** Makes contexts of people from their facts, the current day and the days before. */
export class Builder {
  readonly #tools: DigestTools;
  readonly #days: Days;
  /** One text a person and part. */
  readonly #texts: Readonly<Record<DigestPart, Cache<CachedText>>>;
  readonly #failures: Cache<string>;
  readonly #lastGood: Cache<{ readonly basis: string; readonly built: Built }>;
  readonly #drafts = new Map<string, Draft>();

  constructor(tools: DigestTools) {
    const { cache, retryMinutes } = tools.settings.digest;
    const limits = { max: cache.people, now: tools.now };
    this.#tools = tools;
    this.#days = new Days(tools);
    this.#texts = {
      facts: createCache({ layer: "facts", ...limits }),
      history: createCache({ layer: "history", ...limits }),
      context: createCache({ layer: "context", ...limits }),
    };
    this.#failures = createCache({ layer: "retry", ...limits, ttlMs: retryMinutes * 60_000 });
    this.#lastGood = createCache({ layer: "last-good", ...limits });
  }

  /** Waits for models as long as they take. */
  async build(subject: DigestSubject): Promise<Built> {
    const { basis, key } = subject;
    const draft: Draft = { basis, parts: this.#factsOnly(subject), failures: [] };
    this.#drafts.set(key, draft);
    try {
      await this.#fill(draft, subject);
      const merged = await this.#merge(subject, draft.parts);
      const failed = [...draft.failures, merged.failed].find((why) => why !== null) ?? null;
      const built: Built = { ...merged, parts: draft.parts, failed };
      if (failed === null) this.#lastGood.set(key, { basis, built });
      return built;
    } finally {
      this.#drafts.delete(key);
    }
  }

  /** The best there is while a model is still at work. */
  soFar(subject: DigestSubject): Built {
    const { key, basis, digestScope } = subject;
    const good = this.#lastGood.get(key);
    if (good?.basis === basis) return { ...good.built, source: "last_good" };
    const draft = this.#drafts.get(key);
    const draftParts = draft?.basis === basis ? draft.parts : this.#factsOnly(subject);
    const parts = digestScope === undefined ? draftParts : this.#withDrafts(subject, digestScope, draftParts);
    const text = joinedParts(parts, this.#tools.settings.digest.chars.context);
    return { text, parts, source: sourceOf(parts), failed: null };
  }

  /** Words of this scope were erased: nothing made from them is kept in memory. */
  erased(scope: Scope): void {
    this.#days.drop(digestKey(scope));
    // A person's facts may be kept in another scope than the chat: nothing of this tenant is trusted then.
    const all = `${JSON.stringify([scope.tenant]).slice(0, -1)},`;
    for (const cache of [...Object.values(this.#texts), this.#lastGood]) cache.deleteAll(all);
  }

  #factsOnly({ facts }: DigestSubject): DigestParts {
    return { ...NO_PARTS, facts: paragraph(facts, this.#tools.settings.digest.chars.facts) };
  }

  /** All parts at once: one that fails holds up no other. */
  async #fill(draft: Draft, subject: DigestSubject): Promise<void> {
    const { digestScope } = subject;
    const set = (part: Partial<DigestParts>): void => {
      draft.parts = { ...draft.parts, ...part };
    };
    const summaryIn = async (result: Promise<DayResult>): Promise<string | null> => {
      const { summaries, failed } = await result;
      draft.failures.push(failed);
      return summaryOf(summaries, subject);
    };
    const history = async (): Promise<void> => {
      const days = lastDays(this.#today());
      const summaries = await Promise.all(
        days.map(async (day) => ({
          day,
          summary: digestScope === undefined ? null : await summaryIn(this.#days.past(digestScope, day)),
        })),
      );
      const spoken = summaries.filter((one): one is DaySummary => one.summary !== null);
      const { text, failed } = await this.#historyOf(subject, spoken, days.at(-1)!);
      draft.failures.push(failed);
      set({ history: text });
    };
    await Promise.all([
      this.#factsOf(subject).then((text) => set({ facts: text })),
      digestScope === undefined
        ? null
        : summaryIn(this.#days.today(digestScope)).then((text) => set({ today: text })),
      history(),
    ]);
  }

  async #factsOf(subject: DigestSubject): Promise<string | null> {
    const { tenant, person, facts } = subject;
    const { chars } = this.#tools.settings.digest;
    const ownText = paragraph(facts, chars.facts);
    if (ownText === null || facts.length < 2 || !this.#tools.caller.has("facts")) return ownText;
    const prompt = factsXml(person, facts.toReversed());
    const { text } = await this.#generate("facts", subject, facts, {
      role: "facts",
      tenant,
      person,
      prompt,
      sources: facts,
      system: FACTS_SYSTEM,
      most: chars.facts,
    });
    return text ?? ownText;
  }

  async #historyOf(subject: DigestSubject, list: readonly DaySummary[], until: Day): Promise<BuiltText> {
    const { merge, chars } = this.#tools.settings.digest;
    const { tenant, person } = subject;
    if (list.length === 0) return { text: null, failed: null };
    if (merge === "multi_day") return { text: joinedDays(list, chars.day * DAYS_BEFORE), failed: null };
    const ownText = joinedDays(list, chars.history);
    if (list.length === 1 || !this.#tools.caller.has("merge")) return { text: ownText, failed: null };
    // By the last of the days; the hash makes sure that a changed day is summarised again.
    const { text, failed } = await this.#generate("history", subject, [until, ...list], {
      role: "merge",
      tenant,
      person,
      prompt: historyXml(person, list),
      sources: list.map(({ summary }) => summary),
      system: HISTORY_SYSTEM,
      most: chars.history,
    });
    return { text: text ?? ownText, failed };
  }

  async #merge(subject: DigestSubject, parts: DigestParts): Promise<Omit<Built, "parts">> {
    const { tenant, person } = subject;
    const { chars } = this.#tools.settings.digest;
    const ownText = joinedParts(parts, chars.context);
    const sources = partsInOrder(parts);
    if (sources.length < 2 || !this.#tools.caller.has("merge"))
      return { text: ownText, source: sourceOf(parts), failed: null };
    // The content of each part is in the key.
    const { text, failed } = await this.#generate("context", subject, parts, {
      role: "merge",
      tenant,
      person,
      prompt: mergeXml(person, parts),
      sources,
      system: MERGE_SYSTEM,
      most: chars.context,
    });
    return text === null
      ? { text: ownText, source: "joined", failed }
      : { text, source: "merged", failed: null };
  }

  /** A model's text: the one that is kept of the same, or one that is made now. */
  async #generate(
    part: DigestPart,
    { key }: DigestSubject,
    from: unknown,
    task: ParagraphTask,
  ): Promise<BuiltText> {
    const hash = hashOf(from);
    const cached = this.#texts[part].get(`${key}${part}|`);
    if (cached?.hash === hash) return { text: cached.text, failed: null };
    const failure = this.#failures.get(`${key}${part}|${hash}`);
    if (failure !== undefined) return { text: null, failed: failure };
    const reply = await askForText(this.#tools, task);
    if (reply.outcome === "ok") {
      this.#texts[part].set(`${key}${part}|`, { hash, text: reply.value });
      return { text: reply.value, failed: null };
    }
    this.#failures.set(`${key}${part}|${hash}`, reply.reason);
    return { text: null, failed: reply.reason };
  }

  /** Lines of the engine's own stand in for days that a model is still reading. */
  #withDrafts(subject: DigestSubject, digestScope: DigestScope, parts: DigestParts): DigestParts {
    const day = this.#today();
    const lines = (one: Day): string | null => summaryOf(this.#days.draft(digestScope, one) ?? {}, subject);
    const before = lastDays(day).flatMap((day) => {
      const summary = lines(day);
      return summary === null ? [] : [{ day: day, summary }];
    });
    const { history: most } = this.#tools.settings.digest.chars;
    return {
      facts: parts.facts,
      today: parts.today ?? lines(day),
      history: parts.history ?? (before.length === 0 ? null : joinedDays(before, most)),
    };
  }

  #today(): Day {
    return dayAndHour(this.#tools.settings.digest.zone, this.#tools.now()).day;
  }
}

function lastDays(day: Day): Day[] {
  return Array.from({ length: DAYS_BEFORE }, (_, i) => daysBefore(day, DAYS_BEFORE - i));
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
