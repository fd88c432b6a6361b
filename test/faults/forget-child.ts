/**
 * Fills a scope once, then forgets it for good, and prints a line before each step: `node forget-child.ts DATABASE fill|forget`.
 */
import { openMemoir } from "../../src/index.ts";

const [database = ":memory:", what = "fill"] = process.argv.slice(2);
const memoir = await openMemoir({
  ...{ database, embedder: "none", background: false },
  // The engine looks at the clock in every step.
  now: () => {
    if (what === "forget") process.stdout.write("step\n");
    return new Date("2026-03-01T12:00:00Z");
  },
  settings: { writePolicy: { maxWritesPerHour: 1e6, maxItemsPerScope: 1e6 } },
});
const nina = memoir.scope("user:nina");
if (what === "fill") {
  await nina.observe(
    Array.from({ length: 1_000 }, (_, i) => ({ id: `m${i}`, text: `Quaggaville, 斑驴镇, day ${i}` })),
  );
  for (let i = 0; i < 200; i++) await nina.remember(`Nina saw quagga number ${i} 斑驴`);
} else await memoir.operator().people.forget({ scope: "user:nina" }, { hard: true });
await memoir.close();
process.stdout.write("done\n");
