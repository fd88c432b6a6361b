import type { Said } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import type { Scope } from "../domain/scope.ts";
import type { AuthorNames } from "../store/authors.ts";
import type { Talk } from "./reader/reader.ts";

/** Events of a scope that are read at once. */
export interface Batch {
  readonly scope: Scope;
  /** Context first, then what is new from `from` on. */
  readonly events: readonly Event[];
  readonly said: readonly Said[];
  readonly from: number;
  /** What those who speak are called. */
  readonly names: ReadonlyMap<string, AuthorNames>;
  /** The conversation that goes on with them; `null`: nothing of them is kept in mind. */
  readonly talk: Talk | null;
}
