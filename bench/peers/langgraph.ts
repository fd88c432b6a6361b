import { importFrom } from "../ratios/install.ts";
import { asked, MAX_LINES, type PeerKind, spoken, withinBudget, worthStoring } from "./peer.ts";
import { DIMS } from "./vectors.ts";

interface Value {
  readonly text: string;
  readonly message: string;
}

interface Store {
  batch(
    puts: { readonly namespace: string[]; readonly key: string; readonly value: Value }[],
  ): Promise<unknown>;
  search(
    namespace: string[],
    options: { readonly query: string; readonly limit: number },
  ): Promise<readonly { readonly value: Value }[]>;
}

interface Module {
  readonly InMemoryStore: new (config: {
    readonly index: { dims: number; embeddings: unknown; fields: string[] };
  }) => Store;
}

/** The store of LangGraph's documentation for memory across threads; it lives in the process. */
export const langgraph: PeerKind = {
  id: "langgraph",
  name: "LangGraph InMemoryStore",
  package: "@langchain/langgraph",
  open: async (opening) => {
    const { packages, vectors, scope, budget } = opening;
    const { InMemoryStore } = await importFrom<Module>(packages, "@langchain/langgraph");
    const embeddings = {
      embedDocuments: (texts: string[]) => vectors.embed(texts),
      embedQuery: async (text: string) => (await vectors.embed([text]))[0]!,
    };
    const store = new InMemoryStore({ index: { dims: DIMS, embeddings, fields: ["text"] } });
    const namespace = [scope, "memories"];
    return {
      async write(messages) {
        const puts = worthStoring(opening, messages).map((one) => ({
          ...{ namespace, key: one.id },
          value: { text: spoken(one), message: one.id },
        }));
        if (puts.length > 0) await store.batch(puts);
      },
      async recall(question) {
        const items = await store.search(namespace, { query: asked(question), limit: MAX_LINES });
        return withinBudget(
          items.map(({ value }) => ({ text: value.text, sources: [value.message] })),
          budget,
        );
      },
      modelCalls: () => 0,
      close: async () => undefined,
    };
  },
};
