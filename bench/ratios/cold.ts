import { DatabaseSync } from "node:sqlite";
import type { PartContext } from "./context.ts";
import { makeCorpus } from "./corpus.ts";
import { ask, cached, type Filled, fill, openWith } from "./database.ts";
import { medianOf, type Timing, timed } from "./interleave.ts";
import { amount, noBar, type Row } from "./row.ts";
import { usualDatabase } from "./usual.ts";

const ROUNDS = 5;
const MEMORIES = 10_000;
const EVENTS = 50_000;
const EVENTS_BAR_S = 2.5;

/** The first recall of a scope in a process, which loads its index. */
export async function coldRows(context: PartContext): Promise<Row[]> {
  const usual = await usualDatabase(context);
  const corpus = makeCorpus(MEMORIES);
  const large = await cached(context.cache, "many-events", [EVENTS], context.rebuild, (file) =>
    fill(file, [{ scope: "user:events", as: "events", corpus: makeCorpus(EVENTS) }]),
  );
  context.progress("cold scopes");
  const cold: Timing[] = [];
  const bare: Timing[] = [];
  const events: Timing[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [question] = corpus.questions;
    cold.push(await firstRecall(usual, `user:memories-${MEMORIES}`, "memories", question!));
    bare.push(await timed(() => readBare(usual, `memories-${MEMORIES}`)));
    events.push(await firstRecall(large, "user:events", "events", question!));
  }
  const { wall, cpu } = medianOf(events);
  return [
    noBar(
      `first recall from ${MEMORIES} memories ÷ reading the same rows bare`,
      medianOf(cold),
      medianOf(bare),
      {
        by: "cpu",
      },
    ),
    amount(
      `first recall from ${EVENTS} events`,
      cpu / 1e6,
      "s",
      { atMost: EVENTS_BAR_S },
      `CPU; ${(wall / 1e6).toFixed(2)} s on the wall`,
    ),
  ];
}

async function firstRecall(file: string, scope: string, as: Filled["as"], question: string): Promise<Timing> {
  await using memoir = await openWith(file);
  return await timed(() => ask(memoir.scope(scope), as, question));
}

/** A scope's rows and vectors, as the driver gives them. */
function readBare(file: string, id: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const { num } = db.prepare("select num from scope where id = ?").get(id) as { num: number };
    const read = (sql: string): number => db.prepare(sql).all("default", num).length;
    return (
      read("select * from memory where tenant = ? and scope = ?") +
      read("select * from validity where tenant = ? and scope = ?") +
      read("select * from vector where tenant = ? and scope = ? and kind = 'm'")
    );
  } finally {
    db.close();
  }
}
