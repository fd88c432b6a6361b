/** A section or a map: what layers merge key by key. Lists and all other values replace. */
export function isSection(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `over` on top of `base`, as a new value; `undefined` means "not set". */
export function merge(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isSection(over)) return over;
  const below = isSection(base) ? base : {};
  const keys = new Set([...Object.keys(below), ...Object.keys(over)]);
  // `fromEntries` defines own properties, so a key named `__proto__` stays a key.
  return Object.fromEntries(
    [...keys]
      .map((key) => [key, merge(own(below, key), own(over, key))])
      .filter(([, value]) => value !== undefined),
  );
}

function own(section: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(section, key) ? section[key] : undefined;
}
