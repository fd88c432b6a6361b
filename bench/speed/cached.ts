import type { SpeedContext } from "./context.ts";
import { givenVectors, makeCorpus } from "./corpus.ts";
import { ask, cached, type Filled, fill, openWith } from "./database.ts";
import { interleave } from "./interleave.ts";
import { atMost, type Row } from "./row.ts";
import { ExactScan } from "./scan.ts";

const SIZES = [
  { items: 10_000, bar: 1.5, rounds: 300 },
  { items: 1_000, bar: 3, rounds: 1_000 },
  { items: 100, bar: 4, rounds: 2_000 },
] as const;

/** The scopes of all sizes, as memories and as events: also what the peers and PostgreSQL are measured on. */
export function usualScopes(): Filled[] {
  return (["memories", "events"] as const).flatMap((as, a) =>
    SIZES.map(({ items }, s): Filled => {
      return { scope: `user:${as}-${items}`, as, corpus: makeCorpus(items, 10 + a * SIZES.length + s) };
    }),
  );
}

export function usualDatabase({ cache, rebuild }: SpeedContext, scopes: readonly Filled[]): Promise<string> {
  const embedder = givenVectors(scopes.map(({ corpus }) => corpus));
  return cached(cache, "speed", SIZES, rebuild, (file) => fill(file, embedder, scopes));
}

/** A recall in a scope that is loaded, its question's vector given, against one scan of the vectors it looks at. */
export async function cachedRows(context: SpeedContext): Promise<Row[]> {
  const scopes = usualScopes();
  const file = await usualDatabase(context, scopes);
  await using memoir = await openWith(file, givenVectors(scopes.map(({ corpus }) => corpus)));
  const rows: Row[] = [];
  for (const { scope, as, corpus } of scopes) {
    const size = SIZES.find(({ items }) => items === corpus.texts.length)!;
    context.progress(`${size.items} ${as}`);
    const handle = memoir.scope(scope);
    const scan = new ExactScan(corpus.vectors);
    const question = (turn: number) => corpus.questions[turn % corpus.questions.length]!;
    const { ours, exact } = await interleave(size.rounds, {
      ours: { run: (turn) => ask(handle, as, question(turn)) },
      exact: { run: (turn) => scan.scan(question(turn).vector) },
    });
    const name = `recall from ${size.items} ${as}, loaded ÷ one f32 scan`;
    rows.push(atMost(name, ours, exact, size.bar));
  }
  return rows;
}
