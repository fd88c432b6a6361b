import { describe, expect, it } from "vitest";
import type { MemoryType } from "../domain/memory.ts";
import { resolveSettings } from "../domain/settings.ts";
import { gate, gateCandidate } from "./gate.ts";

const policy = (over: object) => resolveSettings({ writePolicy: over }).writePolicy;

describe("gate", () => {
  it.each<["auto" | "shadow" | "manual", MemoryType[], MemoryType | null, string]>([
    ["auto", [], "profile", "active"],
    ["auto", [], null, "active"],
    ["shadow", [], "profile", "shadow"],
    ["manual", [], "profile", "pending"],
    ["auto", ["constraint"], "constraint", "pending"],
    ["auto", ["constraint"], "profile", "active"],
    ["shadow", ["constraint"], "constraint", "pending"],
    ["manual", [], null, "pending"],
  ])(
    "R25–R27, C28: mode %s, approval for %j: a %s enters as %s",
    (mode, requireApprovalTypes, type, status) => {
      expect(gate(policy({ mode, requireApprovalTypes }), type).status).toBe(status);
    },
  );

  it("R24: a type that is not allowed, and a policy that is off, refuse", () => {
    expect(() => gate(policy({ mode: "auto", allowedTypes: ["profile"] }), "episode")).toThrow(
      /allowedTypes/,
    );
    expect(() => gate(policy({ mode: "auto", enable: false }), "profile")).toThrow(/writePolicy.enable/);
  });
});

describe("gateCandidate", () => {
  const input = {
    confidence: 1,
    evidenceCount: 5,
    weaker: false,
    imported: true,
    suspicion: null,
    power: false,
    rule: null,
    consent: null,
  };

  it.each<["auto" | "shadow" | "manual", MemoryType, "tool" | "assistant", string | null]>([
    ["auto", "profile", "tool", "pending"],
    ["auto", "episode", "tool", "pending"],
    ["manual", "preference", "tool", "pending"],
    ["shadow", "profile", "tool", "shadow"],
    ["auto", "profile", "assistant", null],
    ["auto", "episode", "assistant", "shadow"],
  ])("C27: mode %s: an imported %s on the word of a %s enters as %s", (mode, type, role, status) => {
    expect(gateCandidate(policy({ mode }), { ...input, type, role }).status).toBe(status);
  });

  it("R296: what gives somebody power in a group waits for a person, on anybody's word", () => {
    const own = { ...input, imported: false, type: "profile", role: "user" } as const;
    expect(gateCandidate(policy({ mode: "auto" }), { ...own, power: true }).status).toBe("pending");
    expect(gateCandidate(policy({ mode: "auto" }), own).status).toBe("active");
  });

  it("C27: an imported order in disguise is refused", () => {
    const gated = gateCandidate(policy({ mode: "auto" }), {
      ...input,
      type: "profile",
      role: "tool",
      suspicion: "gives orders",
    });
    expect(gated).toMatchObject({ status: null, reason: expect.stringContaining("quarantined") });
  });

  it.each<["auto" | "shadow" | "manual", string, string]>([
    ["auto", "pending", "it tells city, which needs consent"],
    ["shadow", "shadow", "the policy is in shadow mode"],
    ["manual", "pending", "every write waits for approval"],
  ])("C21: mode %s: what needs consent enters as %s", (mode, status, reason) => {
    const asked = { ...input, imported: false, type: "profile", role: "user", consent: "city" } as const;
    expect(gateCandidate(policy({ mode }), asked)).toEqual({ status, reason });
  });
});
