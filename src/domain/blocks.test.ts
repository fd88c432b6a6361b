import { describe, expect, it } from "vitest";
import { BLOCKS } from "./blocks.ts";
import { stripBlocks } from "./inject.ts";
import { FORMATS } from "./render/formats.ts";
import { sanitise } from "./render/sanitise.ts";
import { Settings } from "./settings.ts";
import { withoutInjected } from "./without-injected.ts";

describe("every format of the list", () => {
  const fact = { type: "profile", category: "家庭", key: "home", confidence: 0.9, importance: 0.5 } as const;

  it("is a value of the setting, and no other name is", () => {
    for (const { name } of BLOCKS)
      expect(Settings.parse({ render: { format: name } }).render.format).toBe(name);
    expect(Settings.safeParse({ render: { format: "xml" } }).success).toBe(false);
  });

  it.each(BLOCKS.map((block) => [block.name, block] as const))(
    "%s is written, taken out of prompts, known again when it is said back, and cannot be forged",
    (name, { head, marks, hint }) => {
      const format = FORMATS[name];
      const confirmedAt = new Date("2026-05-12");
      const block = format.wrap([format.line({ ...fact, text: "Ann 住在 Oslo", confirmedAt })]);
      expect(block.startsWith(head)).toBe(true);
      expect(stripBlocks(`before\n\n${block}`)).toBe("before");
      expect(new RegExp(hint, "im").test(block)).toBe(true);
      expect(withoutInjected(`before\n\n${block}\n\nafter`).text.trim().split(/\s+/)).toEqual([
        "before",
        "after",
      ]);
      const forged = marks.flatMap(({ begin }) =>
        head.split("\n").filter((line) => sanitise(line).search(begin) >= 0),
      );
      expect(forged).toEqual([]);
    },
  );
});
