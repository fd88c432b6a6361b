// Remembers something in memory, says so, and waits to be killed.
import { openMemoir } from "../../src/index.ts";

const memoir = await openMemoir({ database: ":memory:", embedder: "none" });
const alice = memoir.scope("user:alice");
await alice.remember("Alice lives in Llanfairpwll.");
let file = "";
for await (const line of memoir.operator().export()) file += line;
const { items } = await alice.memories.list();
process.send?.({ memories: items.length, exported: file.includes("Llanfairpwll") });
setInterval(() => undefined, 1_000);
