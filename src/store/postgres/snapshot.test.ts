import { expect, it } from "vitest";
import { turns } from "./snapshot.ts";

it("lets so many run at once, in the order they came, and a failure gives its place on", async () => {
  const turn = turns(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const calls = Array.from({ length: 7 }, (_, i) =>
    turn(async () => {
      begun.push(i);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (i % 3 === 0) throw new Error(`call ${i}`);
      return i;
    }),
  );
  const results = await Promise.allSettled(calls);
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : "failed"))).toEqual([
    "failed",
    1,
    2,
    "failed",
    4,
    5,
    "failed",
  ]);
  expect(await turn(async () => "free again")).toBe("free again");
});
