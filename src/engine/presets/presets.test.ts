import { describe, expect, it } from "vitest";
import { PRESET_NAMES } from "../../api/preset-name.ts";
import { MemoirError } from "../../domain/errors.ts";
import { describeSettings, parseSettings, resolveSettings, type Settings } from "../../domain/settings.ts";
import { PRESETS, presetNamed } from "./presets.ts";

const names = Object.keys(PRESETS);
const resolved = (name: string): Settings => resolveSettings(presetNamed(name).settings);
const noTtl = { profile: -1, preference: -1, task_state: -1, constraint: -1, episode: -1, dated_task: -1 };

function leaf(settings: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], settings);
}

describe("every preset", () => {
  it("is one of the six", () => {
    expect(names).toEqual(["default", "astrbot", "urmom", "everbot", "picobot", "supervisor"]);
  });

  it.each(names)("%s carries its own name and valid settings", (name) => {
    expect(presetNamed(name).name).toBe(name);
    expect(() => parseSettings(presetNamed(name).settings, name)).not.toThrow();
  });

  it.each(names)("%s sets only what differs from the defaults, section by section", (name) => {
    for (const { path, default: byDefault } of describeSettings()) {
      // The types that are permanent anyway belong to "no TTL at all".
      if (path.startsWith("retentionDays.")) continue;
      expect(leaf(presetNamed(name).settings, path), path).not.toEqual(byDefault);
    }
  });

  it.each(names)("C29: naming %s switches it on", (name) => {
    expect(resolved(name).enable).toBe(true);
    expect(resolveSettings(presetNamed(name).settings, { enable: false }).enable).toBe(false);
  });
});

describe("the preset table", () => {
  it("C29: default writes what a user said and ranks by relevance", () => {
    expect(resolved("default").writePolicy.mode).toBe("auto");
    expect(resolved("default").readPolicy).toMatchObject({
      maxItems: 40,
      maxTokens: 600,
      maxPerType: null,
      quotes: true,
      core: true,
      similarityWeight: 1,
      importanceWeight: 0.03,
      recencyWeight: 0.03,
    });
    expect(resolved("default").identity.userScopeStrategy).toBe("person");
    expect(resolved("default").audit).toBe("full");
  });

  it("default forgets no taste and no plan before its date", () => {
    expect(resolved("default").retentionDays).toEqual({ ...noTtl, task_state: 30, episode: 30 });
  });

  it("R24, R29, R60: astrbot is its seed's defaults, so it starts in shadow, and its limits hold for all", () => {
    expect(resolved("astrbot")).toEqual(
      resolveSettings({
        writePolicy: { limits: "all", toolResults: "weighed" },
        extraction: { keys: true },
        match: { by: "cosine" },
        upkeep: { compact: true },
        readPolicy: { retriever: "cosine" },
      }),
    );
    for (const name of PRESET_NAMES)
      expect([name, resolved(name).writePolicy.limits]).toEqual([name, name === "astrbot" ? "all" : "chat"]);
    expect(resolved("astrbot").writePolicy.mode).toBe("shadow");
    expect(resolved("astrbot").identity.userScopeStrategy).toBe("unified_msg_origin");
  });

  it.each(PRESET_NAMES)(
    "R92, R169, R219, R287: seed 000's gates and limits in %s are its own seed's",
    (name) => {
      const { writePolicy, readPolicy } = resolved(name);
      const gates = [
        ...[writePolicy.minConfidence, readPolicy.minConfidence, writePolicy.maxWritesPerSession],
        ...[writePolicy.maxWritesPerHour, writePolicy.maxItemsPerScope],
      ];
      const own = { astrbot: [0.6, 0.5, 10, 50, 200], default: [0.6, 0.5, 100, 200, 2_000] };
      expect(gates).toEqual({ ...own }[name as string] ?? [0, 0, null, null, null]);
    },
  );

  it("R82: urmom serves all facts, and none expires by type", () => {
    expect(resolved("urmom").readPolicy).toMatchObject({ maxItems: null, maxTokens: null, maxPerType: null });
    expect(resolved("urmom").retentionDays).toEqual(noTtl);
    expect(resolved("urmom").writePolicy.mode).toBe("auto");
  });

  it("R143: everbot injects twenty, whatever their type", () => {
    expect(resolved("everbot").readPolicy).toMatchObject({ maxItems: 20, maxTokens: null, maxPerType: null });
    expect(resolved("everbot").retentionDays).toEqual(noTtl);
    expect(resolved("everbot").writePolicy.mode).toBe("auto");
  });

  it("R198, R216, R230: picobot injects five by text match and keeps no audit", () => {
    expect(resolved("picobot").readPolicy).toMatchObject({
      maxItems: 5,
      maxTokens: null,
      maxPerType: null,
      similarityWeight: 1,
      importanceWeight: 0,
      recencyWeight: 0,
    });
    expect(resolved("picobot").audit).toBe("off");
    expect(resolved("picobot").retentionDays).toEqual(noTtl);
    expect(resolved("picobot").writePolicy.mode).toBe("auto");
  });

  it("R277, R287, C24: supervisor asks for consent, and writes three times a turn and fifty times a day", () => {
    const { consent, writePolicy } = resolved("supervisor");
    expect([consent.mode, writePolicy.maxWritesPerTurn, writePolicy.maxWritesPerDay]).toEqual([
      "fields",
      3,
      50,
    ]);
    for (const name of names.filter((one) => one !== "supervisor"))
      expect([name, resolved(name).consent.mode]).toEqual([name, "off"]);
  });

  it("R262, R267: supervisor gets three in 512 tokens, and its memories go cold", () => {
    expect(resolved("supervisor").readPolicy).toMatchObject({ maxItems: 3, maxTokens: 512 });
    expect(resolved("supervisor").retentionDays).toEqual(noTtl);
    expect(resolved("supervisor").identity.userScopeStrategy).toBe("person");
    expect(resolved("supervisor").audit).toBe("full");
    expect(resolved("supervisor").writePolicy.mode).toBe("auto");
  });
});

describe("presetNamed", () => {
  it.each(["astrbott", "", "constructor", "__proto__"])("refuses %j and lists the names", (name) => {
    const all = '"default", "astrbot", "urmom", "everbot", "picobot", "supervisor"';
    const expected = `flags: preset is ${JSON.stringify(name)}; allowed: ${all}.`;
    expect(() => presetNamed(name, "flags")).toThrow(expected);
  });

  it("names its own source unless told", () => {
    try {
      presetNamed("x");
      expect.unreachable();
    } catch (error) {
      expect(MemoirError.is(error) && error.code).toBe("invalid_settings");
      expect((error as Error).message).toMatch(/^openMemoir\(\{ preset \}\): preset is "x"/);
    }
  });
});
