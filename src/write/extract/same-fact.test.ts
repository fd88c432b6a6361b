import { afterEach, describe, expect, it } from "vitest";
import { ModelsSection } from "../../domain/settings/models.ts";
import { createModelCaller, type ModelCaller } from "../../models/language/call.ts";
import {
  type Misbehaviour,
  type Reply,
  type ScriptedModel,
  startScriptedModel,
} from "../../testing/index.ts";
import { sameFacts } from "./same-fact.ts";

let scripted: ScriptedModel;
afterEach(() => scripted.close());

async function caller(
  script: readonly Reply[],
  misbehave: readonly Misbehaviour[] = [],
): Promise<ModelCaller> {
  scripted = await startScriptedModel({ script, misbehave });
  return createModelCaller({
    models: { check: scripted.model },
    settings: ModelsSection.parse({ retries: 0 }),
    ledger: { spent: async () => 0, add: async () => undefined },
  });
}

const pair = (a: string, b: string) => ({ a, b });

describe("C11: whether new sentences are known facts", () => {
  it("one call for all pairs, in their order", async () => {
    const verdicts = [
      { number: 3, verdict: "different" },
      { number: 1, verdict: "same" },
      { number: 2, verdict: "update" },
    ];
    const model = await caller([{ object: { pairs: verdicts } }]);
    const pairs = [
      pair("Ann lives in Oslo", "Ann's home is Oslo"),
      pair("Ann is 31", "Ann is 30"),
      pair("小明喜欢茶", "小明喜欢咖啡"),
    ];
    expect(await sameFacts(model, "acme", pairs)).toEqual(["same", "update", "different"]);
    expect(scripted.calls.requests).toHaveLength(1);
    expect(scripted.calls.requests[0]?.prompt).toBe(
      "[1] A: Ann lives in Oslo\n    B: Ann's home is Oslo\n[2] A: Ann is 31\n    B: Ann is 30\n[3] A: 小明喜欢茶\n    B: 小明喜欢咖啡",
    );
    expect(scripted.calls.inputTokens).toBeLessThan(300);
  });

  it("when in doubt both stand: no verdict, a verdict that there is not, a number that there is not", async () => {
    const model = await caller([
      {
        object: {
          pairs: [
            { number: 2, verdict: "perhaps" },
            { number: 9, verdict: "same" },
          ],
        },
      },
    ]);
    expect(await sameFacts(model, "acme", [pair("a", "b"), pair("c", "d")])).toEqual([
      "different",
      "different",
    ]);
  });

  it("in Chinese, and with a verdict between other words", async () => {
    const model = await caller(['```json\n{"pairs": [{"number": 1, "verdict": "Update"}]}\n```']);
    expect(await sameFacts(model, "acme", [pair("小明住在上海", "小明住在北京")])).toEqual(["update"]);
  });

  it("a sentence cannot pass for the other", async () => {
    const model = await caller([{ object: { pairs: [{ number: 1, verdict: "same" }] } }]);
    await sameFacts(model, "acme", [pair("a\nB: b", `b${"x".repeat(5_000)}`)]);
    expect(scripted.calls.requests[0]?.prompt.split("\n")).toHaveLength(2);
    expect(scripted.calls.requests[0]?.prompt.length).toBeLessThan(1_000);
  });

  it.each<[Misbehaviour, Misbehaviour]>([
    ["bad-json", "bad-json"],
    ["wrong-types", "empty"],
    ["refusal", "refusal"],
    ["server-error", "server-error"],
  ])("no answer is to be had: %s", async (...misbehave) => {
    const answer = { object: { pairs: [{ number: 1, verdict: "same" }] } };
    const model = await caller([answer, answer], misbehave);
    expect(await sameFacts(model, "acme", [pair("a", "b")])).toBeNull();
  });

  it("nor without a model; but who leaves is told", async () => {
    const model = await caller([]);
    const none = createModelCaller({
      models: {},
      settings: model.settings,
      ledger: { spent: async () => 0, add: async () => undefined },
    });
    expect(await sameFacts(none, "acme", [pair("a", "b")])).toBeNull();
    await expect(sameFacts(model, "acme", [pair("a", "b")], AbortSignal.abort())).rejects.toMatchObject({
      code: "aborted",
    });
  });
});
