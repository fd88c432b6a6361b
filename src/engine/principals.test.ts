import { expect, it } from "vitest";
import type { Principal } from "../domain/api-key.ts";
import { KnownKeys } from "./principals.ts";

const principal: Principal = {
  tenant: "acme",
  keyId: "0123456789ab",
  name: "bot",
  role: "read",
  scopes: null,
  agent: null,
  categories: null,
};
const NOW = Date.parse("2026-03-01T12:00:00Z");
const alive = { expires_at: null, revoked_at: null };

it.each<[what: string, after: number, expiresAt: number | null, known: boolean]>([
  ["at once", 0, null, true],
  ["a moment later", 1_999, null, true],
  ["after two seconds", 2_000, null, false],
  ["before its end", 500, NOW + 501, true],
  ["at its end", 500, NOW + 500, false],
  ["when the clock was set back", -1, null, false],
])("a key that was good is known %s: %d ms", (_what, after, expiresAt, known) => {
  const keys = new KnownKeys();
  keys.add("a", { principal, row: { ...alive, expires_at: expiresAt }, seenAt: NOW });
  expect(keys.find("a", NOW + after)).toBe(known ? principal : null);
  expect(keys.find("b", NOW + after)).toBeNull();
});

it("the thousand looked up last are known, and none after a revocation", () => {
  const keys = new KnownKeys();
  for (let i = 0; i <= 1_000; i += 1) {
    keys.add(String(i), { principal, row: alive, seenAt: NOW });
    if (i === 500) keys.add("0", { principal, row: alive, seenAt: NOW });
  }
  expect(["0", "1", "2", "1000"].map((name) => keys.find(name, NOW) !== null)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  keys.clear();
  expect(keys.find("1000", NOW)).toBeNull();
});
