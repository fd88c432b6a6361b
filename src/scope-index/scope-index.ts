import type { Place } from "../store/scopes.ts";
import type { Reader } from "../store/tx.ts";

/** How far a scope is: what its row says. */
export interface ScopePlace extends Place {
  readonly seq: number;
  readonly rev: number;
  readonly vec: number;
  readonly hides: number;
}

/** The texts of one kind in one scope, kept in memory and brought up to date before each use. */
export interface ScopeIndex {
  readonly bytes: number;
  isAt(place: ScopePlace): boolean;
  catchUp(reader: Reader, place: ScopePlace): Promise<void>;
  release(): void;
}
