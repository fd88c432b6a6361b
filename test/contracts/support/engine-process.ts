/** An engine in a separate process, controlled by its parent. See `processes.ts` for the other end. */
import { type MemoirEngine, MemoirError, type MemoirOptions, openMemoir } from "../../../src/index.ts";

/** The requests of a parent, each with its argument and its answer. */
export interface Orders {
  open(options: Omit<MemoirOptions, "now">): null;
  /** All at once; answers in the order of the texts. */
  remember(order: { tenant: string; scope: string; texts: string[] }): { id: string; rev: number }[];
  /** All at once, one call for each id. */
  observe(order: { tenant: string; scope: string; ids: string[] }): { recorded: number; duplicates: number };
  /** The texts that a list, a recall and an export of a scope give. */
  read(order: { scope: string; query: string }): Record<"listed" | "recalled" | "exported", string[]>;
  /** Runs the jobs that are ready. */
  work(): null;
  close(): null;
}

export interface Request {
  n: number;
  order: keyof Orders;
  argument: unknown;
}

export type Answer = { n: number; value: unknown } | { n: number; error: { code: string; message: string } };

let memoir: MemoirEngine | undefined;

function opened(): MemoirEngine {
  if (memoir === undefined) throw new Error("Open it first.");
  return memoir;
}

const obey: { [O in keyof Orders]: (argument: never) => Promise<ReturnType<Orders[O]>> } = {
  open: async (options: MemoirOptions) => {
    memoir = await openMemoir({ embedder: "none", background: false, ...options });
    return null;
  },
  remember: async ({ tenant, scope, texts }: Parameters<Orders["remember"]>[0]) => {
    const handle = opened().scope(scope, { tenant });
    const remembered = await Promise.all(texts.map((text) => handle.remember(text)));
    return remembered.map(({ memory: { id, rev } }) => ({ id, rev }));
  },
  observe: async ({ tenant, scope, ids }: Parameters<Orders["observe"]>[0]) => {
    const handle = opened().scope(scope, { tenant });
    const results = await Promise.all(ids.map((id) => handle.observe([{ id, text: `message ${id}` }])));
    const sum = (field: "recorded" | "duplicates"): number =>
      results.reduce((total, result) => total + result[field], 0);
    return { recorded: sum("recorded"), duplicates: sum("duplicates") };
  },
  read: async ({ scope, query }: Parameters<Orders["read"]>[0]) => {
    const handle = opened().scope(scope);
    const { items } = await handle.memories.list();
    const found = await handle.recall(query, { threshold: 0 });
    await found.delivered().catch(() => undefined);
    const exported: string[] = [];
    const pieces = opened()
      .operator()
      .export({ scopes: [scope] });
    for await (const piece of pieces) {
      for (const line of piece.trimEnd().split("\n")) {
        const { record, text } = JSON.parse(line) as { record: string; text?: string };
        if (record === "memory") exported.push(text ?? "");
      }
    }
    return {
      listed: items.map(({ text }) => text),
      recalled: found.hits.map(({ text }) => text),
      exported,
    };
  },
  work: async () => {
    await opened().work();
    return null;
  },
  close: async () => {
    await opened().close();
    return null;
  },
};

process.on("message", ({ n, order, argument }: Request) => {
  obey[order](argument as never).then(
    (value) => process.send?.({ n, value } satisfies Answer),
    (error: unknown) => {
      const code = MemoirError.is(error) ? error.code : "not a MemoirError";
      process.send?.({ n, error: { code, message: String(error) } } satisfies Answer);
    },
  );
});
