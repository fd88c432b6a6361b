import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../../domain/budget.ts";
import { CORE_SORTS } from "../../domain/enums.ts";
import { FORMATS } from "../../domain/render/formats.ts";
import { resolveSettings } from "../../domain/settings.ts";
import { lengthsOf } from "../../scope-index/memory-shelf.ts";
import { type CorePart, CoreQueue, chooseCore } from "./core-budget.ts";

interface Wish {
  readonly part: CorePart;
  readonly isPart: boolean;
}

const wish = fc.record({
  length: fc.integer({ min: 1, max: 60 }),
  at: fc.nat({ max: 50 }),
  isPart: fc.boolean(),
});
/** One source of each sort: memories, and quotes of one of them. */
const lists = fc.tuple(
  fc.array(wish, { maxLength: 30 }),
  fc.array(wish, { maxLength: 30 }),
  fc.array(wish, { maxLength: 30 }),
  fc.array(wish, { maxLength: 30 }),
);

/** All limits, then the newest of each other sort in turn, each looked at, and taken where it fits. */
function plainly(
  bySort: readonly (readonly Wish[])[],
  line: (words: readonly string[]) => string,
  most: number,
) {
  const chosen: string[] = [];
  const isLimit = (list: readonly Wish[]): boolean => list[0]?.part.sort === "limit";
  for (const lists of [bySort.filter(isLimit), bySort.filter((list) => !isLimit(list))]) {
    const left = lists.map((list) => list.filter((one) => one.isPart));
    while (left.some((list) => list.length > 0)) {
      for (const list of left) {
        const next = list.shift();
        if (next === undefined) continue;
        const words = [...chosen, next.part.quoted];
        if (estimateTokens(line(words)) <= most) chosen.push(next.part.quoted);
      }
    }
  }
  return chosen;
}

test("the core is that of a look at every part, however many are too long", () => {
  const settings = resolveSettings({});
  const format = FORMATS[settings.render.format];
  fc.assert(
    fc.property(lists, fc.integer({ min: 10, max: 200 }), (given, maxTokens) => {
      let id = 0;
      const sources = given.map((list, s) => {
        const sort = CORE_SORTS[s % CORE_SORTS.length]!;
        const newestFirst = list.toSorted((a, b) => b.at - a.at);
        const wishes = newestFirst.map(({ length, at, isPart }): Wish => {
          const quoted = `${id++} ${"x".repeat(length)}`;
          return { isPart, part: { candidate: { id } as never, text: quoted, sort, at, quoted } };
        });
        return { sort, wishes };
      });
      const queues = sources.map(
        ({ sort, wishes }) =>
          new CoreQueue(sort, lengthsOf(wishes.map(({ part }) => part.quoted)), (position) =>
            wishes[position]!.isPart ? wishes[position]!.part : null,
          ),
      );
      const bySort = CORE_SORTS.map((sort) =>
        sources
          .filter((source) => source.sort === sort)
          .flatMap(({ wishes }) => wishes)
          .toSorted((a, b) => b.part.at - a.part.at),
      );
      const most = Math.min(settings.readPolicy.coreTokens ?? Number.POSITIVE_INFINITY, maxTokens / 2);
      const expected = plainly(bySort, (words) => format.always(words), most);
      expect(chooseCore(queues, settings, maxTokens).parts.map(({ text }) => text)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
