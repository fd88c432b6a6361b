/** A script as users write them: it opens, writes, reads, and never closes. Run with the database as its argument. */
import { openMemoir } from "../../../src/index.ts";

const memoir = await openMemoir({ database: process.argv[2]! });
const alice = memoir.scope("user:alice");
await alice.observe([{ id: "m1", text: "hello" }]);
await alice.remember("Alice likes tea");
const { hits } = await alice.recall("tea");
console.log(hits.map((hit) => hit.text).join());
// Nobody waits for this one either; it was accepted, so it is stored before the process ends.
void alice.remember("爱丽丝喜欢爵士乐");
