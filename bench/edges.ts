import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Embedder, openMemoir } from "../src/index.ts";
import { hashVector } from "../src/testing/protocol.ts";
import { type Figure, median } from "./support.ts";

const ROUNDS = 5;
const PER_ROUND = 200;
const DIMENSIONS = 384;
/** R246 */
const MAX_MS = 2;

const MODEL = "bench/hash";

/** Texts that share words have near vectors; the model itself costs almost nothing. */
const embedder = (): Embedder => {
  const embed = (text: string): { model: string; vector: Float32Array } => ({
    model: MODEL,
    vector: Float32Array.from(hashVector(text, DIMENSIONS)),
  });
  return {
    models: [{ id: MODEL, dims: DIMENSIONS }],
    state: () => ({ status: "ready", detail: "" }),
    ready: async () => undefined,
    embedDocuments: async (texts) => texts.map(embed),
    embedQuery: async (text) => [embed(text)],
    close: async () => undefined,
  };
};

const THINGS = ["the harbour plan", "the garden wall", "the choir tour", "the old boat", "the winter market"];

function said(i: number): string {
  return `Note ${i} about ${THINGS[i % THINGS.length]} says ${["yes", "no", "later", "maybe"][i % 4]} to point ${i * 7}`;
}

interface Round {
  readonly cpu: number;
  readonly edges: number;
}

/** Memories written with and without links, in turns: what the links add to the processor time of all threads. */
export async function edges(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-"));
  const open = async (enable: boolean): Promise<(round: number) => Promise<Round>> => {
    const database = join(folder, `${enable}.db`);
    const policy = {
      relations: { enable, minStrength: 0.3 },
      writePolicy: { maxWritesPerHour: 1e6, maxWritesPerSession: 1e6, maxItemsPerScope: 1e6 },
    };
    const memoir = await openMemoir({ database, settings: policy, embedder: embedder(), background: false });
    const alice = memoir.scope("user:alice");
    return async (round) => {
      const count = (): number => {
        const db = new DatabaseSync(database, { readOnly: true });
        const { n } = db.prepare("select count(*) as n from relation").get() as { n: number };
        db.close();
        return n;
      };
      const before = count();
      const started = process.cpuUsage();
      // Under separate keys, so that both write the same memories.
      for (let i = 0; i < PER_ROUND; i += 1) {
        const n = round * PER_ROUND + i;
        await alice.remember(said(n), { key: `note ${n}` });
      }
      const { user, system } = process.cpuUsage(started);
      if (round === ROUNDS) await memoir.close();
      return { cpu: (user + system) / 1_000, edges: round === ROUNDS ? 0 : count() - before };
    };
  };
  const [linked, plain] = [await open(true), await open(false)];
  const perEdge: number[] = [];
  let made = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [a, b] = [await linked(round), await plain(round)];
    made += a.edges;
    // The first round warms up, the last one closes.
    if (round > 0 && round < ROUNDS) perEdge.push((a.cpu - b.cpu) / Math.max(1, a.edges));
  }
  rmSync(folder, { recursive: true, force: true });
  const value = median(perEdge);
  const name = "ms of processor time per link, all threads, finding the neighbours included";
  return [{ name, ratio: value, bar: MAX_MS, detail: `${made} links in ${PER_ROUND * ROUNDS} writes` }];
}
