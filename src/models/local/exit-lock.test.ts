import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { LockedSection, newExitLock, takeLock } from "./exit-lock.ts";

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
    const done = new SharedArrayBuffer(4);
    const module = JSON.stringify(new URL("./exit-lock.ts", import.meta.url).href);
    const worker = new Worker(
      `const { parentPort, workerData } = require("node:worker_threads");
       import(${module}).then(({ LockedSection }) => new LockedSection(workerData.lock).run(async () => {
         parentPort.postMessage("inside");
         await new Promise((resolve) => setTimeout(resolve, 200));
         Atomics.store(new Int32Array(workerData.done), 0, 1);
       }));`,
      { eval: true, workerData: { lock, done } },
    );
    await new Promise((resolve) => worker.once("message", resolve));
    takeLock(lock);
    expect(Atomics.load(new Int32Array(done), 0)).toBe(1);
    await worker.terminate();
  });
});
