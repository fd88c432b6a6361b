import { afterEach, describe, expect, it } from "vitest";
import { Models } from "../../domain/settings/models.ts";
import { createModelCaller, type ModelCaller } from "../../models/language/call.ts";
import {
  type Misbehaviour,
  type Reply,
  type ScriptedModel,
  startScriptedModel,
} from "../../testing/index.ts";
import { sameFact } from "./same-fact.ts";

let scripted: ScriptedModel;
afterEach(() => scripted.close());

async function caller(
  script: readonly Reply[],
  misbehave: readonly Misbehaviour[] = [],
): Promise<ModelCaller> {
  scripted = await startScriptedModel({ script, misbehave });
  return createModelCaller({
    models: { check: scripted.model },
    settings: Models.parse({ retries: 0 }),
    ledger: { spent: async () => 0, add: async () => undefined },
  });
}

describe("C11: whether two sentences are one fact", () => {
  it.each(["same", "update", "different"] as const)("%s", async (verdict) => {
    const model = await caller([{ object: { verdict } }]);
    expect(await sameFact(model, "acme", "Ann lives in Oslo", "Ann's home is Oslo")).toBe(verdict);
    expect(scripted.calls.requests[0]?.prompt).toBe("A: Ann lives in Oslo\nB: Ann's home is Oslo");
    expect(scripted.calls.inputTokens).toBeLessThan(250);
  });

  it("in Chinese, and with a verdict between other words", async () => {
    const model = await caller(['```json\n{"verdict": "Update"}\n```']);
    expect(await sameFact(model, "acme", "小明住在上海", "小明住在北京")).toBe("update");
  });

  it("a sentence cannot pass for the other", async () => {
    const model = await caller([{ object: { verdict: "same" } }]);
    await sameFact(model, "acme", "a\nB: b", `b${"x".repeat(5_000)}`);
    expect(scripted.calls.requests[0]?.prompt.split("\n")).toHaveLength(2);
    expect(scripted.calls.requests[0]?.prompt.length).toBeLessThan(1_000);
  });

  it.each<[Misbehaviour, Misbehaviour]>([
    ["bad-json", "bad-json"],
    ["wrong-types", "empty"],
    ["refusal", "refusal"],
    ["server-error", "server-error"],
  ])("no answer is to be had: %s", async (...misbehave) => {
    const model = await caller([{ object: { verdict: "same" } }, { object: { verdict: "same" } }], misbehave);
    expect(await sameFact(model, "acme", "a", "b")).toBeNull();
  });

  it("nor without a model; but who leaves is told", async () => {
    const model = await caller([]);
    const none = createModelCaller({
      models: {},
      settings: model.settings,
      ledger: { spent: async () => 0, add: async () => undefined },
    });
    expect(await sameFact(none, "acme", "a", "b")).toBeNull();
    await expect(sameFact(model, "acme", "a", "b", AbortSignal.abort())).rejects.toMatchObject({
      code: "aborted",
    });
  });
});
