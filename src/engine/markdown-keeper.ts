import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { formatScope, type Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import { archiveOf, fileOf } from "../markdown/files.ts";
import { syncFile } from "../markdown/sync.ts";
import type { Acting, WriteTools } from "../write/write-tools.ts";

/** Keeps the Markdown files of the settings up to date by itself: where there is a path, and its folder exists. */
export interface MarkdownKeeper {
  /** Memories of a scope changed: its file is written soon. */
  touched(scope: Scope): void;
  /** Takes what was edited in a scope's file since this process last looked. Resolves whatever happens. */
  loaded(scope: Scope): Promise<void>;
  /** Syncs a scope's file now, where it has one. Resolves whatever happens: the database is the record. */
  sync(scope: Scope): Promise<void>;
  /** Whether a file waits to be written. */
  waits(): boolean;
  /** Writes all files that wait. */
  flush(): Promise<void>;
}

const BY_ITSELF: Acting = { actor: "markdown", access: { agent: null, categories: null } };
/** A read waits no longer than this for a file that is taken over for the first time. */
const PATIENCE_MS = 5_000;

export function createMarkdownKeeper(
  tools: () => WriteTools,
  { markdown }: Pick<Settings, "markdown">,
  closed: AbortSignal,
): MarkdownKeeper {
  const isOn = markdown.path !== null && markdown.auto;
  const waiting = new Map<string, Scope>();
  const seen = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  const nameOf = (scope: Scope): string => `${scope.tenant} ${formatScope(scope)}`;

  const filesOf = async (scope: Scope): Promise<string[] | null> => {
    if (!isOn) return null;
    const file = fileOf(scope, markdown);
    const folder = await stat(dirname(file)).catch(() => null);
    return folder?.isDirectory() === true ? [file, archiveOf(file)] : null;
  };
  const sync = async (scope: Scope, files: readonly string[]): Promise<void> => {
    const name = nameOf(scope);
    waiting.delete(name);
    const before = await stampOf(files);
    try {
      // While the engine closes its last changes are still written.
      const { signal } = new AbortController();
      await syncFile({ tools: tools(), scope, acting: BY_ITSELF }, {}, signal);
      seen.set(name, await stampOf(files));
    } catch {
      // An unreadable file is reported by `markdown.status()`; it must not fail what a caller asked for.
      seen.set(name, before);
    }
  };
  const keeper: MarkdownKeeper = {
    touched(scope) {
      if (!isOn) return;
      waiting.set(nameOf(scope), scope);
      if (closed.aborted) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void tools().accept(keeper.flush());
      }, markdown.debounceMs).unref();
    },
    async loaded(scope) {
      const files = isOn ? await filesOf(scope).catch(() => null) : null;
      if (files === null || (await stampOf(files)) === (seen.get(nameOf(scope)) ?? NO_FILE)) return;
      const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
      await Promise.race([tools().accept(sync(scope, files)), patience]);
    },
    async sync(scope) {
      const files = isOn ? await filesOf(scope).catch(() => null) : null;
      if (files !== null) await tools().accept(sync(scope, files));
    },
    waits: () => waiting.size > 0,
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      for (const scope of [...waiting.values()]) {
        const files = await filesOf(scope).catch(() => null);
        if (files === null) waiting.delete(nameOf(scope));
        else await sync(scope, files);
      }
    },
  };
  return keeper;
}

const NO_FILE = "- -";

async function stampOf(files: readonly string[]): Promise<string> {
  const all = await Promise.all(files.map((file) => stat(file, { bigint: true }).catch(() => null)));
  return all.map((one) => (one === null ? "-" : `${one.ino}:${one.size}:${one.mtimeNs}`)).join(" ");
}
