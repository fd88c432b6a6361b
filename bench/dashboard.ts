import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, Page } from "playwright-core";
import { openMemoir } from "../src/index.ts";
import { startServer } from "../src/server/http/serve.ts";
import { launchChromium } from "../test/support/chromium.ts";
import { type Figure, median } from "./support.ts";

const ROWS = 100_000;
/** Milliseconds of scripting that a frame may hold. */
const BAR = 50;
const WHEELS = 300;
const JUMPS = 60;

/** Scrolling the dashboard's list of 100,000 memories in Chromium: the scripting of each frame, from the browser's trace. */
export async function dashboard(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-"));
  const database = join(folder, "memoir.db");
  try {
    await fill(database);
    await using memoir = await openMemoir({ database, embedder: "none", background: false });
    const server = { ...memoir.settings.server, port: 0, requestsPerSecond: null };
    const running = await startServer({
      memoir: { ...memoir, settings: { ...memoir.settings, server } },
      version: "bench",
    });
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const { token } = await memoir.operator().keys.login({ name: "bench" });
      await page.goto(`${running.url}/login?token=${encodeURIComponent(token)}`);
      await page.getByRole("row").first().waitFor();
      return [
        await measure(browser, page, `by the wheel, ${WHEELS} turns`, () => byWheel(page)),
        await measure(browser, page, `by jumps of the scroll bar, ${JUMPS} of them`, () => byJumps(page)),
      ];
    } finally {
      await browser.close();
      await running.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One memory through the engine, and copies of its row: writing each through it would take minutes and show the same. */
async function fill(database: string): Promise<void> {
  const memoir = await openMemoir({ database, embedder: "none", background: false });
  await memoir.scope("user:bench").remember("Note 0: bench lives in Berlin and prefers tea to coffee");
  await memoir.close();
  const db = new DatabaseSync(database);
  const columns = (
    db.prepare("select name from pragma_table_info('memory')").all() as { name: string }[]
  ).map(({ name }) => name);
  const values: Readonly<Record<string, string>> = {
    num: "m.num + n.i",
    id: "printf('%08x-0000-4000-8000-%012x', n.i * 2654435761 % 4294967296, n.i)",
    key: "'note ' || n.i",
    text: "'Note ' || n.i || ': bench lives in Berlin, prefers tea to coffee, and has a meeting about budget ' || (n.i * 7 % 997)",
    importance: "(n.i % 100) / 100.0",
    confidence: "0.5 + (n.i % 50) / 100.0",
  };
  db.exec(
    `insert into memory (${columns.join(", ")})
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS - 1})
     select ${columns.map((column) => values[column] ?? `m.${column}`).join(", ")} from n, memory m where m.num = (select min(num) from memory)`,
  );
  db.close();
}

async function byWheel(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  for (let i = 0; i < WHEELS; i += 1) await page.mouse.wheel(0, i % 10 === 9 ? -1_500 : 2_400);
}

async function byJumps(page: Page): Promise<void> {
  for (let i = 0; i < JUMPS; i += 1) {
    const share = ((i * 37) % JUMPS) / JUMPS;
    await page.evaluate(
      `new Promise((done) => {
        const list = document.querySelector(".virtual");
        list.scrollTop = list.scrollHeight * ${share};
        requestAnimationFrame(() => requestAnimationFrame(done));
      })`,
    );
  }
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The same in processor time of its thread: what others do on the machine is not in it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The entry points of our code; each is counted with all its callees. */
const SCRIPTING = new Set([
  ...["FunctionCall", "EvaluateScript", "EventDispatch", "FireAnimationFrame", "TimerFire", "RunMicrotasks"],
  ...["v8.callFunction", "v8.run", "XHRReadyStateChange", "V8.GC_MC_COMPLETE", "MinorGC", "MajorGC"],
]);

/** Each is on the main thread once a frame; not every version of Chromium has all of them. */
const FRAME_MARKS = ["BeginMainThreadFrame", "Commit", "PrePaint", "UpdateLayerTree"];

async function measure(
  browser: Browser,
  page: Page,
  how: string,
  scroll: () => Promise<void>,
): Promise<Figure> {
  const categories = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "v8",
    "toplevel",
    "__metadata",
  ];
  await browser.startTracing(page, { categories });
  await scroll();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const frames = framesOf(traceEvents);
  const longest = Math.max(0, ...frames);
  return {
    name: `processor time of scripts in the longest frame (ms) while scrolling ${ROWS.toLocaleString("en")} memories ${how}`,
    ratio: longest,
    bar: BAR,
    detail: `${frames.length} frames with scripting, median ${median(frames).toFixed(1)} ms`,
  };
}

/** Milliseconds of scripting between one frame of the page's main thread and the next. */
function framesOf(events: readonly TraceEvent[]): number[] {
  const mains = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const counts = mains.map(({ pid, tid }) =>
    events.filter((one) => one.pid === pid && one.tid === tid && SCRIPTING.has(one.name) && one.ph === "X"),
  );
  const own = counts.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const main = own[0];
  if (main === undefined) throw new Error("The trace holds no script of the page.");
  const begins = FRAME_MARKS.map((mark) =>
    events
      .filter(({ name, pid, tid }) => name === mark && pid === main.pid && tid === main.tid)
      .map(({ ts }) => ts)
      .sort((a, b) => a - b),
  ).find(({ length }) => length > 1);
  if (begins === undefined) throw new Error("The trace holds no frames.");
  const spent = new Map<number, number>();
  let end = 0;
  for (const { ts, dur = 0, tdur = dur } of own.toSorted((a, b) => a.ts - b.ts)) {
    // Calls made by another entry point are counted there.
    if (ts < end) continue;
    end = ts + dur;
    const frame = begins.findLastIndex((begin) => begin <= ts);
    spent.set(frame, (spent.get(frame) ?? 0) + tdur / 1_000);
  }
  return [...spent.values()];
}
