import { describe, expect, it } from "vitest";
import { modelFor, OWN, PUBLIC } from "./catalogue.ts";

describe("modelFor", () => {
  it.each([
    ["Alice likes green tea"],
    [""],
    ["   \n"],
    ["12:30, 5 km, 👍"],
    ["Алиса любит чай"],
    ["Alice aime le thé vert"],
    ["앨리스는 녹차를 좋아해요"],
    ["the word 茶 means tea"],
    ["Our office in 上海 opens on Monday"],
    ["私は東京に住んでいます"],
    ["東京タワーへ行きたい"],
    ["カタカナ"],
  ])("gives the English model for %j", (text) => {
    for (const family of [OWN, PUBLIC]) expect(modelFor(text, family)).toBe(family.english);
  });

  it.each([
    ["我喜欢喝绿茶"],
    ["茶"],
    ["我在用 TypeScript 写代码"],
    ["Alice 住在柏林"],
    ["臺灣的夜市很好吃"],
    ["会议改到 15:00，在 3 号楼"],
    ["他说「の」这个字很好看，常常写在店名里"],
    ["𠮷野家"],
  ])("gives the Chinese model for %j", (text) => {
    for (const family of [OWN, PUBLIC]) expect(modelFor(text, family)).toBe(family.chinese);
  });

  it("looks at the beginning of a long text only", () => {
    expect(modelFor(`${"word ".repeat(400)}${"茶".repeat(10_000)}`, OWN)).toBe(OWN.english);
  });
});
