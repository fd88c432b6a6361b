import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { LockedSection, newExitLock, takeLock } from "./wire.ts";

const settle = (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 20, "still open"));

describe("the lock", () => {
  it("lets work in, one after the other and overlapping, until it is pulled", async () => {
    const lock = newExitLock();
    const section = new LockedSection(lock);
    expect(await section.run(async () => 1)).toBe(1);
    expect(await Promise.all([section.run(async () => 2), section.run(async () => 3)])).toEqual([2, 3]);
    await expect(section.run(() => Promise.reject(new Error("odd")))).rejects.toThrow("odd");
    expect(await section.run(async () => 4)).toBe(4);
    takeLock(lock);
    expect(await Promise.race([section.run(async () => 5), settle()])).toBe("still open");
  });

  it("waits for what is inside in another thread", async () => {
    const lock = newExitLock();
    const module = JSON.stringify(new URL("./wire.ts", import.meta.url).href);
    const worker = new Worker(
      `const { parentPort, workerData } = require("node:worker_threads");
       import(${module}).then(({ LockedSection }) => new LockedSection(workerData).run(async () => {
         parentPort.postMessage("inside");
         await new Promise((resolve) => setTimeout(resolve, 200));
       }));`,
      { eval: true, workerData: lock },
    );
    await new Promise((resolve) => worker.once("message", resolve));
    const started = performance.now();
    takeLock(lock);
    expect(performance.now() - started).toBeGreaterThan(100);
    expect(performance.now() - started).toBeLessThan(2_500);
    await worker.terminate();
  });
});
