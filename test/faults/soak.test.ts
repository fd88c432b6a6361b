import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { markdownTable } from "../../bench/markdown-table.ts";
import { openMemoir } from "../../src/index.ts";
import { openStore } from "../../src/store/open.ts";
import { buildIfStale, root } from "../support/program.ts";
import { proving, random, section, seed } from "../support/prove.ts";
import { createBots } from "./server-bots.ts";
import { type Asked, createClient } from "./server-client.ts";
import { startFleet } from "./server-fleet.ts";
import { verify } from "./server-verify.ts";
import { browse, openDashboard } from "./soak-browser.ts";
import { live } from "./soak-clients.ts";
import { createDisturbed, ENGINES, type Engine } from "./soak-database.ts";
import { LATEST_MS, planFaults } from "./soak-faults.ts";
import { startMoodyModel } from "./soak-model.ts";
import { soakPicture } from "./soak-picture.ts";
import { percentile, type SoakReport, soakTable } from "./soak-report.ts";
import { CLIENTS, ROUND_MS, ROUNDS, THINK_MS } from "./soak-size.ts";
import { type Watch, watch } from "./soak-watch.ts";
import { checkTimeline } from "./timeline-check.ts";

const SLOWEST_MS = ROUNDS * ROUND_MS + 1_200_000;
/** One that is killed in every round, and one that lives on. */
const SERVERS = 2;
const HARD_SHARE = 0.3;
/** Patience with a model as interactive bots have it, and a small index: the clients' scopes do not all fit. */
const SETTINGS = {
  models: { retries: 0, timeoutMs: 1_000 },
  index: { maxMegabytes: 4 },
};
/** Growth in an hour that counts as none, as a share of the mean. */
const FLAT = 0.05;
/** Fewer show no slope. */
const LEAST_ROUNDS = 20;

const KINDS: readonly (readonly [part: string, kind: string])[] = [
  ["/api/ltm/events/", "read an event"],
  ["/api/ltm/events", "observe"],
  ["/api/ltm/recall", "recall"],
  ["/api/ltm/remember", "remember"],
  ["/api/ltm/forget", "forget"],
  ["/api/ltm/items", "change"],
  ["/api/ltm/digest", "digest"],
  ["/compress", "compress"],
  ["/api/ltm/upkeep", "upkeep"],
];
const kindOf = ({ path }: Asked): string => KINDS.find(([part]) => path.includes(part))?.[1] ?? "dashboard";

const reports: SoakReport[] = [];

async function soak(engine: Engine): Promise<void> {
  const next = random(seed + ENGINES.indexOf(engine));
  const folder = mkdtempSync(join(tmpdir(), "memoir-soak-"));
  const clock = join(folder, "clock");
  writeFileSync(clock, "0");
  const model = await startMoodyModel(next);
  const disturbed = await createDisturbed(engine);
  const { database } = disturbed;
  const first = await openMemoir({ database, embedder: "none", background: false });
  const { key } = await first.operator().keys.create({ name: "soak", role: "operator" });
  await first.close();
  const fleet = await startFleet(database, SERVERS, { clock, settings: SETTINGS }, model.url);
  const closing: (() => unknown)[] = [];
  try {
    const started = performance.now();
    const answers: { at: number; kind: string; ms: number }[] = [];
    const onAnswer = (kind: string, ms: number): void =>
      void answers.push({ at: performance.now() - started, kind, ms });
    const faults = planFaults({ fleet, disturbed, model, clock }, next);
    const { goesOn, isExplained } = faults;
    const pause = (): Promise<unknown> => sleep(THINK_MS / 8);
    const client = createClient(fleet, key, { isExplained, pause }, (asked, ms) =>
      onAnswer(kindOf(asked), ms),
    );
    const bots = createBots(client, next, HARD_SHARE);
    const watching = watch(fleet, key);
    const crowd = { client, bots, fleet, key, next, goesOn, onAnswer };
    const progress = async (): Promise<void> => {
      for (let seen = 0; goesOn(); ) {
        await sleep(ROUND_MS);
        const ms = answers.slice(seen).map((one) => one.ms);
        seen = answers.length;
        const minute = ((performance.now() - started) / 60_000).toFixed(1);
        console.log(
          `${minute} min, ${engine}: ${answers.length} answers, p99 ${Math.round(percentile(0.99, ms))} ms; ${bots.told.messages.size} messages, ${bots.told.claims.size} memories; ${watching.now()}; ${client.tally.broken} broken, ${client.tally.wrong.length} wrong`,
        );
      }
    };
    closing.push(faults.stop);
    const visitor = await openDashboard(client, fleet);
    closing.push(visitor.close);
    const [visits] = await Promise.all([
      browse(visitor, goesOn, (ms) => onAnswer("dashboard", ms)),
      faults.run(),
      watching.run(goesOn),
      progress(),
      ...Array.from({ length: CLIENTS }, (_, i) => live(crowd, i)),
    ]);

    faults.setClock(LATEST_MS);
    await fleet.replace(0); // reads the clock before it answers
    const begun = await bots.finish();
    await fleet.stop();
    expect(client.tally.wrong).toEqual([]);

    const memoir = await openMemoir({ database, embedder: "none", background: false });
    await verify(memoir, bots.told, (text) => text.startsWith("Boat ")).finally(() => memoir.close());
    const store = await openStore({ database });
    const timeline = await checkTimeline(store, "default", { byWords: false }).finally(() => store.close());
    const states = Object.groupBy(bots.told.claims.values(), ({ status }) => status);
    const count = (status: keyof typeof states): number => states[status]?.length ?? 0;
    reports.push({
      ...{ engine, answers, injected: faults.injected, explained: faults.explained },
      broken: client.tally.broken,
      acknowledged: `${bots.told.messages.size} messages (${timeline.live} live, ${timeline.summarised} summarised, ${timeline.raw} dumped of conversations that were compressed); ${count("active")} memories, ${count("soft_deleted")} forgotten, ${count("erased")} erased; ${begun} requests begun by a dead server sent again when they may be; ${bots.looks.all} looks right after an acknowledgement, none missed`,
      model: `${model.counts.asked} asked, ${model.counts.spoilt} spoilt, ${model.counts.lies} lies`,
      dashboard: `${visits.shown} views shown, ${visits.missed} missed because the server was down`,
      slopes: watching.slopes(),
    });
    expect(count("active")).toBeGreaterThan(0);
    if (ROUNDS >= LEAST_ROUNDS) expectFlat(watching.slopes());
  } finally {
    for (const close of closing) await close();
    await fleet.end();
    await model.close();
    await disturbed.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function expectFlat(slopes: ReturnType<Watch["slopes"]>): void {
  for (const [measure, both] of Object.entries(slopes)) {
    for (const [whose, slope] of Object.entries(both)) {
      if (slope === null) continue;
      const { mean, perUnit, margin } = slope;
      expect(perUnit - margin, `growth of ${measure}, ${whose}, in an hour`).toBeLessThan(FLAT * mean);
    }
  }
}

beforeAll(buildIfStale);

it.concurrent.each(ENGINES)(
  `${CLIENTS} clients on %s through ${ROUNDS} kills and every other fault: nothing acknowledged is lost (seed ${seed})`,
  soak,
  SLOWEST_MS,
);

afterAll(() => {
  const sorted = ENGINES.flatMap((engine) => reports.filter((report) => report.engine === engine));
  const { head, rows } = soakTable(sorted);
  const minutes = (ROUNDS * ROUND_MS) / 60_000;
  const title = `${CLIENTS} clients on each database for ${minutes} minutes, both side by side, seed ${seed}`;
  if (proving && sorted.length > 0) {
    writeFileSync(join(root, "docs/images/soak.svg"), soakPicture(sorted));
  }
  section("soak", [title, "", ...markdownTable(head, rows)]);
});
