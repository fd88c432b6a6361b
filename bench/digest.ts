import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openMemoir } from "../src/index.ts";
import type { GenerateRequest, GenerateResult, LanguageModel } from "../src/models/language/port.ts";
import { type Figure, median } from "./support.ts";

const GUILDS = 5;
const PEOPLE = 40;
const MESSAGES = 2_000;
const DAYS = 7;
/** R111: what is kept in memory for one person. */
const BYTES_PER_PERSON = 6.5 * 1_024;
const NOW = Date.parse("2026-05-12T10:00:00Z");

/** A week of five guilds with forty people and two thousand messages a day, summarised by a model that answers at once. */
export async function digest(): Promise<Figure[]> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const heap = (): number => {
    gc();
    gc();
    return process.memoryUsage().heapUsed;
  };
  const model = longWinded();
  const memoir = await openMemoir({
    ...{ database: ":memory:", preset: "urmom", model, embedder: "none", background: false },
    now: () => new Date(NOW),
  });
  const guilds = Array.from({ length: GUILDS }, (_, g) => memoir.scope(`group:discord/${g}`));
  for (const [g, guild] of guilds.entries()) {
    for (let day = 0; day < DAYS; day += 1) await guild.observe(messagesOf(g, day));
    for (let p = 0; p < PEOPLE; p += 1) {
      const own = await memoir.scopeFor({ platform: "discord", groupId: String(g), userId: String(p) });
      await own.remember(`Member${p} ${"is known for a great many things ".repeat(11)}`);
    }
  }
  const options = { deadlineMs: 600_000 };
  const all = (): Promise<unknown> =>
    Promise.all(guilds.flatMap((guild) => people().map((person) => guild.digest.context(person, options))));
  // Statements and names are prepared before the measurement.
  await Promise.all(guilds.map((guild) => guild.digest.context("nobody", options)));
  const before = heap();
  const started = performance.now();
  await all();
  const built = performance.now() - started;
  const bytes = (heap() - before) / (GUILDS * PEOPLE);
  const times: number[] = [];
  for (const person of people()) {
    const asked = performance.now();
    await guilds[0]!.digest.context(person, options);
    times.push(performance.now() - asked);
  }
  await memoir.close();
  const calls = model.calls();
  return [
    {
      name: "calls that summarise a day ÷ guilds × days",
      ratio: calls / (GUILDS * DAYS),
      bar: 1,
      detail: `${calls} calls for ${GUILDS} guilds, ${DAYS} days, ${PEOPLE} people and ${MESSAGES} messages a day`,
    },
    {
      name: "memory for a person ÷ R111's budget",
      ratio: bytes / BYTES_PER_PERSON,
      bar: 1,
      detail: `${Math.round(bytes)} bytes of ${BYTES_PER_PERSON} for facts, seven days, history and context`,
    },
    {
      name: "a context that is known, in ms",
      ratio: median(times),
      bar: 50,
      detail: `${median(times).toFixed(1)} ms; all ${GUILDS * PEOPLE} made in ${Math.round(built)} ms besides the model`,
    },
  ];
}

function people(): string[] {
  return Array.from({ length: PEOPLE }, (_, p) => String(p));
}

function messagesOf(
  guild: number,
  day: number,
): { author: string; authorName: string; text: string; at: number }[] {
  const begin = Date.parse("2026-05-06T00:00:00Z") + day * 86_400_000;
  return Array.from({ length: MESSAGES }, (_, i) => ({
    author: String(i % PEOPLE),
    authorName: `Member${i % PEOPLE}`,
    text: `I did the thing number ${i} of day ${day} in guild ${guild}, and I was glad about it`,
    at: begin + Math.floor((i * 36_000_000) / MESSAGES),
  }));
}

/** Says as much as it may, so that every budget is used up. */
function longWinded(): LanguageModel & { calls(): number } {
  let calls = 0;
  return {
    id: "bench/long-winded",
    structured: true,
    calls: () => calls,
    async generate({ messages }: GenerateRequest): Promise<GenerateResult> {
      const prompt = messages.at(-1)!.content;
      if (!prompt.startsWith("<target_users>"))
        return { text: "said again and again ".repeat(60), finish: "stop" };
      calls += 1;
      const ids = [...prompt.matchAll(/<user_id>([^<]*)<\/user_id>/g)].map(([, id]) => id!);
      const summaries = ids.map((user_id) => ({
        user_id,
        summary: `did a great many things ${calls} `.repeat(20),
      }));
      return { text: "", object: { summaries }, finish: "stop" };
    },
  };
}
