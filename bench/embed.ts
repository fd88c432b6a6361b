/** The cost of the local embedder: `node bench/embed.ts`. */
import { fileURLToPath } from "node:url";
import type { Embedder } from "../src/models/embedder.ts";
import { localEmbedder } from "../src/models/local/embedder.ts";
import { pullModels } from "../src/models/local/loader.ts";
import { type Figure, median, print, text } from "./support.ts";

const LOADS = 5;
const SENTENCES = 300;
const BURST = 500;

const ENGLISH = (i: number): string => text(i).split(" ").slice(0, 20).join(" ");
const CHINESE = (i: number): string => `小明第${i}次去杭州出差的时候，住在西湖边上的一家小酒店里。`;

/** Milliseconds from nothing to the first vector, with the files in the cache. */
async function load(): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    const started = performance.now();
    const embedder = localEmbedder();
    await embedder.embedDocuments([ENGLISH(i)]);
    times.push(performance.now() - started);
    await embedder.close();
  }
  return median(times);
}

/** Milliseconds a sentence, each on its own as they are stored: of CPU, which others on the machine do not change. */
async function perSentence(
  embedder: Embedder,
  sentence: (i: number) => string,
): Promise<{ ratio: number; detail: string }> {
  await embedder.embedDocuments(Array.from({ length: 20 }, (_, i) => sentence(i)));
  const [started, before] = [performance.now(), process.cpuUsage()];
  await embedder.embedDocuments(Array.from({ length: SENTENCES }, (_, i) => sentence(i)));
  const { user, system } = process.cpuUsage(before);
  const rate = SENTENCES / ((performance.now() - started) / 1_000);
  return {
    ratio: (user + system) / 1_000 / SENTENCES,
    detail: `${rate.toFixed(0)} sentences a second, one at a time`,
  };
}

/** The longest stretch of CPU, in milliseconds, that this thread spends between two turns during a burst. */
async function longestTurn(embedder: Embedder): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const sample = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user - last.user + now.system - last.system) / 1_000);
    last = now;
  };
  const timer = setInterval(sample, 1);
  const texts = Array.from({ length: BURST }, (_, i) => `${ENGLISH(i)} ${i}`);
  await Promise.all(texts.map((one) => embedder.embedDocuments([one])));
  clearInterval(timer);
  return longest;
}

export async function embed(): Promise<Figure[]> {
  await pullModels();
  const loadMs = await load();
  const embedder = localEmbedder();
  const english = await perSentence(embedder, ENGLISH);
  const chinese = await perSentence(embedder, CHINESE);
  const turn = await longestTurn(embedder);
  const { detail } = embedder.state();
  await embedder.close();
  return [
    { name: "cold load, ms to the first vector", ratio: loadMs, bar: 2_000, detail },
    { name: "English, ms of CPU a sentence", bar: 15, ...english },
    { name: "Chinese, ms of CPU a sentence", bar: 15, ...chinese },
    {
      name: "longest turn of the main thread, ms of CPU",
      ratio: turn,
      bar: 50,
      detail: `${BURST} calls at once`,
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print(await embed());
