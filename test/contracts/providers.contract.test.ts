import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/testing/index.ts";
import { databases, useDatabase } from "../support/databases.ts";

describe.each(databases)("the providers that the settings name on $name", (kind) => {
  const db = useDatabase(kind);
  let provider: ScriptedModel;
  beforeEach(async () => {
    provider = await startScriptedModel({ answer: () => ({ object: { facts: [] } }) });
    vi.stubEnv("MEMOIR_MODEL_BASE_URL", provider.url);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await provider.close();
  });

  it.each([
    ["astrbot", "the seed's key", { extraction_provider_id: "openai-compatible/named" }, "named"],
    ["default", "our name", { extractionProviderId: "openai-compatible/named" }, "named"],
    ["astrbot", "empty: the default one", { extraction_provider_id: "" }, "engine"],
    [
      "default",
      "the model of the role first",
      {
        extractionProviderId: "openai-compatible/named",
        models: { roles: { extract: "openai-compatible/role" } },
      },
      "role",
    ],
  ] as const)("R63: who extracts in %s, by %s", async (preset, _by, settings, asked) => {
    const memoir = await db.open({ preset, settings, model: "openai-compatible/engine", embedder: "none" });
    const ann = memoir.scope("user:ann", { tenant: db.tenant });
    await ann.observe([{ text: "I moved to Rome in May and I keep bees there.", author: "Ann" }]);
    await ann.flush();
    const usage = await memoir.operator(db.tenant).modelUsage();
    expect(usage.map(({ role, model }) => [role, model])).toEqual([
      ["extract", `openai-compatible/${asked}`],
    ]);
  });

  it.each([
    [
      "astrbot",
      "the seed's key",
      { embedding_provider_id: "openai-compatible/vectors" },
      "openai-compatible/vectors",
    ],
    [
      "default",
      "our name",
      { embeddingProviderId: "openai-compatible/vectors" },
      "openai-compatible/vectors",
    ],
  ] as const)("R64: who embeds in %s, by %s", async (preset, _by, settings, model) => {
    // Not by `db.open()`, which names an embedder.
    await using memoir = await openMemoir({ database: db.database, preset, settings, background: false });
    await memoir.scope("user:ann", { tenant: db.tenant }).remember("Ann keeps bees");
    const rows = await db.query<{ model: string }>(
      "select distinct model from vector where tenant = $1 and kind = 'm'",
      [db.tenant],
    );
    expect(rows).toEqual([{ model }]);
  });
});
