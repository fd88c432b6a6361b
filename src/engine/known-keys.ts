import type { Principal } from "../domain/api-key.ts";
import { BoundedMap } from "../domain/bounded-map.ts";
import { type ApiKeyRow, isAlive } from "../store/writes/keys.ts";

/** How long a verified key is trusted before the database is asked again: a revocation elsewhere is seen this late. */
const TRUSTED_MS = 2_000;
/** How many keys are remembered; the one least recently looked up goes first. */
const MOST = 1_000;

interface Known {
  readonly principal: Principal;
  /** The row's own end. */
  readonly row: Pick<ApiKeyRow, "expires_at" | "revoked_at">;
  readonly seenAt: number;
}

/** The keys that were good a moment ago, so that a busy door does not ask the database for each request. */
export class KnownKeys {
  readonly #known = new BoundedMap<string, Known>(MOST);

  /** By the hash of the key's whole text: the text itself stays in no memory of ours. */
  find(token: string, at: number): Principal | null {
    const known = this.#known.get(token);
    if (known === undefined) return null;
    const age = at - known.seenAt;
    return age >= 0 && age < TRUSTED_MS && isAlive(known.row, at) ? known.principal : null;
  }

  add(token: string, known: Known): void {
    this.#known.set(token, known);
  }

  /** After a revocation in this process. */
  clear(): void {
    this.#known.clear();
  }
}
