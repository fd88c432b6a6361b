import type { CallOptions } from "../api/options.ts";
import { checkSignal } from "../domain/arguments.ts";
import { MemoirError } from "../domain/errors.ts";
import { redactInSteps } from "../domain/redact/redact.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId, checkText, LIMITS } from "../domain/text.ts";
import { paced } from "../store/give-way.ts";
import { quotaOf } from "../store/limits.ts";
import type { WriteTools } from "./write-tools.ts";

/** Follows a message that was changed, or (`null`) deleted, where it was sent. */
export async function editMessage(
  tools: WriteTools,
  scope: Scope,
  { id, text }: { readonly id: string; readonly text: string | null },
  options: CallOptions,
): Promise<boolean> {
  tools.use();
  const { settings } = tools;
  const wanted = checkId(id, "id");
  const words =
    text === null
      ? null
      : (await paced(redactInSteps(checkText(text, "text", LIMITS.eventText), settings.privacy.denyPatterns)))
          .text;
  if (!settings.enable) {
    throw new MemoirError(
      "writes_disabled",
      "enable is off in the settings: nothing is written. Switch it on.",
    );
  }
  const args = { scope, at: tools.now(), id: wanted, text: words, quota: quotaOf(settings) };
  const changed = await tools.store.write("editEvent", args, { signal: checkSignal(options.signal) });
  if (changed) tools.erased(scope);
  return changed;
}
