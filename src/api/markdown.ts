import type { CallOptions } from "./options.ts";

export interface MarkdownOptions extends CallOptions {
  /** The file. Default: the setting `markdown.path`. On a server only that. */
  file?: string;
}

export interface MarkdownSyncOptions extends MarkdownOptions {
  /**
   * Also forget what is gone because the file is missing, empty, or has lost more than half of its entries. Default:
   * false; then the file is written again, and the report says what was held back.
   */
  acceptRemovals?: boolean;
}

/** The result of one edit by hand. */
export interface MarkdownEdit {
  /** `waiting`: the policy lets it in only when a person approves it. `refused`: it stays under "Unparsed". */
  readonly kind: "added" | "changed" | "removed" | "waiting" | "refused";
  /** As the file shows it. `null`: it had none, or did not become a memory. */
  readonly id: string | null;
  readonly reason: string | null;
}

/** The database and a person changed the same memory. */
export interface MarkdownConflict {
  readonly id: string;
  readonly fields: readonly string[];
  readonly winner: "file" | "database";
}

/** A block that could not be read; it is kept as it is under "Unparsed". */
export interface MarkdownProblem {
  readonly id: string | null;
  readonly problem: string;
}

/** The result of a sync, real or simulated. */
export interface MarkdownReport {
  readonly file: string;
  /** The second file, with the archive; `null`: there is none. */
  readonly archive: string | null;
  /** How many memories the file holds now. */
  readonly entries: number;
  /** The edits that were taken from the file. */
  readonly edits: readonly MarkdownEdit[];
  readonly conflicts: readonly MarkdownConflict[];
  readonly unparsed: readonly MarkdownProblem[];
  /** Ids of entries that are gone from the file and were not forgotten, because too much was gone at once. */
  readonly held: readonly string[];
  /** Whether the file was written; in a diff: would be. */
  readonly written: boolean;
}

/** The changes that a sync would write to the file, besides the edits that it would take. */
export interface MarkdownDiff extends MarkdownReport {
  /** Ids that the file would gain, lose or show differently. */
  readonly toFile: {
    readonly added: readonly string[];
    readonly changed: readonly string[];
    readonly removed: readonly string[];
  };
}

export interface MarkdownStatus {
  readonly file: string;
  readonly archive: string | null;
  readonly exists: boolean;
  /** Entries in the file, and those that could not be read. */
  readonly entries: number;
  readonly unparsed: number;
  /** Edits by hand that the database has not taken yet. */
  readonly edits: number;
  /** Entries that the file shows differently from the database. */
  readonly behind: number;
  /** When the file says it was written; `null`: it does not. */
  readonly updatedAt: Date | null;
  /** The versions that are kept, newest first. */
  readonly backups: readonly string[];
}

export interface MarkdownRenderOptions extends CallOptions {
  /** `memory`: as MEMORY.md. `context`: bullets under headings, as in a CLAUDE.md. Default: `memory`. */
  format?: "memory" | "context";
}

export interface MarkdownWatchOptions extends MarkdownSyncOptions {
  /** How long the file must be still before it is read. Default: 100. */
  settleMs?: number;
}

/**
 * The scope's memories as a Markdown file, in both directions: edits in the file become memories, changes of memories
 * are written to the file, and a person's edit wins.
 */
export interface MarkdownHandle {
  /** Takes the edits of the file, then writes it. */
  sync(options?: MarkdownSyncOptions): Promise<MarkdownReport>;
  /** Reports what `sync()` would do. */
  diff(options?: MarkdownSyncOptions): Promise<MarkdownDiff>;
  status(options?: MarkdownOptions): Promise<MarkdownStatus>;
  /** The file's text from the database, without touching a file. */
  render(options?: MarkdownRenderOptions): Promise<string>;
  /** Syncs now, and again whenever the file or the memories change, until `signal` aborts. Where the file is only. */
  watch(options?: MarkdownWatchOptions): AsyncGenerator<MarkdownReport, void, void>;
}
