import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openMemoir } from "../../src/index.ts";
import { openStore } from "../../src/store/open.ts";
import { random, seed } from "../support/prove.ts";
import { type Bots, createBots } from "./server-bots.ts";
import { type Asked, createClient } from "./server-client.ts";
import { startFleet } from "./server-fleet.ts";
import { verify } from "./server-verify.ts";
import { browse, openDashboard } from "./soak-browser.ts";
import { live } from "./soak-clients.ts";
import { createDisturbed, ENGINES, type Engine } from "./soak-database.ts";
import { LATEST_MS, planFaults, type Victims } from "./soak-faults.ts";
import { startMoodyModel } from "./soak-model.ts";
import { type Answered, percentile, type SoakReport } from "./soak-report.ts";
import { CLIENTS, ROUND_MS, THINK_MS } from "./soak-size.ts";
import { watch } from "./soak-watch.ts";
import { checkTimeline } from "./timeline-check.ts";

/** One that is killed in every round, and one that lives on. */
const SERVERS = 2;
const HARD_SHARE = 0.3;
/** Patience with a model as interactive bots have it, and a small index: the clients' scopes do not all fit. */
const SETTINGS = { models: { retries: 0, timeoutMs: 1_000 }, index: { maxMegabytes: 4 } };

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

/** Runs all rounds on one database and looks at what is left. */
export async function soak(engine: Engine): Promise<SoakReport> {
  const next = random(seed + ENGINES.indexOf(engine));
  const folder = mkdtempSync(join(tmpdir(), "memoir-soak-"));
  const clock = join(folder, "clock");
  writeFileSync(clock, "0");
  const model = await startMoodyModel(next);
  const disturbed = await createDisturbed(engine);
  try {
    const { database } = disturbed;
    const first = await openMemoir({ database, embedder: "none", background: false });
    const { key } = await first.operator().keys.create({ name: "soak", role: "operator" });
    await first.close();
    const fleet = await startFleet(database, SERVERS, { clock, settings: SETTINGS }, model.url);
    try {
      return await runRounds({ fleet, disturbed, model, clock, engine, key, next });
    } finally {
      await fleet.end();
    }
  } finally {
    await model.close();
    await disturbed.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Site extends Victims {
  readonly engine: Engine;
  readonly key: string;
  readonly next: () => number;
}

async function runRounds(site: Site): Promise<SoakReport> {
  const { engine, fleet, model, key, next } = site;
  const started = performance.now();
  const answers: Answered[] = [];
  const onAnswer = (kind: string, ms: number): void =>
    void answers.push({ at: performance.now() - started, kind, ms });
  const faults = planFaults(site, next);
  const { goesOn, isExplained } = faults;
  const pause = (): Promise<unknown> => sleep(THINK_MS / 8);
  const onHttp = (asked: Asked, ms: number): void => onAnswer(kindOf(asked), ms);
  const client = createClient(fleet, key, { isExplained, pause }, onHttp);
  const { tally } = client;
  const bots = createBots(client, next, HARD_SHARE);
  const watching = watch(fleet, key);
  const onConflict = (): void => faults.explain("conflict: another run of that upkeep was under way");
  const crowd = { client, bots, fleet, key, next, goesOn, onAnswer, onConflict };
  const progress = async (): Promise<void> => {
    for (let [seen, wrong] = [0, 0]; goesOn(); [seen, wrong] = [answers.length, tally.wrong.length]) {
      await sleep(ROUND_MS);
      const p99 = percentile(
        0.99,
        answers.slice(seen).map((one) => one.ms),
      );
      console.log(
        `${((performance.now() - started) / 60_000).toFixed(1)} min, ${engine}: ${answers.length} answers, p99 ${Math.round(p99)} ms; ${bots.told.messages.size} messages, ${bots.told.claims.size} memories; ${watching.now()}; ${tally.broken} broken; ${tally.wrong.length} wrong`,
        ...tally.wrong.slice(wrong),
      );
    }
  };
  const visitor = await openDashboard(client, fleet);
  const [visits] = await Promise.all([
    browse(visitor, goesOn, (ms) => onAnswer("dashboard", ms)),
    faults.run(),
    watching.run(goesOn),
    progress(),
    ...Array.from({ length: CLIENTS }, (_, i) => live(crowd, i)),
  ]).finally(async () => {
    faults.stop();
    await visitor.close();
  });

  faults.setClock(LATEST_MS);
  await fleet.replace(0); // reads the clock before it answers
  const begun = await bots.finish();
  await fleet.stop();
  return {
    ...{ engine, answers, injected: faults.injected, explained: faults.explained },
    ...{ broken: tally.broken, wrong: tally.wrong },
    ...(await found(site.disturbed.database, bots)),
    resent: `${begun} of a dead server when they might be; ${bots.looks.all} looks right after an acknowledgement`,
    model: `${model.counts.asked} asked, ${model.counts.spoilt} spoilt, ${model.counts.lies} lies`,
    dashboard: `${visits.shown} views shown, ${visits.missed} missed because the server was down`,
    slopes: watching.slopes(),
  };
}

/** Whether everything acknowledged is there, and how much that is. */
async function found(database: string, { told }: Bots): Promise<Pick<SoakReport, "found" | "lost">> {
  const states = Object.groupBy(told.claims.values(), ({ status }) => status);
  const count = (status: keyof typeof states): number => states[status]?.length ?? 0;
  const counts = `${told.messages.size} messages; ${count("active")} memories, ${count("soft_deleted")} forgotten, ${count("erased")} erased`;
  const memoir = await openMemoir({ database, embedder: "none", background: false });
  const store = await openStore({ database });
  try {
    await verify(memoir, told, (text) => text.startsWith("Boat "));
    const { live, summarised, raw } = await checkTimeline(store, "default", { byWords: false });
    const talks = `of conversations ${live} live, ${summarised} summarised, ${raw} dumped`;
    return { found: `${counts}; ${talks}`, lost: null };
  } catch (error) {
    return { found: `${counts}; not all is as it was left`, lost: error };
  } finally {
    await store.close();
    await memoir.close();
  }
}
