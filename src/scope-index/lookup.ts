/** Items of a corpus by a name that several may have. One that goes, or gets another name, is left in until it is met. */
export class Lookup {
  readonly #items = new Map<string, number[]>();

  add(name: string, item: number): void {
    const known = this.#items.get(name);
    if (known === undefined) this.#items.set(name, [item]);
    else if (!known.includes(item)) known.push(item);
  }

  /** Those that still have it; the others are taken out. */
  find(name: string, has: (item: number) => boolean): readonly number[] {
    const known = this.#items.get(name);
    if (known === undefined) return [];
    const left = known.filter(has);
    if (left.length === 0) this.#items.delete(name);
    else if (left.length < known.length) this.#items.set(name, left);
    return left;
  }
}
