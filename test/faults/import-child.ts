/** Imports an export but for its last line, says so, and waits for ever: `node import-child.ts DATABASE EXPORT`. */
import { readFileSync } from "node:fs";
import { openMemoir } from "../../src/index.ts";

const [database = ":memory:", file = ""] = process.argv.slice(2);
const memoir = await openMemoir({ database, embedder: "none", background: false });
setInterval(() => undefined, 60_000);

async function* unfinished(): AsyncGenerator<string> {
  yield `${readFileSync(file, "utf8").trimEnd().split("\n").slice(0, -1).join("\n")}\n`;
  process.stdout.write("staged\n");
  await new Promise(() => undefined);
}

await memoir.operator().import(unfinished());
