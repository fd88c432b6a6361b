import type { MarkdownHandle } from "../api/markdown.ts";
import { checkFlag, checkOneOf, checkOptions, checkSignal, checkWhole } from "../domain/arguments.ts";
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
import { MARKDOWN_CALLS } from "./calls.ts";
import { checked } from "./checked.ts";

/** Longer paths are none. */
const LONGEST_PATH = 4_096;

interface Options {
  file?: string;
  acceptRemovals?: boolean;
  signal?: AbortSignal;
}

export function markdownOf(engine: Engine, scope: Scope, acting: Acting): MarkdownHandle {
  const syncing: Syncing = { tools: engine, scope, acting };
  const asked = (given: object | undefined, call: string): Options => {
    const { file, acceptRemovals, signal } = checkOptions(given as Options | undefined, `markdown.${call}()`);
    const own = checkSignal(signal);
    return {
      ...(file === undefined ? {} : { file: checkText(file, "file", LONGEST_PATH) }),
      ...(acceptRemovals === undefined
        ? {}
        : { acceptRemovals: checkFlag(acceptRemovals, "acceptRemovals") }),
      ...(own === undefined ? {} : { signal: own }),
    };
  };
  const handle: MarkdownHandle = {
    async sync(options) {
      engine.use();
      return engine.accept(syncFile(syncing, asked(options, "sync"), engine.closed));
    },
    async diff(options) {
      engine.use();
      return diffFile(syncing, asked(options, "diff"));
    },
    async status(options) {
      engine.use();
      return statusOfFile(syncing, asked(options, "status"));
    },
    async render(options) {
      engine.use();
      const { format = "memory" } = checkOptions(options, "markdown.render()");
      if (checkOneOf(format, ["memory", "context"], "format") === "memory") return renderRows(syncing);
      const memories: Memory[] = await strongest(engine, scope, acting.access);
      return contextOf(memories, engine.settings.markdown.groups);
    },
    watch(options) {
      engine.use();
      const { settleMs = 100 } = checkOptions(options, "markdown.watch()");
      const settle = checkWhole(settleMs, "settleMs", 0, 60_000);
      return watchFile(syncing, asked(options, "watch"), settle, engine);
    },
  };
  return checked(handle, MARKDOWN_CALLS, "markdown.");
}
