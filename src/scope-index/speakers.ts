import { callNames } from "../language/names.ts";

/** Who speaks in a corpus, by number. One whose last text has gone is called by no name any more. */
export class Speakers {
  /** The names each may be called by. */
  readonly names: string[][] = [];
  /** Moves when somebody comes or goes. */
  version = 0;
  /** Who they are: account ids, or names where there is nothing else; `""` for one whose last text has gone. */
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
