import type { ObserveResult } from "../api/write.ts";
import type { EventInput } from "../domain/event.ts";
import type { Scope } from "../domain/scope.ts";
import { quotaOf } from "../store/limits.ts";
import { findScope } from "../store/scopes.ts";
import { recordable } from "./record.ts";
import type { WriteTools } from "./write-tools.ts";

/** Makes messages durable, each once by its id; nothing is kept where the settings say so. */
export async function observe(
  tools: WriteTools,
  scope: Scope,
  messages: readonly EventInput[],
  { thread, signal }: { thread: string | null; signal: AbortSignal | undefined },
): Promise<ObserveResult> {
  const { settings } = tools;
  const at = tools.now();
  const { events, redacted } = await recordable(
    messages,
    { thread, denyPatterns: settings.privacy.denyPatterns },
    at,
  );
  if (events.length === 0 || !settings.enable) {
    const seq = (await findScope(tools.use(), scope))?.seq ?? 0;
    return { recorded: 0, duplicates: 0, redacted: 0, seq };
  }
  const args = { scope, at, events, triggers: tools.turnTriggers, quota: quotaOf(settings) };
  const result = await tools.store.write("observe", args, { signal });
  tools.embedLater(scope);
  return { ...result, redacted };
}
