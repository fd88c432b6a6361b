import { join } from "node:path";
import { importFrom } from "../ratios/install.ts";
import {
  asked,
  MAX_LINES,
  type Message,
  type Opening,
  type Peer,
  type PeerKind,
  spoken,
  withinBudget,
  worthStoring,
} from "./peer.ts";
import { type ScriptedServer, serveFacts } from "./scripted-server.ts";
import { DIMS } from "./vectors.ts";

interface Mem0 {
  add(
    messages: readonly { role: string; content: string }[],
    options: {
      readonly userId: string;
      readonly infer: boolean;
      readonly metadata?: Record<string, string>;
    },
  ): Promise<unknown>;
  search(
    query: string,
    options: { readonly topK: number; readonly filters: { user_id: string } },
  ): Promise<{
    readonly results: readonly {
      readonly memory: string;
      readonly metadata?: { readonly message?: string };
    }[];
  }>;
}

interface Module {
  readonly Memory: new (config: Record<string, unknown>) => Mem0;
}

const NAME = "mem0";
const PACKAGE = "mem0ai";

/** Each message as it is, in its default store: SQLite. No model reads it. */
export const mem0: PeerKind = {
  id: "mem0",
  name: `${NAME}, infer: false`,
  package: PACKAGE,
  open: (opening) => verbatim(opening, opening.folder),
};

/** The same without a file. */
export const mem0InMemory: PeerKind = {
  id: "mem0-memory",
  name: `${NAME}, infer: false, in memory`,
  package: PACKAGE,
  costOnly: true,
  open: (opening) => verbatim(opening, null),
};

/** Facts that a model takes from the messages: the same that Memoir's model took, from a server on this machine. */
export const mem0WithModel: PeerKind = {
  id: "mem0-model",
  name: `${NAME} with a model`,
  package: PACKAGE,
  reads: true,
  open: async (opening) => {
    const server = await serveFacts((text) => opening.reader!.factsIn(text));
    const memory = await openMem0(opening, opening.folder, server);
    return {
      ...searching(opening, memory),
      write: async (messages) => {
        await memory.add(messages.map(chatMessage), { userId: opening.scope, infer: true });
      },
      modelCalls: server.calls,
      close: server.close,
    };
  },
};

async function verbatim(opening: Opening, folder: string | null): Promise<Peer> {
  const memory = await openMem0(opening, folder, null);
  return {
    ...searching(opening, memory),
    async write(messages) {
      for (const one of worthStoring(opening, messages)) {
        const metadata = { message: one.id };
        await memory.add([chatMessage(one)], { userId: opening.scope, infer: false, metadata });
      }
    },
    modelCalls: () => 0,
    close: async () => undefined,
  };
}

const chatMessage = (one: Message): { role: string; content: string } => ({
  role: one.role,
  content: spoken(one),
});

function searching({ scope, budget }: Opening, memory: Mem0): Pick<Peer, "recall"> {
  return {
    async recall(question) {
      const { results } = await memory.search(asked(question), {
        ...{ topK: MAX_LINES, filters: { user_id: scope } },
      });
      return withinBudget(
        results.map(({ memory: text, metadata }) => ({
          text,
          sources: metadata?.message === undefined ? [] : [metadata.message],
        })),
        budget,
      );
    },
  };
}

async function openMem0(
  { packages, vectors }: Opening,
  folder: string | null,
  server: ScriptedServer | null,
): Promise<Mem0> {
  process.env.MEM0_TELEMETRY = "false";
  process.env.MEM0_DIR = join(packages, "mem0-home");
  const { Memory } = await importFrom<Module>(packages, "mem0ai/oss");
  const file = (name: string): string => (folder === null ? ":memory:" : join(folder, name));
  const model = {
    embedDocuments: (texts: string[]) => vectors.embed(texts),
    embedQuery: async (text: string) => (await vectors.embed([text]))[0]!,
  };
  return new Memory({
    embedder: { provider: "langchain", config: { model, embeddingDims: DIMS } },
    vectorStore: { provider: "memory", config: { dimension: DIMS, dbPath: file("vectors.db") } },
    // The constructor asks for one; without a server nothing is inferred, and it is never called.
    llm: {
      provider: "openai",
      config: { apiKey: "none", model: "recorded", baseURL: server?.url ?? "http://127.0.0.1:1" },
    },
    historyDbPath: file("history.db"),
  });
}
