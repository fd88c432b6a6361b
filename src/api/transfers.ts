import type { ForeignFormat } from "../domain/foreign-format.ts";
import type { ImportSource } from "../domain/import-source.ts";
import type { ScopeInput } from "../domain/scope.ts";
import type { WriteOutcome } from "../domain/write-outcome.ts";

export interface ExportOptions {
  /** Only these. Default: the whole tenant, with its identities and the versions of its policies. */
  scopes?: readonly ScopeInput[];
  signal?: AbortSignal | undefined;
}

/** `restored`: it was empty, and is now as in the file. `unchanged`: it is already. `conflict`: it holds other rows. */
export type ImportOutcome = "restored" | "unchanged" | "conflict";

export interface ImportOptions {
  /** Checks everything, writes nothing and says what would happen. Default: false. */
  dryRun?: boolean;
  signal?: AbortSignal | undefined;
  /** Called now and then with how many lines were checked, and once when they begin to be written. */
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
  /** What became of the identities and policies; `null` when the file has none. */
  readonly tenant: ImportOutcome | null;
  /** The file's lines by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface ForeignOptions {
  /** Where it goes. Default: each item to the user that the file names for it. */
  scope?: ScopeInput;
  /**
   * `"import"`: whatever is taken from it waits for a person (`memoir review`), because a file can say anything.
   * `"user"`: its user's words count as if they had been said here. Default: `"import"`.
   */
  trust?: "import" | "user";
  /** Reads and checks the file, and says what is new in it. Default: false. */
  dryRun?: boolean;
  /** Read at once what was recorded; else the next `flush()` does. Default: true. */
  flush?: boolean;
  signal?: AbortSignal | undefined;
}

/** What became of a file's items in one scope. */
export interface ForeignScope {
  readonly scope: string;
  /** Messages and claims of the file. */
  readonly items: number;
  /** How many were new; in a dry run: would be. */
  readonly recorded: number;
  readonly duplicates: number;
  /** How many pieces were masked before anything was stored (R328). */
  readonly redacted: number;
  /** What was made of the words: how many wait, were added, were refused. Empty where nothing was read yet. */
  readonly outcomes: Readonly<Partial<Record<WriteOutcome, number>>>;
}

export interface ForeignReport {
  readonly dryRun: boolean;
  readonly format: ForeignFormat;
  readonly scopes: readonly ForeignScope[];
  /** What held no words: pictures, empty messages. */
  readonly skipped: number;
  /** `memories.undoBatch()` of each scope takes back what was read from it. `null`: nothing was read yet. */
  readonly batch: string | null;
}

/** What a tenant holds, on its way out as a file and back. */
export interface Transfers {
  /**
   * All that the tenant or some scopes hold, as JSON Lines with checksums (R55, R71): events, memories, evidence,
   * validity, history, decisions, profiles. Read in one moment, given out in pieces.
   */
  export(options?: ExportOptions): AsyncGenerator<string, void, void>;
  /** Restores an export, all of it or nothing (R56, R71). What is there already stays; what differs is refused. */
  import(source: ImportSource, options?: ImportOptions): Promise<ImportReport>;
  /**
   * Takes in what another program has kept: `conversations.json` of ChatGPT, memories of mem0, or JSON Lines. It passes the
   * gate like everything else, and waits for a person unless `trust` says otherwise.
   */
  importForeign(
    format: ForeignFormat,
    source: ImportSource,
    options?: ForeignOptions,
  ): Promise<ForeignReport>;
}
