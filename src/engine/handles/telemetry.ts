import type { ScopeHandle } from "../../api/scope.ts";
import { MemoirError } from "../../domain/errors.ts";
import { counter, withSpan } from "../../models/telemetry.ts";

/** The operations on memory. The context of a digest has a span of its own. */
const OPERATIONS = ["observe", "flush", "remember", "recall", "core", "query", "forget"] as const;

/** Makes a span and a count of each operation of a handle. Neither holds a user's words, names or ids. */
export function withTelemetry(handle: ScopeHandle): ScopeHandle {
  const calls = handle as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const attributes = { "memoir.tenant": handle.tenant };
  for (const operation of OPERATIONS) {
    const call = calls[operation]!;
    calls[operation] = (...args) =>
      withSpan(`memoir.${operation}`, attributes, async (current) => {
        let outcome = "internal";
        try {
          const result = await call(...args);
          outcome = outcomeOf(result);
          return result;
        } catch (error) {
          if (MemoirError.is(error)) outcome = error.code;
          throw error;
        } finally {
          current.setAttribute("memoir.outcome", outcome);
          counter("memoir.operations").add(1, { operation, outcome });
        }
      });
  }
  return handle;
}

/** Why a read is degraded, what became of a claim; else `ok`. */
function outcomeOf(result: unknown): string {
  const { degraded, outcome } = (result ?? {}) as { degraded?: { reason: string } | null; outcome?: string };
  return degraded?.reason ?? outcome ?? "ok";
}
