import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { type MemoirEngine, openMemoir } from "../../src/index.ts";
import { createDatabase } from "../support/postgres.ts";
import { figure, oneOf, proving, random, seed } from "../support/prove.ts";
import { createBots } from "./server-bots.ts";
import { createClient, type Tally } from "./server-client.ts";
import { type Fleet, startFleet } from "./server-fleet.ts";
import { verify } from "./server-verify.ts";

const CONNECTIONS = proving ? 64 : 8;
const MS = proving ? 60_000 : 3_000;
const KILLS = proving ? 6 : 1;
const SLOWEST_MS = proving ? 1_200_000 : 300_000;
/** After so long a request that a dead server had begun may be carried out by another. */
const MINUTE_MS = 61_000;

interface Deaths {
  /** Kills a server whose time has come; says whether the load goes on. */
  goesOn(): boolean;
  /** Waits for what is being killed or started. */
  settled(): Promise<void>;
}

/** Each server in its turn dies at a moment at random; the time in which none is up does not count. */
function plan(fleet: Fleet, next: () => number): Deaths {
  const life = (): number => performance.now() + (MS / (KILLS + 1)) * (0.5 + next());
  let due = life();
  let kills = 0;
  let striking: Promise<void> | undefined;
  return {
    goesOn() {
      if (striking !== undefined || performance.now() < due) return true;
      if (kills === KILLS) return false;
      striking = fleet.replace(kills).finally(() => {
        striking = undefined;
        due = life();
      });
      kills += 1;
      return true;
    },
    settled: async () => striking,
  };
}

function at(share: number, sorted: readonly number[]): string {
  return `${Math.round(sorted[Math.floor(share * sorted.length)] ?? Number.NaN)} ms`;
}

function summary({ reads, writes, broken }: Tally, seconds: number): string {
  const both = (times: number[]): string => {
    const sorted = times.toSorted((a, b) => a - b);
    return `${times.length} (p50 ${at(0.5, sorted)}, p95 ${at(0.95, sorted)})`;
  };
  const rate = Math.round((reads.length + writes.length) / seconds);
  return `${CONNECTIONS} connections for ${seconds.toFixed(1)} s, ${rate} requests/s: reads ${both(reads)}, writes ${both(writes)}; ${KILLS} SIGKILLs, ${broken} broken connections and no other error`;
}

const FLEETS = [
  { name: "one server on sqlite", engine: "sqlite", servers: 1 },
  { name: "one server on postgres", engine: "postgres", servers: 1 },
  { name: "two servers on one postgres behind one client", engine: "postgres", servers: 2 },
] as const;

it.each(oneOf(FLEETS))(
  `$name: ${CONNECTIONS} connections, ${KILLS} SIGKILLs, nothing acknowledged is missing (seed ${seed})`,
  async ({ name, engine, servers }) => {
    const folder = mkdtempSync(join(tmpdir(), "memoir-server-"));
    const database =
      engine === "sqlite" ? join(folder, "memoir.db") : await createDatabase(inject("postgresUrl"));
    const open = (): Promise<MemoirEngine> => openMemoir({ database, embedder: "none", background: false });
    const fleets: Fleet[] = [];
    const start = async (count: number, aheadMs = 0): Promise<Fleet> => {
      const fleet = await startFleet(database, count, { aheadMs });
      fleets.push(fleet);
      return fleet;
    };
    const next = random(seed);
    try {
      const first = await open();
      const { key } = await first.operator().keys.create({ name: "load", role: "write" });
      await first.close();

      let fleet = await start(servers);
      const client = createClient({ address: (turn) => fleet.address(turn) }, key);
      const bots = createBots(client, next);
      const deaths = plan(fleet, next);
      const started = performance.now();
      const connections = Array.from({ length: CONNECTIONS }, (_, i) => bots.converse(i, deaths.goesOn));
      await Promise.all(connections);
      await deaths.settled();
      const seconds = (performance.now() - started) / 1_000;
      await fleet.stop();

      fleet = await start(1, MINUTE_MS);
      const begun = await bots.finish();
      await fleet.stop();

      expect(client.tally.wrong).toEqual([]);
      const { told } = bots;
      const memoir = await open();
      await verify(memoir, told).finally(() => memoir.close());
      expect(told.claims.size).toBeGreaterThan(0);
      if (servers > 1) expect(bots.looks.elsewhere).toBeGreaterThan(0);
      figure(
        `Load on ${name}`,
        `${summary(client.tally, seconds)}; ${told.messages.size} messages and ${told.claims.size} memories acknowledged, each there exactly once (${begun} requests begun by a dead server sent again a minute later); ${bots.looks.all} looks at what was acknowledged${servers > 1 ? `, ${bots.looks.elsewhere} of them at the other server` : ""}, none missed`,
      );
    } finally {
      for (const fleet of fleets) await fleet.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  SLOWEST_MS,
);
