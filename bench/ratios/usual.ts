import { join } from "node:path";
import { type Fact, factAt } from "../../test/fixtures/duplicates/facts.ts";
import type { PartContext } from "./context.ts";
import { makeCorpus } from "./corpus.ts";
import { cached, copyDatabase, type Filled, fill } from "./database.ts";

/** The scopes that have 100 memories each. */
export const SMALL_SCOPES = 64;
const SMALL = 100;
/** The facts from here on are in none of the scopes. */
export const NEW_FACTS = 12_000;

const scopeOf = (as: Filled["as"], items: number): Filled => ({
  scope: `user:${as}-${items}`,
  as,
  corpus: makeCorpus(items),
});

export const smallScope = (i: number): string => `user:small-${i % SMALL_SCOPES}`;

/** One of the facts that this scope holds. */
export const factInSmall = (i: number): Fact =>
  factAt((i % SMALL_SCOPES) * SMALL + (Math.floor(i / SMALL_SCOPES) % SMALL));

/** The scopes that most parts are measured on: 100, 1,000 and 10,000 of both kinds, and many small ones. */
export function usualScopes(): Filled[] {
  return [
    ...[10_000, 1_000, 100].flatMap((items) => [scopeOf("memories", items), scopeOf("events", items)]),
    ...Array.from({ length: SMALL_SCOPES }, (_, i): Filled => {
      return { scope: smallScope(i), as: "memories", corpus: makeCorpus(SMALL, i * SMALL) };
    }),
  ];
}

export function usualDatabase({ cache, rebuild }: PartContext): Promise<string> {
  return cached(cache, "usual", [SMALL, SMALL_SCOPES], rebuild, (file) => fill(file, usualScopes()));
}

/** A copy of it that may be written to. */
export async function usualCopy(context: PartContext, folder: string): Promise<string> {
  const file = await usualDatabase(context);
  const copy = join(folder, "usual.db");
  copyDatabase(file, copy);
  return copy;
}
