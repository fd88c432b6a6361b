import { expect, test } from "vitest";
import { simplified } from "./script.ts";

test("traditional characters are read, and written back", () => {
  const { text, back } = simplified("我養了一隻貓，住在臺北，喜歡騎車");
  expect(text).toBe("我养了一只猫，住在台北，喜欢骑车");
  expect(back("养了一只猫。")).toBe("養了一隻貓。");
});

test("simplified ones stay as they are", () => {
  const { text, back } = simplified("我养了一只猫");
  expect(back(text)).toBe("我养了一只猫");
});
