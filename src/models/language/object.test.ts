import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ModelsSection } from "../../domain/settings/models.ts";
import { estimateModelTokens } from "./budget.ts";
import { createModelCaller, type ModelCaller } from "./call.ts";
import { type ManualTime, manualTime } from "./manual-time.fixture.ts";
import { generateObject } from "./object.ts";
import type { GenerateRequest, GenerateResult, LanguageModel } from "./port.ts";

const Same = z.object({ same: z.boolean(), why: z.string().default("") });

interface Setup {
  caller: ModelCaller;
  time: ManualTime;
  asked: GenerateRequest[];
}

function setUp(...answers: (Partial<GenerateResult> | ((time: ManualTime) => GenerateResult))[]): Setup {
  const time = manualTime();
  const asked: GenerateRequest[] = [];
  const model: LanguageModel = {
    id: "m",
    async generate(request) {
      asked.push(request);
      const answer = answers[asked.length - 1] ?? answers.at(-1);
      return typeof answer === "function" ? answer(time) : { text: "", finish: "stop", ...answer };
    },
  };
  const caller = createModelCaller({
    models: { check: model },
    settings: ModelsSection.parse({}),
    ledger: { spent: async () => 0, add: async () => undefined },
    time,
  });
  return { caller, time, asked };
}

const ask = ({ caller, time }: Setup): ReturnType<typeof generateObject<typeof Same>> =>
  time.drive(generateObject(caller, "check", "acme", { schema: Same, system: "Compare.", prompt: "a, b?" }));

describe("generateObject", () => {
  it("says the schema in words to a model that cannot be held to it", async () => {
    const own = setUp({ text: 'I think so: {"same": "true"}', usage: { inputTokens: 5, outputTokens: 6 } });
    expect(await ask(own)).toEqual({
      object: { same: true, why: "" },
      model: "m",
      usage: { inputTokens: 5, outputTokens: 6 },
      repaired: false,
      complete: true,
    });
    expect(own.asked[0]?.system).toMatch(/^Compare\.\n\nAnswer with JSON only.*"same":\{"type":"boolean"\}/s);
    expect(own.asked[0]?.schema?.name).toBe("check");
  });

  it("takes the value that a model parsed itself", async () => {
    const own = setUp({ object: { same: false, why: "other years" } });
    expect((await ask(own)).object).toEqual({ same: false, why: "other years" });
  });

  it("chooses the value that fits among several", async () => {
    const own = setUp({ text: 'See [1], {"note": "x"} and {"same": true, "why": "y"}.' });
    expect((await ask(own)).object).toEqual({ same: true, why: "y" });
  });

  it("asks again once, adds up the cost, and then gives up", async () => {
    const usage = { inputTokens: 10, outputTokens: 1 };
    const mended = setUp({ text: "yes", usage }, { text: '{"same": true}', usage });
    expect(await ask(mended)).toMatchObject({
      repaired: true,
      usage: { inputTokens: 20, outputTokens: 2 },
    });
    expect(mended.asked[1]?.messages).toEqual([
      { role: "user", content: "a, b?" },
      { role: "assistant", content: "yes" },
      { role: "user", content: expect.stringContaining("it holds no JSON") },
    ]);
    const hopeless = setUp({ text: "yes", finish: "length" });
    await expect(ask(hopeless)).rejects.toMatchObject({
      code: "model_bad_output",
      message: "m gave no usable JSON: it was cut off, and it holds no JSON.",
      details: { model: "m", finish: "length" },
    });
    expect(hopeless.asked).toHaveLength(2);
  });

  it("never repeats a long answer whole, nor in an error", async () => {
    const own = setUp({ text: `{"same": "${"secret ".repeat(2_000)}"}` });
    const error = await ask(own).catch((thrown: unknown) => thrown as Error);
    expect(String(error)).not.toContain("secret");
    expect(own.asked[1]?.messages[1]?.content).toHaveLength(2_000);
  });

  it("keeps both calls within one deadline", async () => {
    const slow = (time: ManualTime): GenerateResult => {
      time.advance(20_000);
      return { text: "yes", finish: "stop" };
    };
    const own = setUp(slow);
    await expect(ask(own)).rejects.toMatchObject({ code: "model_timeout", details: { timeoutMs: 10_000 } });
    expect(own.time.elapsed()).toBeLessThanOrEqual(40_000);
  });
});

describe("C20: estimateTokens", () => {
  it.each([
    ["", 0],
    ["abcd", 1],
    ["abcde", 2],
    ["你好世界", 4],
    ["мир", 2],
    ["hi 你", 2],
  ])("%j has about %d", (text, tokens) => {
    expect(estimateModelTokens(text)).toBe(tokens);
  });
});
