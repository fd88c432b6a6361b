/**
 * Writes, and looks for each of its writes as soon as it is acknowledged; looks for the others' when it is notified of
 * them: `node readers-child.ts DATABASE NAME WRITES SEED`, with a channel to the parent.
 */
import { openMemoir } from "../../src/index.ts";
import { random } from "../support/prove.ts";

/** A lasting state of the database: the text with this word exists, or no longer exists. */
export interface Committed {
  scope: string;
  from: "memories" | "events";
  word: string;
  id: string;
  there: boolean;
}

export type ToChild = { kind: "go" } | { kind: "look"; committed: Committed } | { kind: "end" };

export type FromChild =
  | { kind: "open" }
  | { kind: "committed"; committed: Committed }
  | { kind: "looked"; ms: number }
  | { kind: "missed"; committed: Committed; why: string }
  | { kind: "written"; looks: number };

const [database = ":memory:", name = "0", writes = "1", seed = "1"] = process.argv.slice(2);
const most = { maxItemsPerScope: 1_000_000, maxWritesPerHour: 1_000_000, maxWritesPerSession: 1_000_000 };
const memoir = await openMemoir({
  database,
  embedder: "none",
  background: false,
  lockTimeoutMs: 60_000,
  settings: { writePolicy: most },
});
const next = random(Number(seed));
const tell = (message: FromChild): boolean => process.send?.(message) ?? false;

/** One recall: what was committed before it began is in its answer. */
async function look(committed: Committed): Promise<void> {
  const { scope, from, word, id, there } = committed;
  // It may take long on a busy machine; what comes late must still be right.
  const options = { from: [from], threshold: 0, deadlineMs: 120_000 };
  const { hits, degraded } = await memoir.scope(scope).recall(word, options);
  const seen = hits.some((hit) => hit.id === id && hit.text.includes(word));
  if (degraded !== null) tell({ kind: "missed", committed, why: `${degraded.reason}: ${degraded.detail}` });
  else if (seen !== there) {
    const row = await memoir.scope(scope).memories.get(id);
    const is = row === null ? "no memory" : `${row.status} at ${row.rev}: ${row.text}`;
    tell({ kind: "missed", committed, why: `${seen ? "still there" : "not there"} (${is})` });
  }
}

/** One step of a writer; returns the state that holds from then on. */
async function write(i: number): Promise<Committed[]> {
  const scope = next() < 0.5 ? "group:shared" : `user:${Math.floor(next() * 3)}`;
  const handle = memoir.scope(scope);
  const [word, other] = [`word${name}x${i}y`, `other${name}x${i}y`];
  const dice = next();
  if (dice < 0.4) {
    const id = `event-${word}`;
    await handle.observe([{ id, text: `Bob drinks ${word} from a cup 绿茶`, author: `P${name}` }]);
    return [{ scope, from: "events", word, id, there: true }];
  }
  // Each is about a different thing: no claim replaces another.
  const claim = `Boat ${word} lies beside pier${word}`;
  const {
    memory: { id },
  } = await handle.remember(claim, { eventId: `claim-${word}`, subject: word });
  if (dice < 0.7) return [{ scope, from: "memories", word, id, there: true }];
  if (dice < 0.85) {
    await handle.memories.update(id, { text: `Boat ${other} sails with crew${other}` });
    return [
      { scope, from: "memories", word, id, there: false },
      { scope, from: "memories", word: other, id, there: true },
    ];
  }
  const hard = dice < 0.95;
  await handle.forget({ id }, { hard });
  const gone = { scope, word, there: false };
  return [
    { ...gone, from: "memories", id },
    ...(hard ? [{ ...gone, from: "events" as const, id: `claim-${word}` }] : []),
  ];
}

async function work(): Promise<void> {
  let looks = 0;
  for (let i = 0; i < Number(writes); i++) {
    for (const committed of await write(i)) {
      await look(committed);
      looks += 1;
      tell({ kind: "committed", committed });
    }
  }
  tell({ kind: "written", looks });
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

process.on("message", (message: ToChild) => {
  if (message.kind === "go") work().catch(fail);
  else if (message.kind === "end") memoir.close().then(() => process.disconnect(), fail);
  else {
    const started = performance.now();
    look(message.committed).then(() => tell({ kind: "looked", ms: performance.now() - started }), fail);
  }
});
tell({ kind: "open" });
