import type { Embedder } from "../../src/index.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";

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

/** As `testEmbedder`, with vectors that say what a text is about: each topic is a direction, named by any of its words. */
export function topicEmbedder(topics: readonly (readonly string[])[], id = "test/topics"): TestEmbedder {
  const dims = 16;
  const vector = (text: string, apart: number): Float32Array => {
    const made = new Float32Array(dims);
    const lower = text.toLowerCase();
    topics.forEach((words, t) => {
      if (words.some((word) => lower.includes(word))) made[t] = 1;
    });
    // Texts about unknown subjects are far from everything else.
    if (made.every((value) => value === 0)) made[apart] = 1;
    const length = Math.hypot(...made);
    return made.map((value) => value / length);
  };
  const embedder = testEmbedder(id, dims);
  embedder.embedDocuments = async (texts) => {
    if (embedder.failing) throw new Error("the test says no");
    embedder.texts.push(...texts);
    return texts.map((text) => ({ model: id, vector: vector(text, dims - 1) }));
  };
  embedder.embedQuery = async (text) => {
    if (embedder.failing) throw new Error("the test says no");
    embedder.texts.push(text);
    return [{ model: id, vector: vector(text, dims - 2) }];
  };
  return embedder;
}

let local: Embedder | undefined;

/**
 * The packaged models, for tests about what they bring to an engine: each process loads them once. What loading takes
 * and how an embedder ends is tested with embedders that are opened and closed.
 */
export function sharedLocalEmbedder(): Embedder {
  local ??= localEmbedder();
  return { ...local, close: async () => undefined };
}
