/** What each part of the benchmark is handed. */
export interface SpeedContext {
  readonly cache: string;
  readonly rebuild: boolean;
  /** Items of the large database. */
  readonly rows: number;
  /** Says on stderr what is being measured. */
  progress(what: string): void;
}
