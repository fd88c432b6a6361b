import { MemoirError } from "../domain/errors.ts";
import { passages } from "../domain/passages.ts";
import { parseScope, type Scope } from "../domain/scope.ts";
import type { Embedder } from "../models/embedder.ts";
import { embedPending, findPending } from "../upkeep/pending.ts";
import { EXIT, exitCodeOf } from "./exit-codes.ts";
import { OfflineEmbedder } from "./models/offline-embedder.ts";
import type { Opened } from "./open.ts";
import { patiently } from "./waiting.ts";
import { oneLine } from "./width.ts";
import type { World } from "./world.ts";

/** More passages than this keep a person waiting for many seconds. */
const LITTLE = 500;

/**
 * Embeds what a scope has without vectors, if it is little: what commands, or a process whose model was not there yet,
 * have written. It never keeps a search from its answer.
 */
export async function catchUp(world: World, opened: Opened): Promise<void> {
  const { io, out } = world;
  const { memoir, scope, embedder, database } = opened;
  if (embedder === null || embedder.state().status === "failed") return;
  if (memoir.settings.emergencyReadOnly || database === ":memory:") return;
  try {
    if (await embedFew(database, parseScope(scope.scope, scope.tenant), embedder, world)) return;
    const work = out.screen.suggest("work --once", { inScope: false });
    out.notice(
      `More than ${LITTLE} texts of ${oneLine(scope.scope)} have no vectors yet, so only their words count. Make them: ${work}`,
    );
  } catch (error) {
    io.signal.throwIfAborted();
    // What failed for good the answer tells, and where nothing may be written there is nothing to do about it.
    const known = embedder.state().status === "failed" || !MemoirError.is(error);
    if (!known && exitCodeOf(error.code) !== EXIT.refused) out.notice(error.message);
  }
}

/** Whether they were few enough to be done. */
async function embedFew(database: string, scope: Scope, embedder: Embedder, world: World): Promise<boolean> {
  const pending = await findPending(database, scope, embedder, LITTLE);
  if (pending === "too many") return false;
  const texts = [...pending.memories, ...pending.events].map(({ text }) => text);
  if (texts.length === 0) return true;
  const parts = texts.flatMap(passages);
  if (parts.length > LITTLE) return false;
  // An event that could not be embedded would count as done, and never get its vector.
  if (embedder instanceof OfflineEmbedder) embedder.need(parts.filter((part) => part !== ""));
  let done = 0;
  const work = embedPending(database, scope, embedder, pending, world.io.signal, (count) => {
    done += count;
  });
  await patiently(world, () => `Making vectors of what is new: ${done} of ${texts.length}…`, work);
  return true;
}
