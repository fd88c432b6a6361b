import { describe, expect, it } from "vitest";
import { presetNamed } from "../engine/presets/presets.ts";
import { endOfPlan, ttlDaysOf } from "./effective-status.ts";
import { MemoirError } from "./errors.ts";
import { describeSettings, parseSettings, resolveSettings, Settings } from "./settings.ts";

function failure(run: () => unknown): MemoirError {
  try {
    run();
  } catch (error) {
    if (MemoirError.is(error)) return error;
    throw error;
  }
  throw new Error("expected a MemoirError");
}

describe("the schema's defaults", () => {
  const settings = resolveSettings({});

  it("R57, C29: the engine is on unless a file says otherwise", () => {
    expect(settings.enable).toBe(true);
    expect(resolveSettings({}, { enable: false }).enable).toBe(false);
  });

  it("R24, R58: the write policy", () => {
    expect(settings.writePolicy).toEqual({
      enable: true,
      mode: "shadow",
      minConfidence: 0.6,
      minEvidenceCount: 1,
      repetitionCap: 1.5,
      allowedTypes: ["profile", "preference", "task_state", "constraint", "episode"],
      limits: "chat",
      maxWritesPerSession: 10,
      maxWritesPerHour: 50,
      maxWritesPerTurn: null,
      maxWritesPerDay: null,
      maxItemsPerScope: 200,
      requireApprovalTypes: [],
      keepTypes: ["constraint", "profile"],
      thirdPerson: false,
      toolResults: "shadow",
      tools: "checked",
    });
  });

  it("R29, R59: the read policy", () => {
    expect(settings.readPolicy).toEqual({
      enable: true,
      retriever: "hybrid",
      quotes: false,
      categories: null,
      core: false,
      coreTokens: 160,
      threshold: null,
      sureFrom: 0.5,
      minStrength: 0,
      deadlineMs: 2_000,
      maxItems: 15,
      maxTokens: 800,
      maxPerType: 5,
      minConfidence: 0.5,
      recencyWeight: 0.3,
      importanceWeight: 0.4,
      similarityWeight: 0.3,
    });
  });

  it("R60–R62: identity", () => {
    expect(settings.identity).toEqual({
      scope: "origin",
      userScopeStrategy: "unified_msg_origin",
      aliases: {},
      includeLegacyOnRead: true,
      ownInGroups: false,
    });
  });

  it("R63, R64: the default providers", () => {
    expect(settings.extractionProviderId).toBe("");
    expect(settings.embeddingProviderId).toBe("");
  });

  it("R65: retention", () => {
    expect(settings.retentionDays).toEqual({
      profile: -1,
      preference: 90,
      task_state: 7,
      constraint: -1,
      episode: 30,
      dated_task: 7,
    });
  });

  it("R66, C17, C18, C24: the rest", () => {
    expect(settings.emergencyReadOnly).toBe(false);
    expect(settings.audit).toBe("full");
    expect(settings.forget).toEqual({ purgeAfterDays: 30 });
    expect(settings.changes).toEqual({ keep: 200 });
  });

  it("are never shared between two results", () => {
    settings.writePolicy.allowedTypes.push("profile");
    settings.identity.aliases.a = "b";
    expect(resolveSettings({}).writePolicy.allowedTypes).toHaveLength(5);
    expect(resolveSettings({}).identity.aliases).toEqual({});
  });
});

describe("resolveSettings", () => {
  it("lets the later one win, key by key", () => {
    const { readPolicy } = resolveSettings(
      { readPolicy: { maxItems: 1, maxTokens: 10 } },
      { readPolicy: { maxItems: 2 } },
      { readPolicy: { maxPerType: null, maxTokens: undefined } },
    );
    expect(readPolicy).toMatchObject({ maxItems: 2, maxTokens: 10, maxPerType: null, minConfidence: 0.5 });
  });

  it("replaces lists and merges maps", () => {
    const resolved = resolveSettings(
      {
        writePolicy: { allowedTypes: ["profile", "episode"] },
        identity: { aliases: { "discord:1": "alice" } },
      },
      { writePolicy: { allowedTypes: ["task_state"] }, identity: { aliases: { "qq:2": "bob" } } },
    );
    expect(resolved.writePolicy.allowedTypes).toEqual(["task_state"]);
    expect(resolved.identity.aliases).toEqual({ "discord:1": "alice", "qq:2": "bob" });
  });

  it("changes none of its arguments", () => {
    const preset = Object.freeze({ readPolicy: Object.freeze({ maxItems: 1 }) });
    expect(resolveSettings(preset, { readPolicy: { maxItems: 2 } }).readPolicy.maxItems).toBe(2);
    expect(preset.readPolicy.maxItems).toBe(1);
  });
});

describe("parseSettings", () => {
  it("returns what was given, without defaults", () => {
    expect(parseSettings({ readPolicy: { maxItems: 3, maxTokens: undefined } }, "flags")).toEqual({
      readPolicy: { maxItems: 3 },
    });
  });

  const five = '"profile", "preference", "task_state", "constraint", "episode"';
  it.each([
    [{ writePolicy: { mode: "autoo" } }, 'writePolicy.mode is "autoo"; allowed: "shadow", "auto", "manual".'],
    [{ enable: "yes" }, 'enable is "yes"; allowed: true, false.'],
    [
      { writePolicy: { minConfidence: 1.1 } },
      "writePolicy.minConfidence is 1.1; allowed: a number from 0 to 1.",
    ],
    [
      { readPolicy: { minConfidence: Number.NaN } },
      "readPolicy.minConfidence is NaN; allowed: a number from 0 to 1.",
    ],
    [
      { readPolicy: { recencyWeight: -1 } },
      "readPolicy.recencyWeight is -1; allowed: a number of at least 0.",
    ],
    [
      { writePolicy: { minEvidenceCount: 0 } },
      "writePolicy.minEvidenceCount is 0; allowed: a whole number of at least 1.",
    ],
    [
      { upkeep: { off: ["sweep", "swep"] } } as never,
      'upkeep.off[1] is "swep"; allowed: "sweep", "cold", "purge", "retention", "compact", "consolidate", "link", "insight", "tune".',
    ],
    [
      { writePolicy: { maxWritesPerHour: -1 } },
      "writePolicy.maxWritesPerHour is -1; allowed: a whole number of at least 0, null.",
    ],
    [{ changes: { keep: 1.5 } }, "changes.keep is 1.5; allowed: a whole number of at least 1."],
    [
      { forget: { purgeAfterDays: null } },
      "forget.purgeAfterDays is null; allowed: a whole number of at least 0.",
    ],
    [
      { readPolicy: { maxItems: 0 } },
      "readPolicy.maxItems is 0; allowed: a whole number of at least 1, null.",
    ],
    [
      { retentionDays: { episode: 0 } },
      "retentionDays.episode is 0; allowed: -1, a whole number of at least 1.",
    ],
    [
      { retentionDays: { episode: -2 } },
      "retentionDays.episode is -2; allowed: -1, a whole number of at least 1.",
    ],
    [
      { writePolicy: { allowedTypes: ["profile", "fact"] } },
      `writePolicy.allowedTypes[1] is "fact"; allowed: ${five}.`,
    ],
    [
      { writePolicy: { allowedTypes: "profile" } },
      `writePolicy.allowedTypes is "profile"; allowed: a list of ${five}.`,
    ],
    [{ identity: { aliases: { "qq:1": 5 } } }, 'identity.aliases["qq:1"] is 5; allowed: a non-empty string.'],
    [{ identity: { aliases: [] } }, "identity.aliases is []; allowed: a map of names to a non-empty string."],
    [{ forget: null }, "forget is null; allowed: a section with purgeAfterDays."],
    [{ audit: "evidence" }, 'audit is "evidence"; allowed: "full", "off".'],
    [
      { writePolicy: { minConfidense: 1 } },
      "writePolicy.minConfidense is not a setting; did you mean minConfidence?",
    ],
    [{ write_policy: {} }, "write_policy is not a setting; did you mean writePolicy?"],
    [{ forget: { zebra: 1 } }, "forget.zebra is not a setting; known here: purgeAfterDays."],
    [
      JSON.parse('{"forget":{"__proto__":1}}'),
      "forget.__proto__ is not a setting; known here: purgeAfterDays.",
    ],
  ])("R24, R29, R57–R66: refuses %j", (input, problem) => {
    const error = failure(() => parseSettings(input, "memoir.yaml"));
    expect(error.code).toBe("invalid_settings");
    expect(error.message).toBe(`memoir.yaml: ${problem}`);
  });

  it.each([
    [["secret"], "a list"],
    ["secret", "a string"],
    [null, "null"],
  ])("refuses %j as the whole without repeating it", (input, kind) => {
    expect(failure(() => parseSettings(input, "f")).message).toMatch(
      `f: the root is ${kind}; allowed: a section`,
    );
  });

  it("reports all problems at once, one line each", () => {
    const input = { writePolicy: { mode: 1, maxWritesPerHour: "x", nope: 1 }, audit: "no", what: 1 };
    const error = failure(() => parseSettings(input, "flags", { problems: ["found before."] }));
    expect(error.message.split("\n")).toEqual(error.details.problems);
    expect(error.details.source).toBe("flags");
    expect(error.details.problems).toEqual([
      "flags: found before.",
      'flags: writePolicy.mode is 1; allowed: "shadow", "auto", "manual".',
      'flags: writePolicy.maxWritesPerHour is "x"; allowed: a whole number of at least 0, null.',
      expect.stringContaining("flags: writePolicy.nope is not a setting; "),
      'flags: audit is "no"; allowed: "full", "off".',
      expect.stringContaining("flags: what is not a setting; "),
    ]);
  });

  it("speaks of a setting as it was written", () => {
    const written = new Map([
      ["audit", "seed.audit"],
      ["odd", "seed.odd"],
    ]);
    const error = failure(() => parseSettings({ audit: 1, odd: 2 }, "f", { written }));
    expect(error.message).toMatch(
      'f: seed.audit (audit) is 1; allowed: "full", "off".\nf: seed.odd is not a setting',
    );
  });
});

describe("describeSettings", () => {
  const docs = describeSettings();

  it("lists every leaf of the schema once", () => {
    const known = new Set(docs.map(({ path }) => path));
    // A map of names is one setting, with or without names in it.
    const leaves = (value: unknown, path: string): string[] =>
      !known.has(path) &&
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0
        ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`))
        : [path];
    expect(docs.map(({ path }) => path)).toEqual(leaves(Settings.parse({}), ""));
  });

  it.each(docs)("$path has a type and a doc that states its default", ({ type, doc, default: value }) => {
    expect(type).not.toBe("");
    expect(doc).toMatch(/^[A-Z].+\. Default: /);
    expect(doc.endsWith(` Default: ${JSON.stringify(value)}.`)).toBe(true);
  });

  it("tells types in words", () => {
    const typeOf = (path: string): string | undefined => docs.find((doc) => doc.path === path)?.type;
    expect(typeOf("writePolicy.mode")).toBe('"shadow" | "auto" | "manual"');
    expect(typeOf("readPolicy.maxItems")).toBe("a whole number of at least 1 | null");
    expect(typeOf("identity.aliases")).toBe("a map of names to a non-empty string");
  });
});

describe("ttlDaysOf", () => {
  const { retentionDays } = resolveSettings({});
  const { retentionDays: lasting } = resolveSettings(presetNamed("default").settings);
  it.each([
    ["profile", null, null],
    ["preference", 90, null],
    ["task_state", 7, 30],
    ["constraint", null, null],
    ["episode", 30, 30],
    [null, null, null],
  ] as const)("R12, R65: %s lives %s days, and %s in the default preset", (type, days, byDefault) => {
    expect(ttlDaysOf(type, retentionDays, false)).toBe(days);
    expect(ttlDaysOf(type, lasting, false)).toBe(byDefault);
  });

  it.each([
    ["task_state", 7, null],
    ["preference", 90, null],
    ["episode", 30, 30],
  ] as const)("with a date, %s lives %s days, and %s in the default preset", (type, days, byDefault) => {
    expect(ttlDaysOf(type, retentionDays, true)).toBe(days);
    expect(ttlDaysOf(type, lasting, true)).toBe(byDefault);
  });
});

describe("endOfPlan", () => {
  const midnight = Date.parse("2026-05-02T00:00:00Z");
  const { retentionDays } = resolveSettings({});
  const { retentionDays: lasting } = resolveSettings(presetNamed("default").settings);
  it.each([
    ["task_state", midnight, midnight, Date.parse("2026-05-02T12:00:00Z")],
    ["task_state", null, null, null],
    ["episode", midnight, midnight, midnight],
    [null, midnight, midnight, midnight],
  ] as const)(
    "%s with the end %s ends at %s, and at %s in the default preset",
    (type, end, r12, byDefault) => {
      expect(endOfPlan(type, end, retentionDays)).toBe(r12);
      expect(endOfPlan(type, end, lasting)).toBe(byDefault);
    },
  );
});
