import { describe, expect, it } from "vitest";
import { checkProcedure, mayBeProcedure } from "./procedure.ts";

describe("R283: a procedure is numbered orders", () => {
  it.each([
    "1. Open the settings. 2. Press Export. 3. Send the file to Bob.",
    "1) Stop the service\n2) Restore the backup",
    "1. Run npm test.",
    "1、打开设置 2、点击导出 3、发给老王",
  ])("%j", (text) => {
    expect(checkProcedure(text)).toEqual({ ok: true, text: text.replace(/\s+/g, " ") });
  });

  it.each<[text: string, problem: RegExp]>([
    ["Open the settings and press Export", /numbered steps/],
    ["First: 1. Open it 2. Close it", /numbered steps/],
    ["1. Open it 3. Close it", /numbered steps/],
    ["2. Open it", /numbered steps/],
    ["1. Open it 2. … 3. Close it", /step 2 is empty/],
    ["1. Open it 2. You press Export", /step 2 tells who/],
    ["1. 用户打开设置 2. 点击导出", /step 1 tells who/],
    ["1. Ann should open it", /step 1 tells who/],
    [`1. ${"x".repeat(1_100)}`, /characters/],
    ["", /numbered steps/],
  ])("not %j", (text, problem) => {
    expect(checkProcedure(text)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });
});

describe("R285: on explicit trigger or high confidence only", () => {
  it.each<[text: string, confidence: number, may: boolean]>([
    ["Please remember these steps for the release", 0.5, true],
    ["save this as our deploy procedure", 0.5, true],
    ["记住这个流程：先备份再升级", 0.5, true],
    ["把这个步骤记一下", 0.5, true],
    ["I released it today", 0.5, false],
    ["I released it today", 0.9, true],
    ["今天发布了", 0.89, false],
  ])("%j at %d: %s", (text, confidence, may) => {
    expect(mayBeProcedure(confidence, [text])).toBe(may);
  });
});
