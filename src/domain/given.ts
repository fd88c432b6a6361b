type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Only the fields that have a value: calls distinguish a missing option from a value, and take no `undefined`. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
