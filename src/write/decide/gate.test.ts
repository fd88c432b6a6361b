import { describe, expect, it } from "vitest";
import type { MemoryType } from "../../domain/memory.ts";
import { resolveSettings } from "../../domain/settings.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import { gate, limitsOn } from "./gate.ts";

const policy = (over: object) => resolveSettings({ writePolicy: over }).writePolicy;

const input = {
  by: "reading",
  method: "llm_extract",
  confidence: 1,
  evidenceCount: 5,
  weaker: false,
  imported: false,
  suspicion: null,
  power: false,
  hearsay: false,
  rule: null,
  consent: null,
} as const;

describe("gate", () => {
  const asked = { ...input, by: "command", role: "user" } as const;

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
    "R25–R27, C28: mode %s, approval for %j: a %s that the user asks to remember enters as %s",
    (mode, requireApprovalTypes, type, status) => {
      expect(gate(policy({ mode, requireApprovalTypes }), { ...asked, type }).status).toBe(status);
    },
  );

  it("C29: what a user asks for needs no further word", () => {
    const unsure = {
      ...asked,
      type: "profile",
      confidence: 0.1,
      evidenceCount: 1,
      suspicion: "gives orders",
    } as const;
    expect(gate(policy({ mode: "auto", minEvidenceCount: 3 }), unsure).status).toBe("active");
  });

  it.each(["command", "tool", "reading"] as const)(
    "R24: a type that is not allowed, and a policy that is off, refuse a %s",
    (by) => {
      const own = { ...asked, by };
      expect(gate(policy({ mode: "auto", allowedTypes: ["profile"] }), { ...own, type: "episode" })).toEqual({
        status: null,
        code: "invalid_argument",
        reason: "the type episode is not allowed",
      });
      expect(gate(policy({ mode: "auto", enable: false }), { ...own, type: "profile" })).toMatchObject({
        status: null,
        code: "writes_disabled",
      });
    },
  );

  it.each<["tool" | "reading", "tool" | "assistant" | "user", MemoryType, string | null]>([
    ["reading", "tool", "preference", null],
    ["tool", "tool", "preference", "pending"],
    ["tool", "tool", "constraint", "pending"],
    ["tool", "tool", "episode", "shadow"],
    ["tool", "user", "preference", "active"],
    ["reading", "assistant", "profile", null],
    ["reading", "assistant", "episode", "shadow"],
  ])("R296: %s, on the word of a %s: a %s enters as %s", (by, role, type, status) => {
    expect(gate(policy({ mode: "auto" }), { ...input, by, role, type }).status).toBe(status);
  });

  it.each<["auto" | "shadow" | "manual", MemoryType, "tool" | "assistant", string | null]>([
    ["auto", "profile", "tool", "pending"],
    ["auto", "episode", "tool", "pending"],
    ["manual", "preference", "tool", "pending"],
    ["shadow", "profile", "tool", "shadow"],
    ["auto", "profile", "assistant", null],
    ["auto", "episode", "assistant", "shadow"],
  ])("C27: mode %s: an imported %s on the word of a %s enters as %s", (mode, type, role, status) => {
    expect(gate(policy({ mode }), { ...input, imported: true, type, role }).status).toBe(status);
  });

  it.each<[method: "llm_extract" | "user_explicit", weaker: boolean, status: string | null]>([
    ["llm_extract", false, "shadow"],
    ["llm_extract", true, null],
    ["user_explicit", false, "pending"],
    ["user_explicit", true, "pending"],
  ])(
    "what a member says of another (%s, against a stronger word: %s) enters as %s",
    (method, weaker, status) => {
      const told = { ...input, type: "profile", role: "stranger", method, weaker } as const;
      expect(gate(policy({ mode: "auto" }), { ...told, hearsay: true }).status).toBe(status);
      // Nobody's words are nobody's.
      expect(gate(policy({ mode: "auto" }), told).status).toBe(null);
    },
  );

  it("R296: what gives somebody power in a group waits for a person, on anybody's word", () => {
    const own = { ...input, type: "profile", role: "user" } as const;
    expect(gate(policy({ mode: "auto" }), { ...own, power: true }).status).toBe("pending");
    expect(gate(policy({ mode: "auto" }), own).status).toBe("active");
  });

  it.each(["shadow", "manual"] as const)("mode %s: the graver reason is the one that is kept", (mode) => {
    const told = { ...input, type: "profile", role: "stranger", hearsay: true } as const;
    const binds = "it would bind the others of the group, and waits for approval";
    const waits = (over: object) => gate(policy({ mode }), { ...told, ...over });
    expect(waits({ power: true })).toMatchObject({
      status: "pending",
      reason: expect.stringMatching(/power/),
    });
    expect(waits({ rule: binds })).toEqual({ status: "pending", reason: binds });
    expect(waits({}).reason).not.toMatch(/somebody else/);
  });

  it("C27: an imported order in disguise is refused", () => {
    const gated = gate(policy({ mode: "auto" }), {
      ...input,
      imported: true,
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
    const told = { ...input, type: "profile", role: "user", consent: "city" } as const;
    expect(gate(policy({ mode }), told)).toEqual({ status, reason });
  });
});

describe("limitsOn", () => {
  const said = { overrides: null, source: { type: "message" } };
  const asked = { overrides: {}, source: { type: "command" } };
  it.each([
    ["a message", said, [true, true], [true, true]],
    ["a command in chat", { ...asked, overrides: { inChat: true } }, [true, true], [true, true]],
    ["remember()", asked, [false, true], [true, true]],
    ["a tool", { ...asked, source: { type: "tool_result" } }, [false, true], [true, true]],
    ["an import", { ...said, source: { type: "import" } }, [false, false], [false, false]],
    ["an import on the user's word", { ...said, imported: true }, [false, false], [false, false]],
    ["an edit by hand", { ...asked, source: { type: "edit" } }, [false, false], [false, false]],
  ])("%s", (_what, proposal, chat, all) => {
    const on = (limits: "chat" | "all"): boolean[] => {
      const { rate, room } = limitsOn(policy({ limits }), proposal as unknown as ClaimProposal);
      return [rate, Number.isFinite(room)];
    };
    expect([on("chat"), on("all")]).toEqual([chat, all]);
  });
});
