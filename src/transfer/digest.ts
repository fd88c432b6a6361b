import { createHash } from "node:crypto";

/** How many lines of each kind there are. */
export type Counts = Readonly<Record<string, number>>;

/** Counts lines by kind, and makes one checksum of them in their order. */
export class Digest {
  readonly #hash = createHash("sha256");
  readonly #counts: Record<string, number> = {};

  add(record: string, line: string): void {
    this.#counts[record] = (this.#counts[record] ?? 0) + 1;
    this.#hash.update(line).update("\n");
  }

  get counts(): Counts {
    return { ...this.#counts };
  }

  /** Once: nothing can be added afterwards. */
  sha256(): string {
    return this.#hash.digest("hex");
  }
}
