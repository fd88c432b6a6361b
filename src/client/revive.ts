import { MEMORY_FIELDS } from "../domain/memory.ts";
import { momentsOf } from "../domain/memory-field.ts";

/** The fields that hold a moment, in everything the library gives: memories, and what has no table of fields. */
const MOMENTS: ReadonlySet<string> = new Set([
  ...momentsOf(MEMORY_FIELDS),
  "at",
  "recordedAt",
  "erasedAt",
  "hiddenAt",
  "coreOffAt",
  "revokedAt",
  "lastUsedAt",
  "lastAt",
  "runAt",
  "leaseUntil",
  "decidedAt",
  "validFrom",
  "validTo",
  "slot",
  "startedAt",
  "endedAt",
  "begunAt",
  "restorableUntil",
  "nextAt",
  "canaryAt",
  "fromAt",
  "toAt",
  "until",
]);

/** Fields with data of callers: a date in them is a text that looks like one. */
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

/** Dates, which JSON has not, and the status of what waits for approval, as the library has them. */
export function revive(value: unknown, moments = MOMENTS): unknown {
  if (Array.isArray(value)) return value.map((one) => revive(one, moments));
  if (typeof value !== "object" || value === null) return value;
  if ("needs_approval" in value) {
    const { needs_approval: _waits, ...memory } = value;
    return revive({ ...memory, status: "pending" }, moments);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (FREE.has(name)) return [name, inner];
      const isMoment = typeof inner === "string" && moments.has(name) && ISO.test(inner);
      return [name, isMoment ? new Date(inner) : revive(inner, moments)];
    }),
  );
}
