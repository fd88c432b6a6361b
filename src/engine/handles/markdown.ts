import { withOptionChecks } from "../../api/calls/index.ts";
import type { MarkdownHandle, MarkdownSyncOptions } from "../../api/markdown.ts";
import { checkFlag, checkOneOf, checkWhole, withoutUndefined } from "../../domain/arguments.ts";
import { MARKDOWN_FORMATS } from "../../domain/enums.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkText } from "../../domain/text.ts";
import { contextOf } from "../../features/markdown/context.ts";
import { diffFile, renderRows, statusOfFile, syncFile, watchFile } from "../../features/markdown/sync.ts";
import type { Syncing } from "../../features/markdown/sync-state.ts";
import { strongestMemories } from "../../read/views/strongest.ts";
import type { Acting } from "../../write/tools/write-tools.ts";
import type { Engine } from "../engine.ts";

/** Longer paths are none. */
const LONGEST_PATH = 4_096;

export function markdownHandle(engine: Engine, scope: Scope, acting: Acting): MarkdownHandle {
  const syncing: Syncing = { tools: engine, scope, acting };
  const checkSync = ({ file, acceptRemovals, signal }: MarkdownSyncOptions = {}): MarkdownSyncOptions =>
    withoutUndefined({
      file: file === undefined ? undefined : checkText(file, "file", LONGEST_PATH),
      acceptRemovals: acceptRemovals === undefined ? undefined : checkFlag(acceptRemovals, "acceptRemovals"),
      signal,
    });
  return withOptionChecks("markdown", {
    async sync(options) {
      engine.use();
      return engine.accept(syncFile(syncing, checkSync(options), engine.closed));
    },
    async diff(options) {
      engine.use();
      return diffFile(syncing, checkSync(options));
    },
    async status(options) {
      engine.use();
      return statusOfFile(syncing, checkSync(options));
    },
    async render({ format = "memory" } = {}) {
      engine.use();
      if (checkOneOf(format, MARKDOWN_FORMATS, "format") === "memory") return renderRows(syncing);
      const memories: Memory[] = await strongestMemories(engine, scope, acting.access);
      return contextOf(memories, engine.settings.markdown.groups);
    },
    watch({ settleMs = 100, ...options } = {}) {
      engine.use();
      const settle = checkWhole(settleMs, "settleMs", 0, 60_000);
      return watchFile(syncing, checkSync(options), settle, engine);
    },
  });
}
