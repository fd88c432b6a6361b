import type { MarkdownHandle, MarkdownSyncOptions } from "../api/markdown.ts";
import { checkFlag, checkOneOf, checkWhole, given } from "../domain/arguments.ts";
import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { checkText } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { contextOf } from "../markdown/context.ts";
import type { Syncing } from "../markdown/look.ts";
import { diffFile, renderRows, statusOfFile, syncFile } from "../markdown/sync.ts";
import { watchFile } from "../markdown/watch.ts";
import { strongest } from "../read/strongest.ts";
import type { Acting } from "../write/write-tools.ts";
import { checked, MARKDOWN_CALLS } from "./calls.ts";

/** Longer paths are none. */
const LONGEST_PATH = 4_096;

export function markdownOf(engine: Engine, scope: Scope, acting: Acting): MarkdownHandle {
  const syncing: Syncing = { tools: engine, scope, acting };
  const asked = ({ file, acceptRemovals, signal }: MarkdownSyncOptions = {}): MarkdownSyncOptions =>
    given({
      file: file === undefined ? undefined : checkText(file, "file", LONGEST_PATH),
      acceptRemovals: acceptRemovals === undefined ? undefined : checkFlag(acceptRemovals, "acceptRemovals"),
      signal,
    });
  const handle: MarkdownHandle = {
    async sync(options) {
      engine.use();
      return engine.accept(syncFile(syncing, asked(options), engine.closed));
    },
    async diff(options) {
      engine.use();
      return diffFile(syncing, asked(options));
    },
    async status(options) {
      engine.use();
      return statusOfFile(syncing, asked(options));
    },
    async render({ format = "memory" } = {}) {
      engine.use();
      if (checkOneOf(format, ["memory", "context"], "format") === "memory") return renderRows(syncing);
      const memories: Memory[] = await strongest(engine, scope, acting.access);
      return contextOf(memories, engine.settings.markdown.groups);
    },
    watch({ settleMs = 100, ...options } = {}) {
      engine.use();
      const settle = checkWhole(settleMs, "settleMs", 0, 60_000);
      return watchFile(syncing, asked(options), settle, engine);
    },
  };
  return checked(handle, MARKDOWN_CALLS, "markdown.");
}
