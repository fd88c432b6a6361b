import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Memoir, SettingsInput } from "../../src/index.ts";
import { recordTelemetry, stopRecording } from "../../src/models/telemetry.fixture.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/testing/index.ts";
import { anyDatabase, useDatabase } from "../support/databases.ts";
import { askedFor, dayReply } from "./support/guild.ts";

const NAMES: Readonly<Record<string, string>> = { 7: "Dana", 8: "Eli" };

describe.each(anyDatabase)("models and caches of digests on $name", (kind) => {
  const db = useDatabase(kind);
  let scripted: ScriptedModel;
  beforeEach(async () => {
    scripted = await startScriptedModel({
      answer: (request) =>
        askedFor(request) === "day"
          ? dayReply(request, (id) => `${NAMES[id]} repairs bicycles.`)
          : "Dana repairs bicycles and Eli repairs bicycles.",
    });
    vi.stubEnv("MEMOIR_MODEL_BASE_URL", scripted.url);
    db.clock.now = Date.parse("2026-05-12T10:00:00Z");
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    stopRecording();
    await scripted.close();
  });

  /** A guild in which two people spoke on the last three days. */
  const guildOf = async (memoir: Memoir, id: string) => {
    const guild = memoir.scope(`group:discord/${id}`, { tenant: db.tenant });
    for (const day of ["10", "11", "12"]) {
      await guild.observe(
        Object.entries(NAMES).map(([author, authorName]) => ({
          ...{ id: `${day}-${author}`, author, authorName, text: "I repair bicycles all day" },
          at: `2026-05-${day}T09:00:00Z`,
        })),
      );
    }
    return guild;
  };
  const digest = (cache: object): SettingsInput => ({ digest: { deadlineMs: 60_000, cache } });

  it("R103: days are summarised by the role summary, history and context by merge", async () => {
    const roles = { summary: "openai-compatible/strong", merge: "openai-compatible/cheap" };
    const memoir = await db.open({ preset: "urmom", settings: { ...digest({}), models: { roles } } });
    const guild = await guildOf(memoir, "42");
    expect(await guild.digest.context("7")).toMatchObject({ source: "merged", degraded: null });
    const asked = scripted.calls.requests.map((request) => `${askedFor(request)} ${request.model}`);
    expect([...new Set(asked)].toSorted()).toEqual(["day strong", "history cheap", "merge cheap"]);
  });

  it("R85: every look into a cache is counted as a hit or a miss", async () => {
    const memoir = await db.open({ preset: "urmom", model: scripted.model, settings: digest({}) });
    const guild = await guildOf(memoir, "42");
    const { counts, spans } = recordTelemetry();
    const looks = async (): Promise<unknown> => {
      counts.length = 0;
      await guild.digest.context("7");
      const found = counts.flatMap(([name, , attributes]) =>
        name === "memoir.digest.cache" ? [attributes] : [],
      );
      return Object.groupBy(found as { layer: string; outcome: string }[], ({ layer }) => layer);
    };
    const all = (layer: string, outcome: string, times = 1): object[] =>
      Array.from({ length: times }, () => ({ layer, outcome }));
    expect(await looks()).toMatchObject({
      today: all("today", "miss"),
      day: all("day", "miss", 6),
      history: all("history", "miss"),
      context: all("context", "miss"),
    });
    expect(await looks()).toMatchObject({
      today: all("today", "hit"),
      day: all("day", "hit", 6),
      history: all("history", "hit"),
      context: all("context", "hit"),
    });
    expect(spans.filter(({ name }) => name === "memoir.digest.context")).toMatchObject([
      { ended: true, attributes: { "memoir.outcome": "merged" } },
      { ended: true, attributes: { "memoir.outcome": "merged" } },
    ]);
  });

  // Two guilds with two people, seven days each, all asked for twice.
  it.each([
    ["today", { today: 1 }, false],
    ["today", { today: 2 }, true],
    ["day", { days: 11 }, false],
    ["day", { days: 12 }, true],
    ["context", { people: 3 }, false],
    ["context", { people: 4 }, true],
  ])("R110: the layer %s with %j holds all of it: %j", async (layer, cache, holds) => {
    const memoir = await db.open({ preset: "urmom", model: scripted.model, settings: digest(cache) });
    const guilds = [await guildOf(memoir, "1"), await guildOf(memoir, "2")];
    const ask = async (): Promise<void> => {
      for (const guild of guilds) {
        for (const person of layer === "context" ? ["7", "8"] : ["7"]) await guild.digest.context(person);
      }
    };
    await ask();
    const { counts } = recordTelemetry();
    await ask();
    const outcomes = counts.flatMap(([name, , attributes]) => {
      const own = attributes as { layer?: string; outcome?: string };
      return name === "memoir.digest.cache" && own.layer === layer ? [own.outcome] : [];
    });
    expect(outcomes.length).toBeGreaterThan(0);
    expect(!outcomes.includes("miss")).toBe(holds);
  });
});
