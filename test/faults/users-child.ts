// Serves one user after the other in one process, and prints the memory that it holds after each quarter of them.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openMemoir } from "../../src/index.ts";

const [database, users, messages] = process.argv.slice(2);
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Of this thread, in bytes: objects, and the buffers that indexes are made of. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await using memoir = await openMemoir({
  ...{ database: database!, embedder: "none", background: false, durability: "normal" },
  settings: { index: { maxMegabytes: 1 } },
});
const serve = async (user: number): Promise<void> => {
  const scope = memoir.scope(`user:${user}`);
  await scope.observe(
    Array.from({ length: Number(messages) }, (_, i) => ({
      id: `m${i}`,
      text: `On day ${i} user ${user} repaired bicycle number ${user * i} for a neighbour in street ${i % 17}.`,
    })),
  );
  await scope.remember(`User ${user} repairs bicycles`);
  await scope.recall("Which bicycle did I repair?");
};

// What every process loads once is there before anything is compared.
for (let user = -5; user < 0; user += 1) await serve(user);
const before = held();
const quarter = Number(users) / 4;
for (let user = 0; user < Number(users); user += 1) {
  await serve(user);
  if ((user + 1) % quarter === 0) console.log(JSON.stringify({ users: user + 1, bytes: held() - before }));
}
