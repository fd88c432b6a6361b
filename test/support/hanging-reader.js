// Preloaded (`--import`): in the reader's thread an expression backtracks for ever once a message holds the words.
import { registerHooks } from "node:module";
import { isMainThread } from "node:worker_threads";

export const HANGS = "this hangs the reader";

const double = (ending) => `
  import { readBatch } from "./read-batch.${ending}";
  import { serveReader } from "./serve-reader.${ending}";
  serveReader((said, from, begin, heard) =>
    readBatch(
      said,
      from,
      (position) => {
        begin(position);
        if (said[position].text.includes(${JSON.stringify(HANGS)})) /^(?:a+)+$/.test("a".repeat(500) + "b");
      },
      heard,
    ),
  );`;

if (!isMainThread) {
  registerHooks({
    load(url, context, next) {
      const ending = /\/write\/reader\/worker\.([jt]s)$/.exec(url)?.[1];
      if (ending === undefined) return next(url, context);
      return { format: "module", shortCircuit: true, source: double(ending) };
    },
  });
}
