import { join } from "node:path";
import { usualDatabase, usualScopes } from "./cached.ts";
import type { SpeedContext } from "./context.ts";
import { type Corpus, DIMS, givenVectors } from "./corpus.ts";
import { ask, type Filled, openWith } from "./database.ts";
import { importFrom, install } from "./install.ts";
import { interleave, type Runner } from "./interleave.ts";
import { atLeast, type Row } from "./row.ts";

const ITEMS = 10_000;
const LINES = 15;
const ROUNDS = 7;
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

/** What of an embedder of LangChain both peers call. */
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

interface Peer {
  readonly name: string;
  readonly bar: number;
  /** Searches in a round: as many as take about a second. */
  readonly times: number;
  fill(folder: string, corpus: Corpus): Promise<(question: string) => Promise<number>>;
}

const PEERS: readonly Peer[] = [
  {
    name: `mem0 OSS ${PACKAGES.mem0ai}`,
    bar: 100,
    times: 1,
    async fill(folder, corpus) {
      process.env.MEM0_TELEMETRY = "false";
      process.env.MEM0_DIR = join(folder, "mem0");
      const { Memory } = await importFrom<Mem0Module>(folder, "mem0ai/oss");
      const memory = new Memory({
        embedder: { provider: "langchain", config: { model: embeddingsOf(corpus), embeddingDims: DIMS } },
        vectorStore: {
          provider: "memory",
          config: { collectionName: "bench", dimension: DIMS, dbPath: ":memory:" },
        },
        // Asked for by the constructor, and never called: nothing is inferred.
        llm: { provider: "openai", config: { apiKey: "none", model: "none" } },
        disableHistory: true,
      });
      const messages = corpus.texts.map((content) => ({ role: "user", content }));
      await memory.add(messages, { userId: USER, infer: false });
      return async (question) => {
        const { results } = await memory.search(question, { topK: LINES, filters: { user_id: USER } });
        return results.length;
      };
    },
  },
  {
    name: "LangGraph InMemoryStore",
    bar: 15,
    times: 20,
    async fill(folder, corpus) {
      const { InMemoryStore } = await importFrom<StoreModule>(folder, "@langchain/langgraph-checkpoint");
      const store = new InMemoryStore({
        index: { dims: DIMS, embeddings: embeddingsOf(corpus), fields: ["text"] },
      });
      await store.batch(
        corpus.texts.map((text, i) => ({ namespace: [USER], key: String(i), value: { text } })),
      );
      return async (question) => (await store.search([USER], { query: question, limit: LINES })).length;
    },
  },
];

/** Others in this process, with the same texts and the same vectors, the question's vector given to all. */
export async function peerRows(context: SpeedContext): Promise<{ rows: Row[]; skipped: string[] }> {
  const folder = join(context.cache, "peers");
  context.progress("fetching the peers");
  const problem = await install(folder, PACKAGES);
  if (problem !== null)
    return { rows: [], skipped: [`mem0 and LangGraph could not be installed: ${problem}`] };
  const scopes = usualScopes();
  const file = await usualDatabase(context, scopes);
  const { scope, as, corpus } = scopes.find(largest)!;
  const question = (turn: number) => corpus.questions[turn % corpus.questions.length]!;
  await using memoir = await openWith(file, givenVectors(scopes.map((one) => one.corpus)));
  const handle = memoir.scope(scope);
  const runners: Record<string, Runner> = {
    ours: { run: (turn) => ask(handle, as, question(turn)), times: 60 },
  };
  const skipped: string[] = [];
  const found: Peer[] = [];
  for (const peer of PEERS) {
    context.progress(`filling ${peer.name}`);
    try {
      const search = await peer.fill(folder, corpus);
      if ((await search(question(0).text)) === 0) throw new Error("it finds nothing");
      runners[peer.name] = { run: (turn) => search(question(turn).text), times: peer.times };
      found.push(peer);
    } catch (error) {
      skipped.push(`${peer.name} could not be run: ${error instanceof Error ? error.message : error}`);
    }
  }
  context.progress(`searching ${ITEMS} items side by side`);
  const times = await interleave(ROUNDS, runners);
  const rows = found.map(({ name, bar }) =>
    atLeast(`${ITEMS} memories, ${name} ÷ ours`, times.ours!, times[name]!, bar),
  );
  return { rows, skipped };
}

const largest = ({ as, corpus }: Filled): boolean => as === "memories" && corpus.texts.length === ITEMS;

function embeddingsOf({ texts, vectors, questions }: Corpus): Embeddings {
  const known = new Map<string, number[]>();
  for (const [i, text] of texts.entries()) known.set(text, Array.from(vectors[i]!));
  for (const { text, vector } of questions) known.set(text, Array.from(vector));
  // mem0 also looks up the names it finds in a question; those have no vector of their own.
  const anything = Array.from(vectors[0]!);
  const one = async (text: string): Promise<number[]> => known.get(text) ?? anything;
  return { embedQuery: one, embedDocuments: (list) => Promise.all(list.map(one)) };
}
