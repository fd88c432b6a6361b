/** A proxy on a free port until SIGTERM: `node proxy-child.ts DATABASE UPSTREAM`. Prints its address. */
import { startProxy } from "../../src/adapters/openai-proxy/index.ts";
import { openMemoir } from "../../src/index.ts";

const [database = ":memory:", upstream = ""] = process.argv.slice(2);
const memoir = await openMemoir({ database, embedder: "none" });
// However busy the machine is: an answer ends when it is on record.
const proxy = await startProxy({ memoir, upstream, port: 0, deadlineMs: 60_000 });

process.once("SIGTERM", async () => {
  await proxy.close();
  await memoir.close();
});
process.stdout.write(`${proxy.url}\n`);
