import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { speakersWords } from "../../src/language/handed-over.ts";
import type { Embedder } from "../../src/models/embedder.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import type { BenchResult } from "../support.ts";
import { readPeople } from "./person.ts";

/** A message and its speaker's own words in it. */
interface Message {
  readonly text: string;
  readonly own: readonly string[];
}

interface Counts {
  messages: number;
  /** Messages of which at least one word is judged to be somebody else's. */
  noticed: number;
  handed: number;
  handedFound: number;
  own: number;
  ownKept: number;
}

/** How well a message's own words are told from those that it hands over: by the engine's reader, per writer, shape and language. */
export async function words(args: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string", default: "training/data" },
      writers: { type: "string", default: "L" },
      json: { type: "boolean", default: false },
    },
  });
  const embedder = localEmbedder();
  await embedder.ready();
  const found = new Map<string, Counts>();
  const lines: string[] = [];
  for (const writer of values.writers.split(",")) {
    for (const message of messagesBy(values.data, writer)) {
      const hands = message.own.join("") !== message.text ? "hands over" : "own";
      await count(embedder, message, countsOf(found, `${writer} ${shapeOf(message.text)}, ${hands}`));
    }
  }
  for (const { lang, lines: said, kind } of readPeople(join(values.data, "people"), ["T", "U"])) {
    if (kind === "memories") continue;
    for (const { t: text } of said) {
      await count(embedder, { text, own: [text] }, countsOf(found, `people T, U ${lang}, own`));
    }
  }
  await embedder.close();
  for (const [name, counts] of [...found].sort(([a], [b]) => a.localeCompare(b))) {
    lines.push(`${name.padEnd(34)} ${lineOf(counts)}`);
  }
  return { document: Object.fromEntries(found), lines };
}

function messagesBy(data: string, writer: string): Message[] {
  const file = join(data, "words", `${writer}.jsonl`);
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Message & { handed: boolean })
    .map(({ text, own, handed }) => ({ text, own: handed ? own : [text] }));
}

function shapeOf(text: string): string {
  const lang = /\p{sc=Han}/u.test(text) ? "zh" : "en";
  return `${lang}, ${text.includes("\n") ? "several lines" : "one line"}`;
}

function countsOf(found: Map<string, Counts>, name: string): Counts {
  const known = found.get(name) ?? {
    ...{ messages: 0, noticed: 0, handed: 0, handedFound: 0, own: 0, ownKept: 0 },
  };
  found.set(name, known);
  return known;
}

async function count(embedder: Embedder, { text, own }: Message, counts: Counts): Promise<void> {
  const isOwn = new Uint8Array(text.length);
  let from = 0;
  for (const part of own) {
    const start = text.indexOf(part, from);
    from = start + part.length;
    isOwn.fill(1, start, from);
  }
  const judged = new Uint8Array(text.length);
  const kept = speakersWords(text, (await embedder.whoseWords?.(text)) ?? null);
  for (let i = 0; i < text.length; i += 1) if (kept[i] !== text[i]) judged[i] = 1;
  counts.messages += 1;
  if (kept !== text) counts.noticed += 1;
  for (let i = 0; i < text.length; i += 1) {
    if (!/[\p{L}\p{N}]/u.test(text[i]!)) continue;
    if (isOwn[i] === 1) {
      counts.own += 1;
      if (judged[i] === 0) counts.ownKept += 1;
    } else {
      counts.handed += 1;
      if (judged[i] === 1) counts.handedFound += 1;
    }
  }
}

function lineOf({ messages, noticed, handed, handedFound, own, ownKept }: Counts): string {
  const share = (some: number, all: number): string =>
    all === 0 ? "–" : `${((100 * some) / all).toFixed(1)} %`;
  return `messages ${messages}, noticed ${share(noticed, messages)}; handed-over words found ${share(handedFound, handed)}; own words kept ${share(ownKept, own)}`;
}
