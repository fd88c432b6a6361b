import { describe, expect, it } from "vitest";
import { MemoirError } from "../../index.ts";
import { createRate } from "./guards.ts";

describe("a rate", () => {
  let at = 0;
  const rateOf = (perSecond: number, burst: number) => createRate(perSecond, burst, () => at);
  const takes = (take: () => void): number | "ok" => {
    try {
      take();
      return "ok";
    } catch (error) {
      if (!MemoirError.is(error)) throw error;
      expect(error.code).toBe("rate_limited");
      return error.details.retryAfterSeconds as number;
    }
  };

  it.each([
    ["a burst, then none", 1, 2, [0, 0, 0], ["ok", "ok", 1]],
    ["one again after its time", 1, 1, [0, 500, 1_000], ["ok", 1, "ok"]],
    ["many a second", 10, 1, [0, 50, 100], ["ok", 1, "ok"]],
    [
      "no more than a burst, however long nobody came",
      1,
      2,
      [0, 60_000, 60_000, 60_000],
      ["ok", "ok", "ok", 1],
    ],
    ["who asks in vain waits no longer for it", 1, 1, [0, 900, 950, 1_000], ["ok", 1, 1, "ok"]],
  ] as const)("%s", (_what, perSecond, burst, times, answers) => {
    const rate = rateOf(perSecond, burst);
    expect(
      times.map((time) => {
        at = time;
        return takes(() => rate("one"));
      }),
    ).toEqual(answers);
  });

  it("is each caller's own", () => {
    at = 0;
    const rate = rateOf(1, 1);
    expect(["a", "b", "a", "b"].map((who) => takes(() => rate(who)))).toEqual(["ok", "ok", 1, 1]);
  });
});
