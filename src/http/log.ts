/** One line of the log. It never holds what was remembered, said or asked. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Where the log goes; the command line prints it. */
export type Log = (entry: LogEntry) => void;
