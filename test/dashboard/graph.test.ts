import { describe, expect, it } from "vitest";
import { type Box, layout } from "../../dashboard/src/views/graph/layout.ts";
import { type Statement, tiesOf } from "../../dashboard/src/views/graph/names.ts";

const called =
  (own: string) =>
  (subject: string | null): string =>
    subject === null || subject === "me" ? own : subject;

function said(...lines: readonly [subject: string | null, text: string][]): Statement[] {
  return lines.map(([subject, text], i) => ({ id: `m${i}`, subject, text }));
}

describe("who is connected to whom", () => {
  it.each<[string, [string | null, string][], [string, string, string | null][]]>([
    [
      "relatives of relatives, not only of the user",
      [
        ["Mia", "Mia is Robin's sister and teaches in Bristol."],
        ["Tom", "Tom is Mia's husband."],
        ["Ella", "Ella is the daughter of Mia and Tom and is six years old."],
        ["Joan", "Joan is the mother of Robin and Mia and lives alone in York."],
      ],
      [
        ["Mia", "Robin", "sister"],
        ["Mia", "Bristol", null],
        ["Tom", "Mia", "husband"],
        ["Ella", "Mia", "daughter"],
        ["Ella", "Tom", "daughter"],
        ["Joan", "Robin", "mother"],
        ["Joan", "Mia", "mother"],
        ["Joan", "York", null],
      ],
    ],
    [
      "a thing by its full name, and no days or months",
      [
        ["me", "Robin accepted a post at Southmead Hospital in March."],
        ["Anwar", "Anwar is the charge nurse on Robin's ward at Southmead."],
        ["me", "Robin climbs on Saturdays."],
      ],
      [
        ["Robin", "Southmead Hospital", null],
        ["Anwar", "Robin", null],
        ["Anwar", "Southmead Hospital", null],
      ],
    ],
    [
      "Chinese",
      [
        ["糖糖", "糖糖是林晓和周航的女儿，四岁。"],
        ["周航", "周航是林晓的爱人，在成都工作。"],
        ["豆包", "豆包是林晓养的橘猫。"],
        ["me", "林晓和老赵一起跑步。"],
        ["老赵", "老赵教体育。"],
      ],
      [
        ["糖糖", "林晓", "女儿"],
        ["糖糖", "周航", "女儿"],
        ["周航", "林晓", "爱人"],
        ["豆包", "林晓", "橘猫"],
        ["林晓", "老赵", null],
      ],
    ],
  ])("%s", (name, lines, wanted) => {
    const { ties } = tiesOf(said(...lines), called(name === "Chinese" ? "林晓" : "Robin"));
    const plain = ties.map(({ from, to, relation }) => [from, to, relation]);
    expect(new Set(plain.map(String))).toEqual(new Set(wanted.map(String)));
  });

  it("people are whom memories are about, things what they mention; each with its memories", () => {
    const { names } = tiesOf(
      said(["Joan", "Joan is the mother of Robin and lives in York."], ["me", "Robin visits Joan in York."]),
      called("Robin"),
    );
    expect(names).toEqual([
      { name: "Joan", kind: "person", memories: ["m0", "m1"] },
      { name: "Robin", kind: "person", memories: ["m0", "m1"] },
      { name: "York", kind: "thing", memories: ["m0", "m1"] },
    ]);
  });

  it("a claim about nobody ties nobody", () => {
    expect(tiesOf(said([null, "The office opens at nine in Oslo."]), () => "").ties).toEqual([]);
  });
});

describe("the layout", () => {
  const overlap = (a: Box & { x: number; y: number }, b: Box & { x: number; y: number }): boolean =>
    Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;

  it.each([
    [2, 960, 460],
    [12, 960, 460],
    [40, 960, 560],
    [16, 356, 560],
  ])(
    "%i boxes on %i by %i: no two overlap, none leaves the area, always the same",
    (count, width, height) => {
      const boxes = Array.from({ length: count }, (_, i) => ({
        ...{ id: `n${i}`, width: 40 + ((i * 37) % 70), height: 26 },
      }));
      const ties = boxes.slice(1).map(({ id }, i) => [id, `n${Math.floor(i / 3)}`] as const);
      const placed = layout(boxes, ties, { width, height });
      for (const [i, a] of placed.entries()) {
        expect(a.x - a.width / 2).toBeGreaterThanOrEqual(0);
        expect(a.x + a.width / 2).toBeLessThanOrEqual(width);
        expect(a.y - a.height / 2).toBeGreaterThanOrEqual(0);
        expect(a.y + a.height / 2).toBeLessThanOrEqual(height);
        for (const b of placed.slice(i + 1)) expect([a.id, b.id, overlap(a, b)]).toEqual([a.id, b.id, false]);
      }
      expect(layout(boxes, ties, { width, height })).toEqual(placed);
    },
  );
});
