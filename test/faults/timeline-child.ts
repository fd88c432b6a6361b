/**
 * A bot that talks and compresses without end: `node timeline-child.ts DATABASE ROUND SEED`. Its history is what was
 * observed, as a bot's that reads it from the record when it starts.
 */
import { openMemoir } from "../../src/index.ts";
import { random } from "../support/prove.ts";
import { echoModel } from "./echo-model.ts";

const [database = ":memory:", round = "0", seed = "1"] = process.argv.slice(2);
const next = random(Number(seed));
const memoir = await openMemoir({
  ...{ database, embedder: "none", background: false, model: echoModel(next), preset: "picobot" },
  settings: { models: { retries: 0, breaker: { failures: 1_000_000 } } },
});
const scope = memoir.scope("global", { tenant: "t" });
const events = [];
for await (const event of await scope.events.list({ session: "s", type: "message" })) events.unshift(event);
let history = events.map(({ id, role, text }) => ({ id, role: role as string, content: text }));

for (let i = 0; ; i += 1) {
  for (const role of ["user", "assistant"]) {
    const id = `${round}k${i}${role[0]}`;
    const content = `Said m${id}x`;
    history.push({ id, role, content });
    await scope.observe([{ id, role: role as "user", content, session: "s" }]);
    process.stdout.write("heard\n");
  }
  const result = await scope.session("s").compress(history, { contextWindow: 100_000 });
  history = result.messages as typeof history;
  if (result.entries.length > 0) process.stdout.write(`compressed ${result.entries.length}\n`);
}
