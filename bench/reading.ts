import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventInput, type MemoirEngine, openMemoir, type ScopeHandle } from "../src/index.ts";
import { DEV } from "./hygiene/dev/index.ts";
import type { Kind } from "./hygiene/situation.ts";
import { type Figure, median } from "./support.ts";

const LIVE_BAR = 1.8;
const HOLD_BAR_MS = 10;
/** Turns of two messages; twenty of them are one batch. */
const TOGETHER = 20;
const WARM = 3;
const BLOCKS = 12;

/** Everyday talk: what is played, forged or to be forgotten would change how all that comes after it is read. */
const EVERYDAY: ReadonlySet<Kind> = new Set(["plain", "likes", "plan", "corrected", "smalltalk", "question"]);
/** Steps through the texts, so that neighbours are of different kinds. */
const STRIDE = 37;

/** What one person says in the situations of the hygiene benchmark, each answered in a few words. */
function turns(): EventInput[][] {
  const texts = DEV.filter(({ place, kind }) => place === "user" && EVERYDAY.has(kind)).flatMap((one) =>
    one.turns.flatMap(({ role, text }) => (role === "user" ? [text] : [])),
  );
  const mixed = texts.map((_, i) => texts[(i * STRIDE) % texts.length]!);
  return mixed.map((text) => [
    { role: "user", author: "alice", text },
    { role: "assistant", text: "Thanks for telling me. Is there anything else on your mind?" },
  ]);
}

/**
 * What reading costs: a turn that is read as soon as it is said against the same turn in a batch of forty messages, in
 * CPU of all threads; and how long the main thread works in one go while a process reads its first messages.
 */
export async function reading(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-"));
  const memoir = await openMemoir({
    database: join(folder, "memoir.db"),
    embedder: "none",
    background: false,
    settings: { writePolicy: { maxWritesPerSession: 1e9, maxWritesPerHour: 1e9, maxItemsPerScope: 1e9 } },
  });
  try {
    const said = turns();
    // First, as long as nothing is compiled.
    const hold = await longestHold(memoir, said.slice(0, 200));
    return [await liveTurns(memoir, said), hold];
  } finally {
    await memoir.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function liveTurns(memoir: MemoirEngine, said: readonly EventInput[][]): Promise<Figure> {
  const [live, batch] = [memoir.scope("user:live"), memoir.scope("user:batch")];
  const spent = { live: [] as number[], batch: [] as number[] };
  for (let block = -WARM; block < BLOCKS; block += 1) {
    const from = ((block + WARM) * TOGETHER) % (said.length - TOGETHER);
    const next = said.slice(from, from + TOGETHER);
    let sum = 0;
    for (const turn of next) {
      await live.observe(turn);
      sum += await flushCpu(live);
    }
    await batch.observe(next.flat());
    const whole = await flushCpu(batch);
    if (block < 0) continue;
    spent.live.push(sum / TOGETHER);
    spent.batch.push(whole / TOGETHER);
  }
  const [one, many] = [median(spent.live), median(spent.batch)];
  return {
    name: "reading one live turn ÷ the same turn in a batch of 40 messages, CPU of all threads",
    ratio: median(spent.live.map((value, i) => value / spent.batch[i]!)),
    bar: LIVE_BAR,
    detail: `${Math.round(one)} µs against ${Math.round(many)} µs`,
  };
}

async function flushCpu(scope: ScopeHandle): Promise<number> {
  const before = process.cpuUsage();
  await scope.flush();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function longestHold(memoir: MemoirEngine, said: readonly EventInput[][]): Promise<Figure> {
  const scope = memoir.scope("user:hold");
  await scope.observe(said.flat());
  let most = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    most = Math.max(most, (user + system) / 1_000);
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const begun = performance.now();
  await scope.flush();
  isOver = true;
  const took = (performance.now() - begun) / 1_000;
  return {
    name: "longest hold of the event loop while a process reads its first messages, ms of CPU in one turn",
    ratio: most,
    bar: HOLD_BAR_MS,
    detail: `${said.length * 2} messages, ${Math.round((said.length * 2) / took)}/s`,
  };
}
