/** Bounds on what is injected. `null` = no bound of this kind. */
export interface Budget {
  readonly maxItems: number | null;
  readonly maxTokens: number | null;
  readonly maxChars?: number | null;
  readonly maxPerType: number | null;
  /** Pass over an item that does not fit and try smaller ones, instead of stopping there. Default: false. */
  readonly fill?: boolean;
}

/** An estimate that never under-counts Chinese: ASCII four to a token, CJK one each, emoji two, the rest two to one. */
export function estimateTokens(text: string): number {
  return Math.ceil(tokenQuarters(text) / 4);
}

/** The same in quarters of a token, which can be added up. */
export function tokenQuarters(text: string): number {
  let quarters = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Half of a surrogate pair, so that a pair is two tokens.
    if (unit < 0x80) quarters += 1;
    else if (isCjk(unit) || (unit >= 0xd800 && unit <= 0xdfff)) quarters += 4;
    else quarters += 2;
  }
  return quarters;
}

/** Scripts that models split into about a token a character. */
function isCjk(unit: number): boolean {
  return (
    (unit >= 0x2e80 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7af) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    unit >= 0xff00
  );
}

const LINE_BREAK = tokenQuarters("\n");

/** A line of a prompt, and its length in quarters of a token: it is counted once and shown often. */
export interface PromptLine {
  readonly line: string;
  readonly quarters: number;
}

export function promptLine(line: string): PromptLine {
  return { line, quarters: tokenQuarters(line) };
}

export interface Budgeted {
  /** Read only when everything else lets it in. */
  readonly line: string;
  /** `tokenQuarters` of the line, where it is known. */
  readonly quarters?: number;
  readonly type: string | null;
  /** Words that the first of some lines has, and the others do without: they are paid for once. */
  readonly shared?: { readonly by: string; readonly words: string } | null;
  /** Takes tokens and characters, but no place of the others: its whole category belongs in. */
  readonly whole?: boolean;
}

/** Why a line that was found is not in the block. */
export const CUT_RULES = ["floor", "gate", "category", "type", "repeats", "items", "tokens"] as const;
export type CutRule = (typeof CUT_RULES)[number];

interface Choosing<T> {
  /** Whether it says what one that is chosen already says: then it gets no place. Default: nothing does. */
  readonly repeats?: (item: T, chosen: readonly T[]) => boolean;
  /** Is told what is left out. Default: nobody, and nothing behind the last that fits is looked at. */
  readonly cut?: ((item: T, rule: CutRule) => void) | undefined;
}

/**
 * The best that fit, in their order. `frame` is what stands around them whatever is chosen: heading,
 * footer, delta lines; it is counted too.
 */
export function fitBudget<T extends Budgeted>(
  items: Iterable<T>,
  budget: Budget,
  frame: string,
  { repeats, cut }: Choosing<T> = {},
): T[] {
  const chosen: T[] = [];
  let places = 0;
  const perType = new Map<string, number>();
  const paid = new Set<string>();
  let tokens = estimateTokens(frame);
  let chars = frame.length;
  /** Once set, nothing more can come in. */
  let full: CutRule | null = null;
  for (const item of items) {
    const counted = item.whole !== true;
    if (full === null && counted && budget.maxItems !== null && places >= budget.maxItems) full = "items";
    if (full !== null) {
      if (cut === undefined) break;
      cut(item, full);
      continue;
    }
    const type = item.type ?? "";
    const seen = perType.get(type) ?? 0;
    if (counted && budget.maxPerType !== null && seen >= budget.maxPerType) {
      cut?.(item, "type");
      continue;
    }
    if (repeats?.(item, chosen) === true) {
      cut?.(item, "repeats");
      continue;
    }
    const { line, quarters = tokenQuarters(line), shared = null } = item;
    const first = shared === null || paid.has(shared.by) ? "" : shared.words;
    // The line break is part of the cost.
    const cost = Math.ceil((quarters + tokenQuarters(first) + LINE_BREAK) / 4);
    const length = line.length + first.length + 1;
    const fits =
      (budget.maxTokens === null || tokens + cost <= budget.maxTokens) &&
      (budget.maxChars == null || chars + length <= budget.maxChars);
    if (!fits) {
      cut?.(item, "tokens");
      if (budget.fill !== true) full = "tokens";
      continue;
    }
    chosen.push(item);
    if (shared !== null) paid.add(shared.by);
    tokens += cost;
    chars += length;
    if (!counted) continue;
    perType.set(type, seen + 1);
    places += 1;
    // Nobody has to be looked at any more.
    if (places === budget.maxItems) full = "items";
    if (full !== null && cut === undefined) break;
  }
  return chosen;
}

/** The maximum of each, so that the sum is at most `total`: unused parts go to the others. */
export function fairShare(sizes: readonly number[], total: number): number {
  const sorted = sizes.toSorted((a, b) => a - b);
  let remaining = total;
  for (const [i, tokens] of sorted.entries()) {
    const share = Math.floor(remaining / (sorted.length - i));
    if (tokens > share) return share;
    remaining -= tokens;
  }
  return total;
}

/**
 * Beginning and end, with `gap` between them: a question or a request stands in one of them, what was pasted in between.
 * At most so many tokens, where the gap itself leaves room for any words.
 */
export function shortenTo(text: string, tokens: number, gap: string): string {
  const size = estimateTokens(text);
  if (size <= tokens) return text;
  let length = Math.floor((text.length * tokens) / size);
  for (;;) {
    const head = Math.ceil((length * 2) / 3);
    const end = text.slice(text.length - (length - head));
    const short = `${text.slice(0, head)}${gap}${end}`.toWellFormed();
    if (estimateTokens(short) <= tokens || length < 10) return short;
    length = Math.floor(length * 0.9);
  }
}
