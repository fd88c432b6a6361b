import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Embedder } from "../../src/index.ts";
import type { Embedding } from "../../src/models/embedder.ts";
import { modelsOf, OWN } from "../../src/models/local/catalogue.ts";
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
  const models = modelsOf(OWN).map(({ onnx, judges }) => [
    onnx.pins[0].sha256,
    judges?.core.onnx.pins[0].sha256,
  ]);
  const kept = keptVectors(join(cache, `vectors-${keyOf(models)}.db`));
  const local = localEmbedder();
  const meter = busyMeter();

  const embedDocuments = async (texts: readonly string[]): Promise<Embedding[]> => {
    const missing = [...new Set(texts.filter((text) => kept.get(text) === undefined))];
    if (missing.length > 0) {
      const made = await meter.during(() => local.embedDocuments(missing));
      for (const [i, text] of missing.entries()) kept.set(text, made[i]!);
    }
    return texts.map((text) => copyOf(kept.get(text)!));
  };
  return {
    embedder: {
      models: local.models,
      state: () => local.state(),
      ready: () => local.ready(),
      embedDocuments,
      // A message and a question are embedded alike, so one cache serves both.
      embedQuery: (text) => embedDocuments([text]),
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

interface Kept {
  get(text: string): Embedding | undefined;
  set(text: string, embedding: Embedding): void;
  close(): void;
}

/** Vectors in a file, and those of this run in memory. */
function keptVectors(file: string): Kept {
  const database = new DatabaseSync(file);
  database.exec(
    "pragma journal_mode = wal; pragma synchronous = off; " +
      "create table if not exists vector (text text primary key, model text, vector blob, core text) without rowid",
  );
  const read = database.prepare("select model, vector, core from vector where text = ?");
  const write = database.prepare("insert or ignore into vector values (?, ?, ?, ?)");
  const known = new Map<string, Embedding>();
  const nameOf = (text: string): string => createHash("sha256").update(text).digest("base64");
  return {
    get(text) {
      const loaded = known.get(text);
      if (loaded !== undefined) return loaded;
      const row = read.get(nameOf(text)) as { model: string; vector: Uint8Array; core: string | null };
      if (row === undefined) return undefined;
      const core = row.core === null ? {} : { core: JSON.parse(row.core) as number[] };
      const one = { model: row.model, vector: new Float32Array(row.vector.slice().buffer), ...core };
      known.set(text, one);
      return one;
    },
    set(text, { model, vector, core }) {
      known.set(text, { model, vector, ...(core === undefined ? {} : { core }) });
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      write.run(nameOf(text), model, bytes, core === undefined ? null : JSON.stringify(core));
    },
    close: () => database.close(),
  };
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
