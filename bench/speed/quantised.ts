import type { SpeedContext } from "./context.ts";
import { givenVectors, makeCorpus } from "./corpus.ts";
import { ask, cached, fill, openWith } from "./database.ts";
import { interleave } from "./interleave.ts";
import { atMost, noBar, type Row } from "./row.ts";
import { ExactScan, firsts, RoundedScan } from "./scan.ts";

const ITEMS = 100_000;
const SEED = 30;
const ROUNDS = 60;
const FIRST = 10;
const BAR = 0.3;
const LEAST_RECALL = 0.98;
const SCOPE = "user:large";

/** 100,000 items: the rounded scan against the exact one, and the whole recall through the public face beside it. */
export async function quantisedRows(context: SpeedContext): Promise<Row[]> {
  const corpus = makeCorpus(ITEMS, SEED);
  const embedder = givenVectors([corpus]);
  const file = await cached(context.cache, "speed-large", [ITEMS], context.rebuild, (partial) =>
    fill(partial, embedder, [{ scope: SCOPE, as: "events", corpus }]),
  );
  context.progress(`${ITEMS} items`);
  await using memoir = await openWith(file, embedder);
  const handle = memoir.scope(SCOPE);
  const exact = new ExactScan(corpus.vectors);
  const rounded = new RoundedScan(corpus.vectors);
  const question = (turn: number) => corpus.questions[turn % corpus.questions.length]!;
  const times = await interleave(ROUNDS, {
    rounded: { run: (turn) => rounded.best(question(turn).vector, FIRST) },
    exact: { run: (turn) => exact.scan(question(turn).vector) },
    ours: { run: (turn) => ask(handle, "events", question(turn)) },
  });
  const shares = corpus.questions.map(({ vector }) => {
    const right = new Set(firsts(exact.scan(vector), FIRST));
    return rounded.best(vector, FIRST).filter((item) => right.has(item)).length / FIRST;
  });
  const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const row = atMost(
    `${ITEMS} vectors, int8 scan and rescoring ÷ f32 scan`,
    times.rounded,
    times.exact,
    BAR,
    `recall@${FIRST} ${recall.toFixed(3)} (bar ${LEAST_RECALL})`,
  );
  return [
    { ...row, pass: row.pass === true && recall >= LEAST_RECALL },
    noBar(`recall from ${ITEMS} events, loaded ÷ one f32 scan`, times.ours, times.exact),
  ];
}
