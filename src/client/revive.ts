/** The fields that hold a moment, in everything the library gives. */
const MOMENTS: ReadonlySet<string> = new Set([
  "at",
  "recordedAt",
  "erasedAt",
  "hiddenAt",
  "createdAt",
  "updatedAt",
  "confirmedAt",
  "strengthAt",
  "lastActivated",
  "lastAccessed",
  "expiresAt",
  "purgeAt",
  "revokedAt",
  "lastUsedAt",
  "runAt",
  "leaseUntil",
  "decidedAt",
  "validFrom",
  "validTo",
]);

/** What others have put in: a date there is a text that looks like one. */
const FREE: ReadonlySet<string> = new Set([
  "content",
  "metadata",
  "before",
  "after",
  "payload",
  "settings",
  "details",
]);

const ISO = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Dates, which JSON has not, and the status of what waits for approval (C8), as the library has them. */
export function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  if ("needs_approval" in value) {
    const { needs_approval: _waits, ...memory } = value;
    return revive({ ...memory, status: "pending" });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (FREE.has(name)) return [name, inner];
      const isMoment = typeof inner === "string" && MOMENTS.has(name) && ISO.test(inner);
      return [name, isMoment ? new Date(inner) : revive(inner)];
    }),
  );
}
