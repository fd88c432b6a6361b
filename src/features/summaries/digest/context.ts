import type { DigestDay } from "../../../api/digest.ts";
import type { Degraded } from "../../../api/recall.ts";
import { checkAborted, MemoirError } from "../../../domain/errors.ts";
import type { Scope } from "../../../domain/scope.ts";
import { withSpan } from "../../../models/telemetry.ts";
import { degradedFor } from "../../../read/shared/deadline.ts";
import { type Built, createBuilder, type DigestSubject, hashOf, NO_PARTS } from "./build.ts";
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
  const builder = createBuilder(tools);
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

  const answer = async (
    subject: DigestSubject,
    deadlineMs: number,
    signal: AbortSignal | undefined,
  ): Promise<ContextAnswer> => {
    const { name } = subject.person;
    const building = tools.accept(once(subject.key + subject.basis, () => builder.build(subject)));
    const waiting = new AbortController();
    const isLate = (): "late" => "late";
    const late = tools.caller.time.sleep(deadlineMs, waiting.signal).then(isLate, isLate);
    // Rejects when the caller leaves; the work goes on for the next one.
    const left = Promise.withResolvers<never>();
    left.promise.catch(() => undefined);
    const leave = (): void => left.reject(new MemoirError("aborted", "The call was aborted."));
    signal?.addEventListener("abort", leave, { once: true });
    try {
      // A build that fails is answered from what is there, like one that is late; whoever asks next tries again.
      const built = building.catch((error: unknown) => ({ why: degradedFor(error) }));
      const first = await Promise.race([built, late, left.promise]);
      if (first !== "late" && "text" in first) {
        const { failed, ...found } = first;
        return { ...found, name, degraded: failedBy(failed) };
      }
      const { failed: _, ...found } = builder.soFar(subject);
      return { ...found, name, degraded: first === "late" ? LATE : first.why };
    } finally {
      waiting.abort();
      signal?.removeEventListener("abort", leave);
    }
  };

  return {
    async context(scope, person, deadlineMs, signal) {
      if (!tools.settings.enable) return nothing(person, DISABLED);
      return withSpan("memoir.digest.context", { "memoir.tenant": scope.tenant }, async (current) => {
        try {
          const found = await answer(await subjectOf(scope, person), deadlineMs, signal);
          current.setAttribute("memoir.outcome", found.degraded?.reason ?? found.source);
          return found;
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
