/** Remembers and syncs without end, and prints what is stored: `node markdown-child.ts DATABASE FILE NAME`. */
import { createHash } from "node:crypto";
import { MemoirError, openMemoir } from "../../src/index.ts";

const [database = ":memory:", file = "", name = ""] = process.argv.slice(2);
const memoir = await openMemoir({
  ...{ database, embedder: "none", background: false },
  settings: { writePolicy: { maxWritesPerHour: 1e6, maxItemsPerScope: 1e6 }, markdown: { splitAbove: null } },
});
const alice = memoir.scope("user:alice");
for (let i = 0; ; i += 1) {
  // Words that nothing else says: two claims that differ in a number would be one claim and its new value.
  const words = createHash("sha256").update(`${name} ${i}`).digest("hex").match(/.{8}/g)!.join(" ");
  const { memory } = await alice.remember(`${words} 你好`);
  process.stdout.write(`memory ${memory.text}\n`);
  try {
    await alice.markdown.sync({ file });
  } catch (error) {
    // The file is being written to all the time.
    if (!MemoirError.is(error) || error.code !== "conflict") throw error;
  }
}
