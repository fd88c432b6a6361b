import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evidenceTrust, memoryTrust, movesConfidence, TRUSTED_FROM, type TrustInput } from "./trust.ts";

describe("trust of evidence is that of its least trusted input (DESIGN)", () => {
  it.each<[TrustInput[], TrustInput | null]>([
    [["user"], "user"],
    [["user", "assistant"], "assistant"],
    [["user", "tool", "stranger"], "stranger"],
    [["user", "quote"], "quote"],
    [["import", "user"], "import"],
    [[], null],
  ])("%j → as %s", (inputs, least) => {
    expect(evidenceTrust(inputs)).toBe(least === null ? 0 : evidenceTrust([least]));
  });

  it("roles in the order of C10, and no stranger, quotation or import is trusted", () => {
    const order = (["user", "tool", "assistant", "stranger"] as const).map((role) => evidenceTrust([role]));
    expect(order).toEqual(order.toSorted((a, b) => b - a));
    for (const input of ["stranger", "quote", "import"] as const) {
      expect(evidenceTrust([input])).toBeLessThan(TRUSTED_FROM);
    }
  });
});

describe("trust of a memory is that of its most trusted evidence", () => {
  it("untrusted evidence neither raises nor lowers it", () => {
    const trust = fc.double({ min: TRUSTED_FROM, max: 1, noNaN: true });
    const untrusted = fc.double({ min: 0, max: TRUSTED_FROM - 0.01, noNaN: true });
    fc.assert(
      fc.property(fc.array(trust, { minLength: 1 }), fc.array(untrusted), (some, more) => {
        expect(memoryTrust([...some, ...more])).toBe(memoryTrust(some));
      }),
    );
    expect(memoryTrust([])).toBe(0);
  });

  it.each([
    [1, 1, true],
    [1, 0.5, true],
    [0.6, 1, false],
    [0.6, 0.6, true],
    [0.2, 0.2, false],
    [0.4, 0, false],
  ])("evidence of %d on a memory of %d moves its confidence: %s", (trust, ofMemory, moves) => {
    expect(movesConfidence(trust, ofMemory)).toBe(moves);
  });
});
