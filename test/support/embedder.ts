import type { Embedder } from "../../src/index.ts";

/** An embedder of the port's shape whose moods a test controls. Its vectors say only which text they are of. */
export interface TestEmbedder extends Embedder {
  status: "loading" | "ready" | "failed";
  failing: boolean;
  readonly texts: string[];
}

export function testEmbedder(id = "test/one", dims = 8): TestEmbedder {
  const embedder: TestEmbedder = {
    status: "ready",
    failing: false,
    texts: [],
    models: [{ id, dims }],
    state: () => ({ status: embedder.status, detail: `the test says ${embedder.status}` }),
    ready: async () => {
      if (embedder.status !== "ready") throw new Error("not ready");
    },
    embedDocuments: async (texts) => {
      if (embedder.failing) throw new Error("the test says no");
      embedder.texts.push(...texts);
      return texts.map((text) => ({ model: id, vector: vectorOf(text, dims) }));
    },
    embedQuery: async (text) => [{ model: id, vector: vectorOf(text, dims) }],
    close: async () => undefined,
  };
  return embedder;
}

/** Of unit length, and the same for the same text. */
export function vectorOf(text: string, dims: number): Float32Array {
  const vector = new Float32Array(dims);
  for (let i = 0; i < text.length; i++) vector[i % dims]! += text.charCodeAt(i);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
