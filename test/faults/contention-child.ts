/**
 * Eight writers and two readers on one database for a while, then a line of figures as JSON:
 * `node contention-child.ts DATABASE NAME MS`.
 */
import { openMemoir } from "../../src/index.ts";

const [database = ":memory:", name = "p", ms = "1000"] = process.argv.slice(2);
const memoir = await openMemoir({
  ...{ database, embedder: "none", background: false },
  settings: { writePolicy: { maxWritesPerHour: 1e6, maxItemsPerScope: 1e6 } },
});
process.stdout.write("open\n");

// The longest stretch of CPU that this thread spent between two turns of its event loop, in milliseconds.
let longestTurn = 0;
let last = process.threadCpuUsage();
const sample = (): void => {
  const now = process.threadCpuUsage();
  longestTurn = Math.max(longestTurn, (now.user - last.user + now.system - last.system) / 1_000);
  last = now;
  setTimeout(sample, 1).unref();
};

let until = 0;
let written = 0;
let longestWait = 0;
let reads = 0;

async function writer(w: number): Promise<void> {
  // Half of the writers of all processes share one scope, the others have their own.
  const scope = memoir.scope(w % 2 === 0 ? "group:shared" : `user:${name}`);
  for (let i = 0; performance.now() < until; i++) {
    const started = performance.now();
    await scope.remember(`Claim ${name}-${w}-${i} says that Bob drinks 绿茶`);
    longestWait = Math.max(longestWait, performance.now() - started);
    written += 1;
  }
}

async function reader(): Promise<void> {
  while (performance.now() < until || reads === 0) {
    const { hits, degraded } = await memoir.scope("group:shared").recall("what does Bob drink?");
    if (degraded !== null) throw new Error(`a read degraded: ${degraded.detail}`);
    reads += hits.length > 0 ? 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// The first turns load and compile; the figures are those of the calls.
for (const i of [1, 2, 3]) {
  await memoir.scope(`user:${name}`).remember(`Claim ${name}-warm-${i} says that Bob drinks 绿茶`);
}
await memoir.scope(`user:${name}`).recall("what does Bob drink?");
await memoir.scope("group:shared").recall("warm up");
until = performance.now() + Number(ms);
last = process.threadCpuUsage();
setTimeout(sample, 1).unref();
await Promise.all([...Array.from({ length: 8 }, (_, w) => writer(w)), reader(), reader()]);
await memoir.close();
process.stdout.write(`${JSON.stringify({ written, longestWait, longestTurn, reads })}\n`);
