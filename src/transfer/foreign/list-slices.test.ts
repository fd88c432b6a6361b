import { expect, it } from "vitest";
import { listSlices } from "./list-slices.ts";

const values = (text: string): unknown[] | undefined =>
  listSlices(text)?.flatMap((slice) => JSON.parse(slice) as unknown[]);

it.each([
  ["a list", [1, 'a,]\\"[', { b: [1, { c: "}" }] }]],
  ["none", []],
])("%s comes back as it was", (_what, list) => {
  expect(values(JSON.stringify(list))).toEqual(list);
  expect(values(` {"n": {"results": [9]}, "results" : ${JSON.stringify(list)}, "x": 1}`)).toEqual(list);
  expect(values(JSON.stringify({ memories: list }, null, 2))).toEqual(list);
});

it("a large one comes in slices, none of them much larger than its elements", () => {
  const list = Array.from({ length: 5_000 }, (_, i) => ({ i, text: 'words, [and] "more" '.repeat(20) }));
  const slices = listSlices(JSON.stringify(list))!;
  expect(slices.length).toBeGreaterThan(5);
  for (const slice of slices) expect(slice.length).toBeLessThan(300_000);
  expect(slices.flatMap((slice) => JSON.parse(slice) as unknown[])).toEqual(list);
});

it.each(["", "x", "7", '{"a": 1}', "[1, 2", "[1] 2", '{"results": [1]', '["a'])(
  "%j has no list that could be sliced",
  (text) => {
    expect(listSlices(text)).toBeNull();
  },
);
