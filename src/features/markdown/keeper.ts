import { stat } from "node:fs/promises";
import type { MarkdownReport } from "../../api/markdown.ts";
import { MemoirError } from "../../domain/errors.ts";
import { formatScope, type Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Acting, WriteTools } from "../../write/tools/write-tools.ts";
import { archiveOf, markdownFile } from "./files.ts";
import { syncInBackground } from "./sync.ts";

/** Keeps the Markdown files of the settings up to date by itself, where there is a path. */
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
  onError: ((error: unknown) => void) | undefined,
): MarkdownKeeper {
  const isOn = markdown.path !== null && markdown.auto;
  const waiting = new Map<string, Scope>();
  const seen = new Map<string, string>();
  const reported = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  const nameOf = (scope: Scope): string => `${scope.tenant} ${formatScope(scope)}`;

  /** Each problem of a file is reported once, until it is gone. */
  const report = (name: string, problem: unknown): void => {
    const words = problem === null ? "" : problem instanceof Error ? problem.message : String(problem);
    if (words !== "" && words !== reported.get(name)) onError?.(problem);
    reported.set(name, words);
  };
  /** A scope whose id is too long for a path has no files. */
  const stamp = async (scope: Scope): Promise<string> => {
    try {
      const file = markdownFile(scope, markdown);
      return await stampOf([file, archiveOf(file)]);
    } catch {
      return NO_FILE;
    }
  };
  const sync = async (scope: Scope): Promise<void> => {
    const name = nameOf(scope);
    waiting.delete(name);
    const before = await stamp(scope);
    try {
      // While the engine closes its last changes are still written.
      const { signal } = new AbortController();
      const done = await syncInBackground({ tools: tools(), scope, acting: BY_ITSELF }, signal);
      seen.set(name, await stamp(scope));
      report(name, done === null ? null : problemOf(done));
    } catch (error) {
      // It must not fail what a caller asked for: the database is the record.
      seen.set(name, before);
      report(name, error);
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
      if (!isOn || (await stamp(scope)) === seen.get(nameOf(scope))) return;
      const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
      await Promise.race([tools().accept(sync(scope)), patience]);
    },
    async sync(scope) {
      if (isOn) await tools().accept(sync(scope));
    },
    waits: () => waiting.size > 0,
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      for (const scope of [...waiting.values()]) await sync(scope);
    },
  };
  return keeper;
}

/** What is wrong with a file that was synced; `null`: nothing. */
function problemOf({ file, unparsed, held }: MarkdownReport): MemoirError | null {
  const details = { file };
  if (unparsed.length > 0) {
    const named = unparsed.slice(0, MAX_NAMED).map(({ id, problem }) => `[${id ?? "?"}] ${problem}`);
    return new MemoirError(
      "invalid_argument",
      `${file} has ${unparsed.length} entries that cannot be read: ${named.join("; ")}. They stay under "Unparsed", and their memories as they are.`,
      { details },
    );
  }
  if (held.length === 0) return null;
  return new MemoirError(
    "invalid_argument",
    `${held.length} entries are gone from ${file} at once and were written again. To forget them, sync with acceptRemovals (--accept-removals).`,
    { details },
  );
}

const MAX_NAMED = 5;
const NO_FILE = "- -";

async function stampOf(files: readonly string[]): Promise<string> {
  const all = await Promise.all(files.map((file) => stat(file, { bigint: true }).catch(() => null)));
  return all.map((one) => (one === null ? "-" : `${one.ino}:${one.size}:${one.mtimeNs}`)).join(" ");
}
