// Preloaded (`--import`): in the reader's thread an expression backtracks for ever once a message holds the words.
import { registerHooks } from "node:module";
import { isMainThread } from "node:worker_threads";

export const HANGS = "this hangs the reader";

/** Hears the requests, and hangs where the reader puts on record that it begins with such a message. */
const hang = `
  import { parentPort as port } from "node:worker_threads";
  const { on } = port;
  const { store } = Atomics;
  let said = [];
  port.on = (event, listen) => on.call(port, event, (request) => ((said = request.said), listen(request)));
  Atomics.store = (record, index, position) => {
    const stored = store(record, index, position);
    if (said[position]?.text.includes(${JSON.stringify(HANGS)})) /^(?:a+)+$/.test("a".repeat(500) + "b");
    return stored;
  };`;

if (!isMainThread) {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!/\/write\/reader\/worker\.[jt]s$/.test(url)) return loaded;
      return { ...loaded, source: `${hang}\n${loaded.source}` };
    },
  });
}
