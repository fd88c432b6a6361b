import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { MarkdownReport, MarkdownSyncOptions } from "../api/markdown.ts";
import { MemoirError } from "../domain/errors.ts";
import { createWakeSignal } from "../jobs/wake-signal.ts";
import type { FeedContext } from "../read/request.ts";
import { findScope } from "../store/scopes.ts";
import { archiveOf, fileOf, makeFolder, realFile } from "./files.ts";
import type { Syncing } from "./look.ts";
import { syncFile } from "./sync.ts";

/** Not every file system tells of changes, and other processes write to the database. */
const POLL_MS = 250;
/** An editor that empties a file before it writes it needs a moment. */
const EMPTY_MS = 2_000;

/**
 * Syncs whenever the file or the memories change, however an editor saves: by replacing the file, by emptying and writing
 * it, or in place. Each report is one sync that did something. Ends when a signal aborts.
 */
export async function* watchFile(
  syncing: Syncing,
  options: MarkdownSyncOptions,
  settleMs: number,
  engine: Pick<FeedContext, "onChange" | "closed">,
): AsyncGenerator<MarkdownReport, void, void> {
  const { tools, scope } = syncing;
  const file = await realFile(fileOf(scope, tools.settings.markdown, options.file));
  const files = [file, archiveOf(file)];
  await makeFolder(file);
  const stop =
    options.signal === undefined ? engine.closed : AbortSignal.any([engine.closed, options.signal]);
  const { wake, wait } = createWakeSignal();
  stop.addEventListener("abort", wake, { once: true });
  const watchers: FSWatcher[] = [];
  const unlisten = engine.onChange(wake);
  try {
    const watcher = watch(dirname(file), wake);
    // Where the folder itself goes away, looking now and then is enough.
    watcher.on("error", () => watcher.close());
    watchers.push(watcher);
    let seen = "";
    while (!stop.aborted) {
      const now = `${await stampOf(files)} ${await revOf(syncing)}`;
      if (now !== seen) {
        await settled(files, settleMs, stop);
        const isFirst = seen === "";
        // Taken before the sync: an edit during it is seen by the next look.
        seen = `${await stampOf(files)} ${await revOf(syncing)}`;
        const report = await syncFile(syncing, options, stop);
        if (isFirst || isNews(report)) yield report;
      }
      await wait(POLL_MS);
    }
  } catch (error) {
    // Closing ends a watch; it is no failure of it.
    if (!(stop.aborted && MemoirError.is(error) && ["closed", "aborted"].includes(error.code))) throw error;
  } finally {
    stop.removeEventListener("abort", wake);
    unlisten();
    for (const watcher of watchers) watcher.close();
  }
}

function isNews({ written, edits, conflicts, held }: MarkdownReport): boolean {
  return written || edits.length + conflicts.length + held.length > 0;
}

/** Which files these are, how long they are, and when they were last written. */
async function stampOf(files: readonly string[]): Promise<string> {
  const stamps = await Promise.all(files.map((file) => stat(file, { bigint: true }).catch(() => null)));
  return stamps.map((one) => (one === null ? "-" : `${one.ino}:${one.size}:${one.mtimeNs}`)).join(" ");
}

async function revOf({ tools, scope }: Syncing): Promise<number> {
  return (await findScope(tools.use(), scope))?.rev ?? 0;
}

/** Waits until nobody has written for a while; for a file that was emptied, longer. */
async function settled(files: readonly string[], settleMs: number, stop: AbortSignal): Promise<void> {
  const until = performance.now() + EMPTY_MS;
  for (let before = await stampOf(files); !stop.aborted; ) {
    await setTimeout(settleMs, undefined, { signal: stop }).catch(() => undefined);
    const now = await stampOf(files);
    const isEmpty = /^(?:-|\d+:0:)/.test(now);
    if (now === before && (!isEmpty || performance.now() > until)) return;
    before = now;
  }
}
