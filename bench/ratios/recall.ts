import type { PartContext } from "./context.ts";
import { vectorOf } from "./corpus.ts";
import { ask, openWith } from "./database.ts";
import { interleave } from "./interleave.ts";
import { atMost, noBar, type Row } from "./row.ts";
import { ExactScan } from "./scan.ts";
import { usualDatabase, usualScopes } from "./usual.ts";

const SIZES = [
  { items: 10_000, bar: 1.8, rounds: 300 },
  { items: 1_000, bar: 5, rounds: 1_000 },
  { items: 100, bar: 14, rounds: 2_000 },
] as const;

/** A recall in a scope that is loaded, its question's vector given, against one scan of the vectors it looks at. */
export async function recallRows(context: PartContext): Promise<Row[]> {
  const file = await usualDatabase(context);
  await using memoir = await openWith(file);
  const rows: Row[] = [];
  for (const { items, bar, rounds } of SIZES) {
    for (const as of ["memories", "events"] as const) {
      context.progress(`recall from ${items} ${as}`);
      const { scope, corpus } = usualScopes().find((one) => one.scope === `user:${as}-${items}`)!;
      const handle = memoir.scope(scope);
      const scan = new ExactScan(corpus.texts.map(vectorOf));
      const question = (turn: number) => corpus.questions[turn % corpus.questions.length]!;
      const { ours, exact } = await interleave(rounds, {
        ours: { run: (turn) => ask(handle, as, question(turn)) },
        exact: { run: (turn) => scan.scan(vectorOf(question(turn))) },
      });
      const name = `recall from ${items} ${as}, loaded ÷ one f32 scan`;
      rows.push(
        as === "memories"
          ? atMost(name, ours, exact, bar, { by: "cpu" })
          : noBar(name, ours, exact, { by: "cpu" }),
      );
    }
  }
  return rows;
}
