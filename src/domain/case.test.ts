import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Case, decodeCase, encodeCase, isCase } from "./case.ts";
import { MEMORY_TYPES } from "./memory.ts";
import { SOURCE_ROLES } from "./trust.ts";

const count = fc.nat(500);
const reason = fc.option(fc.constantFrom("it hides text", "it orders something"));
const cases: fc.Arbitrary<Case> = fc.record({
  type: fc.option(fc.constantFrom(...MEMORY_TYPES)),
  role: fc.constantFrom(...SOURCE_ROLES),
  method: fc.constantFrom("llm_extract", "rule", "user_explicit"),
  by: fc.constantFrom("reading", "command", "tool"),
  path: fc.constantFrom("message:user", "tool:memory_store"),
  base: fc.double({ min: 0, max: 1, noNaN: true }).map((n) => n + 0),
  evidenceCount: count,
  weaker: fc.boolean(),
  corrects: fc.boolean(),
  imported: fc.boolean(),
  suspicion: reason,
  power: fc.boolean(),
  hearsay: fc.boolean(),
  rule: reason,
  consent: fc.option(fc.constantFrom("city", "pronouns")),
  refused: reason,
  held: reason,
  forgotten: reason,
  isNew: fc.boolean(),
  limited: fc.constantFrom("chat", "calls", "never"),
  used: fc.record({ turn: fc.option(count), session: fc.option(count), hour: count, day: count }),
  full: fc.option(
    fc.record({ held: count, evictable: fc.subarray(["shadow", "pending", "active"] as const) }),
  ),
  tokens: count,
});

describe("a stored case", () => {
  it("R33: is what was judged, and is known for one", () => {
    fc.assert(
      fc.property(cases, (one) => {
        const text = encodeCase(one);
        expect(decodeCase(text)).toEqual(one);
        expect(isCase(JSON.parse(text))).toBe(true);
      }),
    );
  });

  const [plain] = fc.sample(cases, { numRuns: 1, seed: 1 });
  it.each<[string, unknown]>([
    ["nothing", null],
    ["a list", []],
    ["an empty object", {}],
    ["a further field", { ...plain, text: "Alice likes tea" }],
    ["a confidence of 2", { ...plain, base: 2 }],
    ["another role", { ...plain, role: "king" }],
    ["a long path", { ...plain, path: "x".repeat(300) }],
    ["half a count", { ...plain, used: { turn: null, session: null, hour: 0.5, day: 0 } }],
    ["a full scope without its numbers", { ...plain, full: {} }],
  ])("%s is none", (_what, value) => {
    expect(isCase(value)).toBe(false);
  });
});
