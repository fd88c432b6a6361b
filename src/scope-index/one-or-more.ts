/** Values by a key that nearly always has one: a list is made only for a key that has more. */
export class OneOrMore<K, V extends number | object> {
  readonly #values = new Map<K, V | V[]>();

  of(key: K): readonly V[] {
    const known = this.#values.get(key);
    return known === undefined ? [] : Array.isArray(known) ? known : [known];
  }

  /** In place of those it had. */
  set(key: K, values: readonly V[]): void {
    if (values.length === 0) this.#values.delete(key);
    else this.#values.set(key, values.length === 1 ? values[0]! : [...values]);
  }

  add(key: K, value: V): void {
    const known = this.#values.get(key);
    if (known === undefined) this.#values.set(key, value);
    else if (Array.isArray(known)) known.push(value);
    else this.#values.set(key, [known, value]);
  }
}
