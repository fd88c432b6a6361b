import { MemoirError } from "../domain/errors.ts";
import type { MemoirEngine } from "../index.ts";
import type { Context } from "./context.ts";
import { EXIT, exitCodeOf } from "./exit-codes.ts";
import type { Opened } from "./open.ts";
import { patiently } from "./waiting.ts";
import { oneLine } from "./width.ts";

/** More passages than this keep a person waiting for many seconds. */
const LITTLE = 500;

/**
 * Embeds what a scope has without vectors, if it is little: what commands, or a process whose model was not there yet,
 * have written. It never keeps a search from its answer.
 */
export async function catchUp(context: Context, opened: Opened): Promise<void> {
  const { io, out } = context;
  const { memoir, scope, embedder } = opened;
  if (embedder === null || embedder.state().status === "failed") return;
  if (!("work" in memoir) || memoir.settings.emergencyReadOnly) return;
  const { embed } = (memoir as MemoirEngine).operator(scope.tenant);
  let [done, all] = [0, 0];
  const onProgress = (now: number, of: number): void => {
    [done, all] = [now, of];
  };
  try {
    const embedding = embed(scope.scope, { most: LITTLE, signal: io.signal, onProgress });
    const progress = (): string => `Making vectors of what is new: ${done} of ${all || "some"}…`;
    if ((await patiently(context, progress, embedding)) !== null) return;
    const work = out.screen.suggest("work --once", { inScope: false });
    out.notice(
      `More than ${LITTLE} texts of ${oneLine(scope.scope)} have no vectors yet, so only their words count. Make them: ${work}`,
    );
  } catch (error) {
    io.signal.throwIfAborted();
    // The answer reports permanent failures, and in read-only mode nothing can be done about them.
    const known = embedder.state().status === "failed" || !MemoirError.is(error);
    if (!known && exitCodeOf(error.code) !== EXIT.refused) out.notice(error.message);
  }
}
