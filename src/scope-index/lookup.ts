import { OneOrMore } from "./one-or-more.ts";

/** Items of a corpus by a name that several may have. One that goes, or gets another name, is left in until it is met. */
export class Lookup {
  readonly #items = new OneOrMore<string, number>();

  add(name: string, item: number): void {
    if (!this.#items.of(name).includes(item)) this.#items.add(name, item);
  }

  /** Those that still have it; the others are taken out. */
  find(name: string, has: (item: number) => boolean): readonly number[] {
    const known = this.#items.of(name);
    const left = known.filter(has);
    if (left.length < known.length) this.#items.set(name, left);
    return left;
  }
}
