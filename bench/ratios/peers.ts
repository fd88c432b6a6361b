import { join } from "node:path";
import { factAt } from "../../test/fixtures/duplicates/facts.ts";
import type { Measured, PartContext } from "./context.ts";
import { DIMS, makeCorpus, vectorOf } from "./corpus.ts";
import { ask, cached, copyDatabase, inFolder, openWith } from "./database.ts";
import { importFrom, install } from "./install.ts";
import { interleave, type Timing } from "./interleave.ts";
import { atLeast, noBar, type Row } from "./row.ts";
import { NEW_FACTS, usualCopy } from "./usual.ts";

const LINES = 15;
const USER = "alice";

/** The peers at fixed versions, so that two runs measure the same. */
const PACKAGES = {
  mem0ai: "3.3.1",
  // mem0's vector store that needs no server is in SQLite; this version brings its program along.
  "better-sqlite3": "13.0.3",
  // LangGraph takes its InMemoryStore from here.
  "@langchain/langgraph-checkpoint": "1.1.5",
  "@langchain/core": "1.2.13",
} as const;

/** The part of a LangChain embedder that both peers call. */
interface Embeddings {
  embedQuery(text: string): Promise<number[]>;
  embedDocuments(texts: string[]): Promise<number[][]>;
}

interface Mem0 {
  add(
    messages: { role: string; content: string }[],
    options: { userId: string; infer: boolean },
  ): Promise<unknown>;
  search(
    query: string,
    options: { topK: number; filters: { user_id: string } },
  ): Promise<{ results: readonly unknown[] }>;
}

interface Mem0Module {
  readonly Memory: new (config: Record<string, unknown>) => Mem0;
}

interface Store {
  batch(puts: { namespace: string[]; key: string; value: { text: string } }[]): Promise<unknown>;
  search(namespace: string[], options: { query: string; limit: number }): Promise<readonly unknown[]>;
}

interface StoreModule {
  readonly InMemoryStore: new (config: {
    index: { dims: number; embeddings: Embeddings; fields: string[] };
  }) => Store;
}

/** A peer that holds some texts: what is measured of it. */
interface Peer {
  readonly name: string;
  add(text: string): Promise<unknown>;
  /** Gives how many were found. */
  search(question: string): Promise<number>;
}

/** mem0 on a file, which its own `add()` has filled at some time: 10,000 transactions take minutes. */
async function mem0(
  { cache, rebuild }: PartContext,
  folder: string,
  texts: readonly string[],
): Promise<Peer> {
  process.env.MEM0_TELEMETRY = "false";
  process.env.MEM0_DIR = join(folder, "mem0");
  const { Memory } = await importFrom<Mem0Module>(join(cache, "peers"), "mem0ai/oss");
  const open = (dbPath: string): Mem0 =>
    new Memory({
      embedder: { provider: "langchain", config: { model: embeddings, embeddingDims: DIMS } },
      vectorStore: { provider: "memory", config: { collectionName: "bench", dimension: DIMS, dbPath } },
      // Asked for by the constructor, and never called: nothing is inferred.
      llm: { provider: "openai", config: { apiKey: "none", model: "none" } },
      historyDbPath: join(folder, "mem0-history.db"),
    });
  const add = (memory: Mem0, contents: readonly string[]): Promise<unknown> =>
    memory.add(
      contents.map((content) => ({ role: "user", content })),
      { userId: USER, infer: false },
    );
  const filled = await cached(cache, `mem0-${texts.length}`, [PACKAGES.mem0ai], rebuild, async (file) => {
    await add(open(file), texts);
  });
  const own = join(folder, "mem0.db");
  copyDatabase(filled, own);
  const memory = open(own);
  return {
    name: `mem0 OSS ${PACKAGES.mem0ai}`,
    add: (text) => add(memory, [text]),
    search: async (question) =>
      (await memory.search(question, { topK: LINES, filters: { user_id: USER } })).results.length,
  };
}

async function langGraph({ cache }: PartContext, texts: readonly string[]): Promise<Peer> {
  const { InMemoryStore } = await importFrom<StoreModule>(
    join(cache, "peers"),
    "@langchain/langgraph-checkpoint",
  );
  const store = new InMemoryStore({ index: { dims: DIMS, embeddings, fields: ["text"] } });
  let next = 0;
  const put = (text: string) => ({ namespace: [USER], key: String(next++), value: { text } });
  await store.batch(texts.map(put));
  return {
    name: "LangGraph InMemoryStore",
    add: (text) => store.batch([put(text)]),
    search: async (question) => (await store.search([USER], { query: question, limit: LINES })).length,
  };
}

/** As many as a whole write is measured with: the first hundreds are slower, because the engine still compiles them. */
const ADDED = 600;

/** The questions to both peers at one size, with the minimum ratio of their time to ours. */
const SIZES = [
  { items: 1_000, add: 2, search: { mem0: null, langGraph: null }, rounds: { add: ADDED, search: 12 } },
  { items: 10_000, add: 1.5, search: { mem0: 300, langGraph: 12 }, rounds: { add: ADDED, search: 6 } },
] as const;

/** Others in this process, with the same texts and the same vectors, the question's vector given to all. */
export async function peerRows(context: PartContext): Promise<Measured> {
  context.progress("fetching the peers");
  const problem = await install(join(context.cache, "peers"), PACKAGES);
  if (problem !== null)
    return { rows: [], skipped: [`mem0 and LangGraph could not be installed: ${problem}`] };
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...(await inFolder((folder) => sideBySide(context, folder, size))));
  return { rows, skipped: [] };
}

async function sideBySide(
  context: PartContext,
  folder: string,
  { items, add, search, rounds }: (typeof SIZES)[number],
): Promise<Row[]> {
  const { texts, questions } = makeCorpus(items);
  const file = await usualCopy(context, folder);
  context.progress(`filling the peers with ${items} texts`);
  const zero = await mem0(context, folder, texts);
  const graph = await langGraph(context, texts);
  for (const peer of [zero, graph])
    if ((await peer.search(questions[0]!)) === 0) throw new Error(`${peer.name} finds nothing.`);
  const question = (turn: number): string => questions[turn % questions.length]!;
  // As both are by default: durable on a file.
  await using memoir = await openWith(file, { durability: "full" });
  const handle = memoir.scope(`user:memories-${items}`);
  let next = NEW_FACTS;
  const claim = (): string => {
    const { text } = factAt(next++);
    vectorOf(text);
    return text;
  };
  context.progress(`searching ${items} texts side by side`);
  const searched = await interleave(rounds.search, {
    ours: { run: (turn) => ask(handle, "memories", question(turn)), times: 60 },
    mem0: { run: (turn) => zero.search(question(turn)) },
    langGraph: { run: (turn) => graph.search(question(turn)), times: 20 },
  });
  context.progress(`adding to ${items} texts side by side`);
  const added = await interleave(rounds.add, {
    ours: { run: () => handle.remember(claim()) },
    mem0: { run: () => zero.add(claim()) },
    langGraph: { run: () => graph.add(claim()) },
  });
  const compared = (name: string, ours: Timing, theirs: Timing, bar: number | null): Row =>
    bar === null ? noBar(name, theirs, ours) : atLeast(name, ours, theirs, bar);
  return [
    compared(`${zero.name} add(infer: false) ÷ remember() at ${items}`, added.ours, added.mem0, add),
    compared(`${graph.name} put ÷ remember() at ${items}`, added.ours, added.langGraph, null),
    compared(`${zero.name} search ÷ recall at ${items}`, searched.ours, searched.mem0, search.mem0),
    compared(
      `${graph.name} search ÷ recall at ${items}`,
      searched.ours,
      searched.langGraph,
      search.langGraph,
    ),
  ];
}

const one = async (text: string): Promise<number[]> => Array.from(vectorOf(text));
const embeddings: Embeddings = { embedQuery: one, embedDocuments: (list) => Promise.all(list.map(one)) };
