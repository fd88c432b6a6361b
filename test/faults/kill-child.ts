/**
 * Writes without end, whole writes of every kind, and prints each acknowledgement as soon as it has it:
 * `node kill-child.ts DATABASE ROUND`.
 */
import { openMemoir } from "../../src/index.ts";

const [database = ":memory:", round = "0"] = process.argv.slice(2);
const memoir = await openMemoir({
  ...{ database, embedder: "none", background: false },
  settings: { writePolicy: { maxWritesPerHour: 1e6, maxItemsPerScope: 1e6 } },
});
const ack = (line: string): boolean => process.stdout.write(`${line}\n`);
ack("open");

async function writer(w: number): Promise<never> {
  const scope = memoir.scope(`user:${w % 2}`);
  for (let i = 0; ; i++) {
    const name = `${round}-${w}-${i}`;
    const { recorded } = await scope.observe([
      { id: `${name}-a`, text: `Message ${name} 你好` },
      { id: `${name}-b`, text: `Reply to ${name}`, role: "assistant" },
    ]);
    if (recorded === 2) ack(`event ${w % 2} ${name}-a ${name}-b`);
    const { memory } = await scope.remember(`Claim ${name} says that Alice lives in 北京 street ${i}`);
    ack(`memory ${w % 2} ${memory.id} ${memory.key}`);
    if (i % 3 === 0) {
      ack(`changing ${w % 2} ${memory.id}`);
      await scope.memories.update(memory.id, { text: `Claim ${name} was changed` });
      ack(`changed ${w % 2} ${memory.id} Claim ${name} was changed`);
    }
    if (i % 5 === 0) {
      // Said before, too: it may be done when the process dies, and its acknowledgement not yet out.
      ack(`forgetting ${w % 2} ${memory.id}`);
      await scope.forget({ id: memory.id }, { hard: i % 10 === 0 });
      ack(`forgot ${w % 2} ${memory.id}`);
    }
  }
}

await Promise.all(Array.from({ length: 8 }, (_, w) => writer(w)));
