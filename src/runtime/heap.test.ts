import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Objects that live for a while and are let go of, as those of requests are; prints the largest heap, in bytes. */
const CHURN = `
  const kept = new Map();
  let most = 0;
  for (let i = 0; i < 600_000; i++) {
    kept.set(i % 60_000, { text: "x".repeat(20) + i, parts: [i, { i }] });
    if (i % 1_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  console.log(most);`;

async function largestHeap(before: string): Promise<number> {
  const args = ["--max-semi-space-size=16", "--input-type=module", "--eval", `${before}${CHURN}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

it("the heap of a process that bounds its growth stays well below what V8 would let it have", async () => {
  const url = new URL("./heap.ts", import.meta.url).href;
  const bounded = await largestHeap(
    `import { boundHeapGrowth } from ${JSON.stringify(url)}; boundHeapGrowth();`,
  );
  const free = await largestHeap("");
  expect(bounded).toBeLessThan(0.9 * free);
});
