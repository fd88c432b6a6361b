/** Remembers and syncs without end, and prints what is stored: `node markdown-child.ts DATABASE FILE NAME`. */
import { MemoirError, openMemoir } from "../../src/index.ts";

const [database = ":memory:", file = "", name = ""] = process.argv.slice(2);
const memoir = await openMemoir({
  ...{ database, embedder: "none", background: false },
  policy: { writePolicy: { maxWritesPerHour: 1e6, maxItemsPerScope: 1e6 }, markdown: { splitAbove: null } },
});
const alice = memoir.scope("user:alice");
for (let i = 0; ; i += 1) {
  const { memory } = await alice.remember(`Claim ${name}x${i} of the engine 你好`);
  process.stdout.write(`memory ${memory.text}\n`);
  try {
    await alice.markdown.sync({ file });
  } catch (error) {
    // The file is being written to all the time.
    if (!MemoirError.is(error) || error.code !== "conflict") throw error;
  }
}
