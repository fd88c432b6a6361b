import { factAt } from "../../test/fixtures/duplicates/facts.ts";
import { pick, stream } from "../random.ts";

export interface Told {
  readonly text: string;
  /** Two processes share the claims by whom they are about: what one tells has nothing to do with the other's. */
  readonly person: number;
}

const SEED = 13;
const CLAIMS = 600;
/** Facts are taken from so many, so that most people have several. */
const FACTS = 2_000;
const STRIDE = 41;
const PER_PERSON = 40;

/** 600 claims: new ones, the same again or in other words, and others that contradict earlier ones. */
export function toldClaims(): Told[] {
  const next = stream(SEED);
  const known: number[] = [];
  return Array.from({ length: CLAIMS }, (_, i): Told => {
    const dice = next();
    // A person lives in one place at a time: the first two facts about each are of that kind.
    const homes = i * PER_PERSON + (i % 2);
    if (known.length === 0 || dice < 0.4) known.push((i % 3 === 0 ? homes : i * STRIDE) % FACTS);
    const isNew = known.length === 1 || dice < 0.4;
    const number = isNew ? known.at(-1)! : pick(known, next);
    const { text, restated, changed } = factAt(number);
    return {
      text: isNew ? text : pick([text, restated, changed, changed], next),
      person: Math.floor(number / PER_PERSON),
    };
  });
}
