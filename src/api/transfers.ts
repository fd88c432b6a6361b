import type { ForeignFormat, ImportSource } from "../domain/arguments.ts";
import type { WriteOutcome } from "../domain/change.ts";
import type { ScopeInput } from "../domain/scope.ts";

export interface ExportOptions {
  /** Only these. Default: the whole tenant, with its identities and the versions of its policies. */
  scopes?: readonly ScopeInput[];
  signal?: AbortSignal | undefined;
}

/** `restored`: the scope was empty and now equals the file. `unchanged`: it already did. `conflict`: it has other rows. */
export type ImportOutcome = "restored" | "unchanged" | "conflict";

export interface ImportOptions {
  /** Validate and report, but write nothing. Default: false. */
  dryRun?: boolean;
  signal?: AbortSignal | undefined;
  /** Called periodically with the number of checked lines, and once when writing begins. */
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly step: "check" | "write";
  readonly lines: number;
}

export interface ImportReport {
  readonly dryRun: boolean;
  /** Where and when the file was written. */
  readonly from: { readonly tenant: string; readonly createdAt: Date };
  readonly scopes: readonly { readonly scope: string; readonly outcome: ImportOutcome }[];
  /** Outcome for identities and policies; `null` if the file has none. */
  readonly tenant: ImportOutcome | null;
  /** The file's lines by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface ForeignOptions {
  /** Target scope. Default: the user that the file names for each item. */
  scope?: ScopeInput;
  /**
   * `"import"`: everything waits for review (`memoir review`), because a file can say anything.
   * `"user"`: the user's messages count as if they had been observed here. Default: `"import"`.
   */
  trust?: "import" | "user";
  /** Validate the file and report what is new, but write nothing. Default: false. */
  dryRun?: boolean;
  /** Extract memories at once; otherwise the next `flush()` does. Default: true. */
  flush?: boolean;
  signal?: AbortSignal | undefined;
}

/** Outcome of an import in one scope. */
export interface ForeignScope {
  readonly scope: string;
  /** Messages and claims of the file. */
  readonly items: number;
  /** Number of new items; in a dry run, of items that would be new. */
  readonly recorded: number;
  readonly duplicates: number;
  /** Number of passages that were masked before storing. */
  readonly redacted: number;
  /** Number of candidates by outcome. Empty if nothing was extracted yet. */
  readonly outcomes: Readonly<Partial<Record<WriteOutcome, number>>>;
}

export interface ForeignReport {
  readonly dryRun: boolean;
  readonly format: ForeignFormat;
  readonly scopes: readonly ForeignScope[];
  /** Items without text, such as images and empty messages. */
  readonly skipped: number;
  /** Pass it to `memories.undoBatch()` of each scope to undo. `null` if nothing was extracted yet. */
  readonly batch: string | null;
}

/** Export and import of a tenant. */
export interface Transfers {
  /**
   * Exports the tenant or some scopes as JSON Lines with checksums: events, memories, evidence,
   * validity, history, decisions, profiles. A consistent snapshot, streamed.
   */
  export(options?: ExportOptions): AsyncGenerator<string, void, void>;
  /** Restores an export completely or not at all. Existing equal rows stay; differing ones are a conflict. */
  import(source: ImportSource, options?: ImportOptions): Promise<ImportReport>;
  /**
   * Imports data of other programs: ChatGPT's `conversations.json`, mem0's memories, JSON Lines, or Markdown. It passes the
   * gate like every other write, and waits for review unless `trust` says otherwise.
   */
  importForeign(
    format: ForeignFormat,
    source: ImportSource,
    options?: ForeignOptions,
  ): Promise<ForeignReport>;
}
