import { factAt } from "../../test/fixtures/duplicates/facts.ts";
import type { PartContext } from "./context.ts";
import { makeCorpus } from "./corpus.ts";
import { ask, cached, copyDatabase, type Filled, fill, inFolder, openWith } from "./database.ts";
import { interleave, medianOf, type Timing, timed } from "./interleave.ts";
import { multiply } from "./multiply.ts";
import { atMost, type Row } from "./row.ts";
import { NEW_FACTS } from "./usual.ts";

/** Scopes that are written through the public interface; the others are copies of them. */
const TEMPLATES = 20;
const PER_SCOPE = 100;
const ROUNDS = 200;
/** How often all scopes of the small database are read for the first time. */
const COLD_ROUNDS = 10;
const BAR = 1.5;

const templateScopes = (): Filled[] =>
  Array.from({ length: TEMPLATES }, (_, i): Filled => {
    return { scope: `user:t${i}`, as: "memories", corpus: makeCorpus(PER_SCOPE, i * PER_SCOPE) };
  });

const copiesOf = (rows: number): number => Math.max(1, Math.round(rows / PER_SCOPE / TEMPLATES) - 1);

/** One of the copies of a template; the same number is the same scope. */
export const copyOf = (template: number, number: number, rows: number): string =>
  `user:t${template}-${1 + (number % copiesOf(rows))}`;

/** The question that is asked of a template or a copy of it. */
export const questionOf = (template: number, turn: number): string => {
  const { questions } = makeCorpus(PER_SCOPE, template * PER_SCOPE);
  return questions[turn % questions.length]!;
};

/** A database of the templates, and one with so many memories in copies of them. */
export async function largeDatabase({ cache, rebuild, rows }: PartContext): Promise<{
  readonly small: string;
  readonly large: string;
  readonly memories: number;
}> {
  const small = await cached(cache, "templates", [TEMPLATES, PER_SCOPE], rebuild, (file) =>
    fill(file, templateScopes()),
  );
  const copies = copiesOf(rows);
  const large = await cached(cache, "large", [TEMPLATES, PER_SCOPE, copies], rebuild, async (file) => {
    copyDatabase(small, file);
    multiply(file, copies);
  });
  return { small, large, memories: (copies + 1) * TEMPLATES * PER_SCOPE };
}

/** One scope of 100 memories among very many, against a database with hardly more than that. */
export async function millionRows(context: PartContext): Promise<Row[]> {
  const { small, large, memories } = await largeDatabase(context);
  context.progress(`${memories} memories`);
  return inFolder(async (folder) => {
    const own = `${folder}/small.db`;
    copyDatabase(small, own);
    const cold = await coldTimes(own, large, context.rows);
    await using here = await openWith(own);
    await using there = await openWith(large);
    let next = NEW_FACTS;
    const claim = (): string => factAt(next++ % 50_000).text;
    const times = await interleave(ROUNDS, {
      small: { run: (turn) => ask(here.scope("user:t0"), "memories", questionOf(0, turn)) },
      large: { run: (turn) => ask(there.scope("user:t0-1"), "memories", questionOf(0, turn)) },
      // In as many scopes, so that none of them grows more than another.
      smallWrite: { run: (turn) => here.scope(`user:t${1 + (turn % 19)}`).remember(claim()) },
      largeWrite: { run: (turn) => there.scope(copyOf(1 + (turn % 19), 7, context.rows)).remember(claim()) },
    });
    const name = (what: string): string => `${what} in a database of ${memories} memories ÷ in one of 2000`;
    return [
      atMost(name("remember()"), times.largeWrite, times.smallWrite, BAR, { by: "cpu" }),
      atMost(name("recall, loaded,"), times.large, times.small, BAR, { by: "cpu" }),
      atMost(name("recall, not loaded,"), cold.large, cold.small, BAR, { by: "cpu" }),
    ];
  });
}

/** The first recall of a scope in an engine. The pages of the file are in memory, as a server's are. */
async function coldTimes(
  small: string,
  large: string,
  rows: number,
): Promise<{ small: Timing; large: Timing }> {
  const times = { small: [] as Timing[], large: [] as Timing[] };
  for (let round = -1; round < COLD_ROUNDS; round++) {
    await using here = await openWith(small);
    await using there = await openWith(large);
    for (let t = 0; t < TEMPLATES; t++) {
      const own = await timed(() => ask(here.scope(`user:t${t}`), "memories", questionOf(t, 0)));
      // The same scopes in every round: the first round reads their pages.
      const other = await timed(() =>
        ask(there.scope(copyOf(t, 100 + t * 37, rows)), "memories", questionOf(t, 0)),
      );
      if (round < 0) continue;
      times.small.push(own);
      times.large.push(other);
    }
  }
  return { small: medianOf(times.small), large: medianOf(times.large) };
}
