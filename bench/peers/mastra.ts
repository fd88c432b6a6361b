import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { importFrom } from "../ratios/install.ts";
import { asked, type Line, MAX_LINES, type PeerKind, type Recalled, spoken, tokensOf } from "./peer.ts";

interface MastraMessage {
  readonly id: string;
  readonly content: { readonly parts: readonly { readonly type: string; readonly text?: string }[] };
}

interface Memory {
  createThread(thread: { threadId: string; resourceId: string }): Promise<unknown>;
  saveMessages(save: { messages: readonly unknown[] }): Promise<unknown>;
  recall(asking: {
    readonly threadId: string;
    readonly resourceId: string;
    readonly vectorSearchString: string;
    readonly threadConfig: {
      readonly lastMessages: false;
      readonly semanticRecall: {
        readonly topK: number;
        readonly messageRange: number;
        readonly scope: "resource";
      };
    };
  }): Promise<{ readonly messages: readonly MastraMessage[] }>;
  settled(): Promise<void>;
}

interface MemoryModule {
  readonly Memory: new (config: Record<string, unknown>) => Memory;
}

interface LibSqlModule {
  readonly LibSQLStore: new (config: { id: string; url: string }) => { close(): Promise<void> };
  readonly LibSQLVector: new (config: { id: string; url: string }) => object;
}

/**
 * Semantic recall over one thread, on the store of its documentation. `topK` goes as far as the budget does. Without the
 * neighbours of each hit: the default of one before and one after answers less within the same budget.
 */
export const mastra: PeerKind = {
  id: "mastra",
  name: "Mastra memory, libSQL",
  package: "@mastra/memory",
  open: async ({ packages, folder, vectors, scope, budget }) => {
    const { Memory } = await importFrom<MemoryModule>(packages, "@mastra/memory");
    const { LibSQLStore, LibSQLVector } = await importFrom<LibSqlModule>(packages, "@mastra/libsql");
    const url = pathToFileURL(join(folder, "mastra.db")).href;
    const storage = new LibSQLStore({ id: "storage", url });
    const memory = new Memory({
      ...{ storage, vector: new LibSQLVector({ id: "vector", url }) },
      embedder: embeddingModel((texts) => vectors.embed(texts)),
      options: { lastMessages: false, semanticRecall: { scope: "resource" } },
    });
    const thread = { threadId: scope, resourceId: scope };
    await memory.createThread(thread);
    const search = async (query: string, topK: number): Promise<Line[]> => {
      const { messages } = await memory.recall({
        ...thread,
        vectorSearchString: query,
        threadConfig: { lastMessages: false, semanticRecall: { topK, messageRange: 0, scope: "resource" } },
      });
      return messages.map(({ id, content }) => ({
        text: content.parts.map(({ text = "" }) => text).join("\n"),
        sources: [id],
      }));
    };
    return {
      async write(messages) {
        await memory.saveMessages({
          messages: messages.map((one) => ({
            ...{ id: one.id, role: one.role, createdAt: new Date(one.at), ...thread },
            content: { format: 2, parts: [{ type: "text", text: spoken(one) }] },
          })),
        });
      },
      recall: (question) => mostThatFits(budget, (topK) => search(asked(question), topK)),
      modelCalls: () => 0,
      async close() {
        await memory.settled();
        await storage.close();
      },
    };
  },
};

/** Messages come in the order of their time, not of their rank: what does not fit is left to a smaller `topK`. */
async function mostThatFits(budget: number, search: (topK: number) => Promise<Line[]>): Promise<Recalled> {
  let best: readonly Line[] = [];
  let [least, most] = [1, MAX_LINES];
  let searches = 0;
  while (least <= most) {
    const topK = searches === 0 ? MAX_LINES : Math.floor((least + most) / 2);
    const lines = await search(topK);
    searches += 1;
    if (tokensOf(lines) <= budget) {
      best = lines;
      least = topK + 1;
    } else most = topK - 1;
  }
  return { lines: best, tokens: tokensOf(best), searches };
}

/** An embedding model of the AI SDK. */
function embeddingModel(embed: (texts: readonly string[]) => Promise<number[][]>): object {
  return {
    ...{ specificationVersion: "v3", provider: "memoir", modelId: "memoir-1" },
    ...{ maxEmbeddingsPerCall: 64, supportsParallelCalls: true },
    doEmbed: async ({ values }: { readonly values: string[] }) => ({
      ...{ embeddings: await embed(values), warnings: [] },
      usage: { tokens: 0 },
    }),
  };
}
