import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ageing, effectiveStatus, nextChangeAt } from "./effective-status.ts";
import { MEMORY_STATUSES, type Memory, type MemoryStatus } from "./memory.ts";

const DAY = 86_400_000;
const CONFIRMED = Date.parse("2026-05-12T10:00:00Z");

type Row = Pick<Memory, "status" | "confirmedAt" | "ttlDays" | "expiresAt" | "pinned">;

function row(more: Partial<Row> = {}): Row {
  return {
    status: "active",
    confirmedAt: new Date(CONFIRMED),
    ttlDays: null,
    expiresAt: null,
    pinned: false,
    ...more,
  };
}

/** The status, and how long after the confirmation it expired. */
function at(memory: Ageing, offset: number): [MemoryStatus, number | null] {
  const { status, since } = effectiveStatus(memory, new Date(CONFIRMED + offset));
  return [status, since === null ? null : since.getTime() - CONFIRMED];
}

const end = (offset: number): Date => new Date(CONFIRMED + offset);

describe("effectiveStatus", () => {
  it.each([
    ["R12: preference, one ms before 90 days", row({ ttlDays: 90 }), 90 * DAY - 1, "active", null],
    ["R12: preference, at 90 days", row({ ttlDays: 90 }), 90 * DAY, "expired", 90 * DAY],
    ["R44: found late, dated when due", row({ ttlDays: 90 }), 400 * DAY, "expired", 90 * DAY],
    ["R12: task, one ms before 7 days", row({ ttlDays: 7 }), 7 * DAY - 1, "active", null],
    ["R12: task, at 7 days", row({ ttlDays: 7 }), 7 * DAY, "expired", 7 * DAY],
    ["R12: episode, at 30 days", row({ ttlDays: 30 }), 30 * DAY, "expired", 30 * DAY],
    ["R65: no TTL, after a century", row(), 36_500 * DAY, "active", null],
    ["R65: -1 is no TTL", row({ ttlDays: -1 }), 36_500 * DAY, "active", null],
    ["a TTL of no days", row({ ttlDays: 0 }), 0, "expired", 0],
    ["a TTL of half a day", row({ ttlDays: 0.5 }), DAY / 2, "expired", DAY / 2],
    ["a TTL past the end of time", row({ ttlDays: 1e12 }), DAY, "active", null],
    ["one ms before its end", row({ expiresAt: end(DAY) }), DAY - 1, "active", null],
    ["at its end", row({ expiresAt: end(DAY) }), DAY, "expired", DAY],
    ["the end before the TTL", row({ ttlDays: 7, expiresAt: end(DAY) }), 9 * DAY, "expired", DAY],
    ["the TTL before the end", row({ ttlDays: 7, expiresAt: end(90 * DAY) }), 9 * DAY, "expired", 7 * DAY],
    ["an end before the confirmation", row({ expiresAt: end(-DAY) }), 0, "expired", -DAY],
    ["pinned, past its TTL", row({ ttlDays: 7, pinned: true }), 99 * DAY, "active", null],
    ["pinned, past its end", row({ expiresAt: end(DAY), pinned: true }), DAY, "expired", DAY],
    ["R303: confirmed in the future", row({ ttlDays: 7 }), -99 * DAY, "active", null],
  ] as const)("%s", (_name, memory, offset, status, since) => {
    expect(at(memory, offset)).toEqual([status, since]);
  });

  it.each([
    ["active", "expired"],
    ["shadow", "expired"],
    ["pending", "expired"],
    ["archived", "expired"],
    ["disabled", "disabled"],
    ["expired", "expired"],
    ["superseded", "superseded"],
    ["soft_deleted", "soft_deleted"],
  ] as const)("C8: %s past its TTL is %s", (status, expected) => {
    const ages = ["active", "shadow", "pending", "archived"].includes(status);
    expect(at(row({ status, ttlDays: 7 }), 8 * DAY)).toEqual([expected, ages ? 7 * DAY : null]);
  });

  it.each(MEMORY_STATUSES)("C8: %s before its TTL stays", (status) => {
    expect(at(row({ status, ttlDays: 7 }), DAY)).toEqual([status, null]);
  });

  it("R303, R330: a fact that is stated again counts from there", () => {
    const ttlDays = 90;
    expect(at(row({ ttlDays }), 91 * DAY)[0]).toBe("expired");
    expect(at(row({ ttlDays, confirmedAt: end(80 * DAY) }), 91 * DAY)[0]).toBe("active");
  });

  it("DESIGN 5: once due it stays due, always with the same date", () => {
    const days = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(days, fc.option(days), days, days, (ttlDays, ends, a, b) => {
        const memory = row({ ttlDays, expiresAt: ends === null ? null : end(ends * DAY) });
        const [early, late] = [at(memory, Math.min(a, b) * DAY), at(memory, Math.max(a, b) * DAY)];
        if (early[0] === "expired") expect(late).toEqual(early);
      }),
    );
  });
});

describe("strength bands", () => {
  const fading = (more: Partial<Ageing> = {}): Ageing => ({
    ...row(),
    ...{ archiveAt: end(100 * DAY), removeAt: end(200 * DAY) },
    ...more,
  });
  it.each([
    ["before both", fading(), 99, "active", null],
    ["R140: below the first", fading(), 100, "archived", 100],
    ["R141: below the second", fading(), 200, "soft_deleted", 200],
    ["pinned", fading({ pinned: true }), 300, "active", null],
    ["what waits does not fade", fading({ status: "pending" }), 300, "pending", null],
    ["archived by hand", fading({ status: "archived" }), 150, "archived", null],
    ["archived by hand, and removed", fading({ status: "archived" }), 200, "soft_deleted", 200],
    ["expired and archived", fading({ ttlDays: 90 }), 150, "expired", 90],
    ["expired and removed", fading({ ttlDays: 90 }), 250, "soft_deleted", 200],
    ["swept, then given more time", fading({ status: "archived", agedFrom: "active" }), 50, "active", null],
    [
      "swept as expired, no TTL any more",
      fading({ status: "expired", agedFrom: "active" }),
      50,
      "active",
      null,
    ],
    ["forgotten by somebody", fading({ status: "soft_deleted" }), 50, "soft_deleted", null],
  ] as const)("%s", (_name, memory, day, status, since) => {
    expect(at(memory, day * DAY)).toEqual([status, since === null ? null : since * DAY]);
  });

  it.each([
    ["nothing ends it", row(), null],
    ["the first band", fading(), 100],
    ["archived already", fading({ status: "archived", agedFrom: "active" }), 200],
    ["removed already", fading({ status: "soft_deleted", agedFrom: "active" }), null],
    ["a TTL past the end of time", row({ ttlDays: 2 ** 31 - 1 }), null],
    ["its TTL comes first", fading({ ttlDays: 90 }), 90],
    ["expired already", fading({ status: "expired", agedFrom: "active", ttlDays: 90 }), 200],
    ["pinned", fading({ pinned: true, ttlDays: 90 }), null],
  ] as const)("the next change: %s", (_name, memory, day) => {
    expect(nextChangeAt(memory)).toBe(day === null ? null : CONFIRMED + day * DAY);
  });
});
