import type { Steps } from "../domain/redact/redact.ts";
import { chinese } from "./chinese/chinese.ts";
import { CHINESE_ORDERS, CHINESE_PASTED, CHINESE_SIGNS } from "./chinese/guards.ts";
import { english } from "./english/english.ts";
import { ENGLISH_ORDERS, ENGLISH_PASTED, ENGLISH_SIGNS, MARKER_SIGNS } from "./english/guards.ts";
import { LABEL_EXPRESSIONS } from "./match/single-valued.ts";
import { UNIT_EXPRESSIONS } from "./match/units.ts";
import { MASK_EXPRESSIONS } from "./shared/mask.ts";

/** The large expressions that every message and every name meets outside the reader's thread. */
const EXPRESSIONS: readonly RegExp[] = [
  ...[...MARKER_SIGNS, ...ENGLISH_SIGNS, ...CHINESE_SIGNS].map(([, pattern]) => pattern),
  ENGLISH_ORDERS,
  CHINESE_ORDERS,
  ENGLISH_PASTED,
  CHINESE_PASTED,
  ...english.expressions,
  ...chinese.expressions,
  ...MASK_EXPRESSIONS,
  ...UNIT_EXPRESSIONS,
  ...LABEL_EXPRESSIONS,
];

/** V8 compiles for a text of this length at once; for a shorter one first to byte code and at the second use again. */
const LONG = "\0".repeat(1_000);
/** V8 compiles an expression once for texts in Latin-1 and once for all others. */
const WIDE = /[^\0-\xff]/;
const samples = { narrow: LONG, wide: `${LONG}\u4e00` };
const compiled = new Set<keyof typeof samples>();

/**
 * Compiles the expressions that some texts will meet, one at a step. Each takes a millisecond or several; compiled where
 * they are first used, they would hold the event loop together.
 */
export function* compileAhead(texts: readonly string[]): Steps<void> {
  const widths = texts.some((text) => WIDE.test(text))
    ? (["narrow", "wide"] as const)
    : (["narrow"] as const);
  for (const width of widths) {
    if (compiled.has(width)) continue;
    for (const expression of EXPRESSIONS) {
      // Searching leaves `lastIndex` alone.
      samples[width].search(expression);
      yield;
    }
    compiled.add(width);
  }
}
