import type { DigestDay } from "../../../api/digest.ts";
import type { Degraded } from "../../../api/recall.ts";
import { checkAborted, MemoirError } from "../../../domain/errors.ts";
import type { Scope } from "../../../domain/scope.ts";
import { withSpan } from "../../../models/telemetry.ts";
import { degradedFor } from "../../../read/shared/deadline.ts";
import { Builder, type Built, type DigestSubject, hashOf, NO_PARTS } from "./build.ts";
import { createFlights } from "./cache.ts";
import { storedDays } from "./days.ts";
import { type DigestTools, digestKey, findDigestScope } from "./digest-scope.ts";
import { factsFilter, factsOf } from "./facts.ts";

/** A context as it is answered. */
export interface ContextAnswer extends Omit<Built, "failed"> {
  /** The person's current name. */
  readonly name: string;
  readonly degraded: Degraded | null;
}

export interface Digests {
  /** Waits for nothing but the database and, up to `deadlineMs`, for models. */
  context(
    scope: Scope,
    person: string,
    deadlineMs: number,
    signal: AbortSignal | undefined,
  ): Promise<ContextAnswer>;
  /** The summaries of past days that are stored. */
  days(scope: Scope, person: string | undefined, limit: number): Promise<DigestDay[]>;
  /** Words of this scope were erased: nothing made from them is kept in memory. */
  erased(scope: Scope): void;
}

export function createDigests(tools: DigestTools): Digests {
  const builder = new Builder(tools);
  const once = createFlights();

  const subjectOf = async (scope: Scope, id: string): Promise<DigestSubject> => {
    const place = await findDigestScope(tools, scope);
    // Facts come from the database, whatever models do.
    const facts = await factsOf(tools, factsFilter(scope, id, tools), place, id);
    return {
      tenant: scope.tenant,
      person: { id, name: place?.nameOf(id) ?? id },
      key: `${digestKey(scope)}${JSON.stringify(id)}|`,
      digestScope: place,
      facts,
      basis: `${hashOf(facts)}${place?.days ?? 0}`,
    };
  };

  /** A build that is late or fails is answered from what is there; whoever asks next finds more, or tries again. */
  const answerWithin = async (
    deadlineMs: number,
    subject: DigestSubject,
    signal: AbortSignal | undefined,
  ): Promise<ContextAnswer> => {
    const { name } = subject.person;
    const building = tools.accept(once(subject.key + subject.basis, () => builder.build(subject)));
    const built = building.catch((error: unknown) => ({ why: degradedFor(error) }));
    const first = await orLate(built, (until) => tools.caller.time.sleep(deadlineMs, until), signal);
    if (first !== "late" && "text" in first) {
      const { failed, ...context } = first;
      return { ...context, name, degraded: failedBy(failed) };
    }
    const { failed: _, ...context } = builder.soFar(subject);
    return { ...context, name, degraded: first === "late" ? LATE : first.why };
  };

  return {
    async context(scope, person, deadlineMs, signal) {
      if (!tools.settings.enable) return nothing(person, DISABLED);
      return withSpan("memoir.digest.context", { "memoir.tenant": scope.tenant }, async (current) => {
        try {
          const answer = await answerWithin(deadlineMs, await subjectOf(scope, person), signal);
          current.setAttribute("memoir.outcome", answer.degraded?.reason ?? answer.source);
          return answer;
        } catch (error) {
          checkAborted(signal);
          return nothing(person, degradedFor(error));
        }
      });
    },

    days: (scope, person, limit) => storedDays(tools, scope, person, limit),
    erased: (scope) => builder.erased(scope),
  };
}

/** The work's result, or `"late"` where the time is up first. Rejects when the caller leaves; the work goes on for the next one. */
async function orLate<T>(
  work: Promise<T>,
  sleep: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<T | "late"> {
  const waiting = new AbortController();
  const isLate = (): "late" => "late";
  const late = sleep(waiting.signal).then(isLate, isLate);
  const abort = Promise.withResolvers<never>();
  abort.promise.catch(() => undefined);
  const leave = (): void => abort.reject(new MemoirError("aborted", "The call was aborted."));
  signal?.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work, late, abort.promise]);
  } finally {
    waiting.abort();
    signal?.removeEventListener("abort", leave);
  }
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

function nothing(person: string, degraded: Degraded): ContextAnswer {
  return { text: null, parts: NO_PARTS, source: "nothing", name: person, degraded };
}
