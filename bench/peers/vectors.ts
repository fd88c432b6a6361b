import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Embedder } from "../../src/index.ts";
import type { Embedding } from "../../src/models/embedder.ts";
import { filesOf, modelsOf, OWN } from "../../src/models/local/catalogue.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import { keyOf } from "../cache.ts";

export const DIMS = 384;

/** Memoir's own models for everybody: each text is embedded once and kept between two runs. */
export interface Vectors {
  /** For Memoir. */
  readonly embedder: Embedder;
  /** For everybody else. */
  embed(texts: readonly string[]): Promise<number[][]>;
  /** Milliseconds of the clock in which texts were embedded: what is measured is the rest. */
  spentMs(): number;
  close(): Promise<void>;
}

export function openVectors(cache: string): Vectors {
  const models = modelsOf(OWN).map((model) => filesOf(model).map(({ pins }) => pins[0].sha256));
  const kept = keptVectors(join(cache, `vectors-${keyOf(models)}.db`));
  const local = localEmbedder();
  const meter = busyMeter();

  const embedDocuments = async (texts: readonly string[]): Promise<Embedding[]> => {
    const missing = [...new Set(texts.filter((text) => kept.get("line", text) === undefined))];
    if (missing.length > 0) {
      const made = await meter.during(() => local.embedDocuments(missing));
      for (const [i, text] of missing.entries()) kept.set("line", text, [made[i]!]);
    }
    return texts.flatMap((text) => kept.get("line", text)!.map(copyOf));
  };
  const embedQuery = async (text: string): Promise<Embedding[]> => {
    if (kept.get("question", text) === undefined)
      kept.set("question", text, await meter.during(() => local.embedQuery(text)));
    return kept.get("question", text)!.map(copyOf);
  };
  return {
    embedder: {
      models: local.models,
      state: () => local.state(),
      ready: () => local.ready(),
      embedDocuments,
      embedQuery,
      whoseWords: (text, options) => local.whoseWords!(text, options),
      // Shared by all that are opened here; `close()` below closes it.
      close: async () => undefined,
    },
    embed: async (texts) => (await embedDocuments(texts)).map(({ vector }) => Array.from(vector)),
    spentMs: meter.spentMs,
    close: async () => {
      kept.close();
      await local.close();
    },
  };
}

const copyOf = ({ vector, ...rest }: Embedding): Embedding => ({ ...rest, vector: vector.slice() });

/** What a text was embedded as: of a question the embedder tells more. */
type Use = "line" | "question";

interface Kept {
  get(use: Use, text: string): readonly Embedding[] | undefined;
  set(use: Use, text: string, embeddings: readonly Embedding[]): void;
  close(): void;
}

/** Vectors in a file, and those of this run in memory. */
function keptVectors(file: string): Kept {
  const database = new DatabaseSync(file);
  database.exec(
    "pragma journal_mode = wal; pragma synchronous = off; " +
      "create table if not exists vector (text text primary key, embeddings text) without rowid",
  );
  const read = database.prepare("select embeddings from vector where text = ?");
  const write = database.prepare("insert or ignore into vector values (?, ?)");
  const known = new Map<string, readonly Embedding[]>();
  const nameOf = (use: Use, text: string): string =>
    createHash("sha256").update(`${use} ${text}`).digest("base64");
  return {
    get(use, text) {
      const name = nameOf(use, text);
      const row = known.has(name) ? undefined : read.get(name);
      if (row !== undefined) known.set(name, fromJson(row.embeddings as string));
      return known.get(name);
    },
    set(use, text, embeddings) {
      const name = nameOf(use, text);
      known.set(name, embeddings);
      write.run(name, toJson(embeddings));
    },
    close: () => database.close(),
  };
}

/** Whatever the embedder tells of a text stays beside its vector, which is written as bytes. */
function toJson(embeddings: readonly Embedding[]): string {
  return JSON.stringify(
    embeddings.map(({ vector, ...rest }) => ({
      ...rest,
      vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64"),
    })),
  );
}

function fromJson(text: string): Embedding[] {
  const parsed = JSON.parse(text) as (Omit<Embedding, "vector"> & { readonly vector: string })[];
  return parsed.map(({ vector, ...rest }) => ({
    ...rest,
    vector: new Float32Array(Uint8Array.from(Buffer.from(vector, "base64")).buffer),
  }));
}

/** How long at least one of several overlapping pieces of work was under way. */
function busyMeter(): { during<T>(work: () => Promise<T>): Promise<T>; spentMs(): number } {
  let running = 0;
  let since = 0;
  let spent = 0;
  return {
    async during(work) {
      if (running === 0) since = performance.now();
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        if (running === 0) spent += performance.now() - since;
      }
    },
    spentMs: () => spent + (running === 0 ? 0 : performance.now() - since),
  };
}
