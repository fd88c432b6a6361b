import { copyFileSync, existsSync } from "node:fs";
import type { SpeedContext } from "./context.ts";
import { givenVectors, makeCorpus } from "./corpus.ts";
import { ask, cached, type Filled, fill, openWith } from "./database.ts";
import { interleave } from "./interleave.ts";
import { multiply } from "./multiply.ts";
import { atMost, type Row } from "./row.ts";

/** So many scopes are written through the public face; the others are copies of them. */
const TEMPLATES = 20;
const PER_SCOPE = 100;
const ROUNDS = 400;
const WARM_BAR = 1.5;
const COLD_BAR = 12;

/** One scope among very many, loaded and not, against a database that holds nothing else. */
export async function isolationRows(context: SpeedContext): Promise<Row[]> {
  const scopes = Array.from({ length: TEMPLATES }, (_, i): Filled => {
    return { scope: `user:t${i}`, as: "memories", corpus: makeCorpus(PER_SCOPE, 50 + i) };
  });
  const [first] = scopes as [Filled];
  const embedder = givenVectors(scopes.map(({ corpus }) => corpus));
  const copies = Math.max(1, Math.round(context.rows / PER_SCOPE / TEMPLATES) - 1);
  const { cache, rebuild } = context;
  const alone = await cached(cache, "speed-alone", [PER_SCOPE], rebuild, (file) =>
    fill(file, embedder, [first]),
  );
  const templates = await cached(cache, "speed-templates", [TEMPLATES, PER_SCOPE], rebuild, (file) =>
    fill(file, embedder, scopes),
  );
  const large = await cached(cache, "speed-many", [TEMPLATES, PER_SCOPE, copies], rebuild, async (file) => {
    for (const end of ["", "-wal"])
      if (existsSync(templates + end)) copyFileSync(templates + end, file + end);
    multiply(file, copies);
  });

  const { questions } = first.corpus;
  const question = (turn: number) => questions[turn % questions.length]!;
  const coldScopes = Array.from(
    { length: Math.min(ROUNDS + ROUNDS / 10, copies) },
    (_, i) => `user:t0-${copies - i}`,
  );
  context.progress("reading the pages of the scopes that will be cold");
  {
    // Not the disk is measured but the index: its pages are in memory, as those of a running server are.
    await using before = await openWith(large, embedder);
    for (const scope of coldScopes) await ask(before.scope(scope), "memories", question(0));
  }
  await using small = await openWith(alone, embedder);
  await using many = await openWith(large, embedder);
  const own = small.scope(first.scope);
  const warm = many.scope(first.scope);
  context.progress(`one scope of ${(copies + 1) * TEMPLATES}`);
  const times = await interleave(Math.min(ROUNDS, Math.floor(coldScopes.length / 1.1)), {
    own: { run: (turn) => ask(own, "memories", question(turn)) },
    warm: { run: (turn) => ask(warm, "memories", question(turn)) },
    cold: { run: (turn) => ask(many.scope(coldScopes[turn]!), "memories", question(turn)) },
  });
  const items = (copies + 1) * TEMPLATES * PER_SCOPE;
  const where = `one scope of ${PER_SCOPE} among ${items}`;
  return [
    atMost(`${where}, loaded ÷ a database of its own, loaded`, times.warm, times.own, WARM_BAR),
    atMost(`${where}, not loaded ÷ a database of its own, loaded`, times.cold, times.own, COLD_BAR),
  ];
}
