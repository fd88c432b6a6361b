import { callNames } from "../language/person-names.ts";

/** The speakers of a corpus, by number. A speaker whose last text was removed has no name. */
export class Speakers {
  /** The names each may be called by. */
  readonly names: (readonly string[])[] = [];
  /** Moves when somebody comes or goes. */
  version = 0;
  /** Account ids, or names where there is no id; `""` for a speaker whose last text was removed. */
  readonly accounts: string[] = [];
  readonly #texts: number[] = [];
  readonly #numberOf = new Map<string, number>();

  /** The number of who says one more text. */
  join(author: string): number {
    let number = this.#numberOf.get(author);
    if (number === undefined) {
      number = this.accounts.push(author) - 1;
      this.#numberOf.set(author, number);
      this.#texts[number] = 0;
    }
    if (this.#texts[number] === 0) {
      this.accounts[number] = author;
      this.names[number] = callNames(author);
      this.version += 1;
    }
    this.#texts[number]! += 1;
    return number;
  }

  /** One text of theirs is no longer there. */
  leave(number: number): void {
    this.#texts[number]! -= 1;
    if (this.#texts[number]! > 0) return;
    this.accounts[number] = "";
    this.names[number] = [];
    this.version += 1;
  }
}
