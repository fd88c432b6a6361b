import { stat } from "node:fs/promises";
import type { MarkdownReport } from "../../api/markdown.ts";
import { MemoirError } from "../../domain/errors.ts";
import { formatScope, type Scope } from "../../domain/scope.ts";
import type { Acting, WriteTools } from "../../write/tools/write-tools.ts";
import { archiveOf, filesHere, markdownFile } from "./files.ts";
import { syncFile, syncInBackground } from "./sync.ts";

const BY_ITSELF: Acting = { actor: "markdown", access: { agent: null, categories: null } };
/** A read waits no longer than this for a file that is taken over for the first time. */
const PATIENCE_MS = 5_000;

interface KeeperParts {
  readonly tools: WriteTools;
  readonly closed: AbortSignal;
  /** Told of each problem of a file. Default: nobody. */
  readonly onError: ((error: unknown) => void) | undefined;
}

/** Keeps the Markdown files of the settings up to date by itself, where there is a path. */
export class MarkdownKeeper {
  readonly #parts: KeeperParts;
  readonly #isOn: boolean;
  /** Scopes whose files wait to be written, by name; so are the two below. */
  readonly #waiting = new Map<string, Scope>();
  /** The state in which each file was last seen. */
  readonly #stamps = new Map<string, string>();
  /** The problem of each file that was reported last. */
  readonly #reported = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: KeeperParts) {
    const { markdown } = parts.tools.settings;
    this.#parts = parts;
    this.#isOn = markdown.path !== null && markdown.auto;
  }

  /** Memories of a scope changed: its file is written soon. */
  touched(scope: Scope): void {
    if (!this.#isOn) return;
    const { tools, closed } = this.#parts;
    this.#waiting.set(nameOf(scope), scope);
    if (closed.aborted) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void tools.accept(this.flush());
    }, tools.settings.markdown.debounceMs).unref();
  }

  /** Takes what was edited in a scope's file since this process last looked. Resolves whatever happens. */
  async loaded(scope: Scope): Promise<void> {
    if (!this.#isOn || (await this.#stampOf(scope)) === this.#stamps.get(nameOf(scope))) return;
    const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
    await Promise.race([this.sync(scope), patience]);
  }

  /** Syncs a scope's file now, where it has one. Resolves whatever happens: the database is the record. */
  async sync(scope: Scope): Promise<void> {
    if (this.#isOn) await this.#parts.tools.accept(this.#sync(scope));
  }

  /** Writes the files of a scope on this machine without what is gone. One that cannot be written is written at its next sync. */
  async rewrite(scope: Scope, acting: Acting): Promise<void> {
    const { tools, closed } = this.#parts;
    await this.sync(scope);
    // The database is the record: a file must not fail what was asked for.
    for (const file of await filesHere(tools.use(), scope))
      await syncFile({ tools, scope, acting }, { file }, closed).catch(() => undefined);
  }

  /** Whether a file waits to be written. */
  waits(): boolean {
    return this.#waiting.size > 0;
  }

  /** Writes all files that wait. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const scope of [...this.#waiting.values()]) await this.#sync(scope);
  }

  async #sync(scope: Scope): Promise<void> {
    const name = nameOf(scope);
    this.#waiting.delete(name);
    const before = await this.#stampOf(scope);
    try {
      // While the engine closes its last changes are still written.
      const { signal } = new AbortController();
      const done = await syncInBackground({ tools: this.#parts.tools, scope, acting: BY_ITSELF }, signal);
      this.#stamps.set(name, await this.#stampOf(scope));
      this.#report(name, done === null ? null : problemOf(done));
    } catch (error) {
      // It must not fail what a caller asked for: the database is the record.
      this.#stamps.set(name, before);
      this.#report(name, error);
    }
  }

  /** A scope whose id is too long for a path has no files. */
  async #stampOf(scope: Scope): Promise<string> {
    try {
      const file = markdownFile(scope, this.#parts.tools.settings.markdown);
      return await stampOf([file, archiveOf(file)]);
    } catch {
      return NO_FILE;
    }
  }

  /** Each problem of a file is reported once, until it is gone. */
  #report(name: string, problem: unknown): void {
    const words = problem === null ? "" : problem instanceof Error ? problem.message : String(problem);
    if (words !== "" && words !== this.#reported.get(name)) this.#parts.onError?.(problem);
    this.#reported.set(name, words);
  }
}

function nameOf(scope: Scope): string {
  return `${scope.tenant} ${formatScope(scope)}`;
}

/** What is wrong with a file that was synced; `null`: nothing. */
function problemOf({ file, unparsed, held }: MarkdownReport): MemoirError | null {
  const details = { file };
  if (unparsed.length > 0) {
    const problems = unparsed.slice(0, MAX_NAMED).map(({ id, problem }) => `[${id ?? "?"}] ${problem}`);
    return new MemoirError(
      "invalid_argument",
      `${file} has ${unparsed.length} entries that cannot be read: ${problems.join("; ")}. They stay under "Unparsed", and their memories as they are.`,
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
