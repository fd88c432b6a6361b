import { type CutRule, estimateTokens, fitBudget, type PromptLine, promptLine } from "../../domain/budget.ts";
import { type BlockFormat, dayOf, FORMATS } from "../../domain/render/formats.ts";
import { categoryRules } from "../../domain/settings/reading.ts";
import type { Settings } from "../../domain/settings.ts";
import { tellingTerms } from "../../language/terms.ts";
import type { RankedCandidate } from "../rank/rank.ts";
import {
  candidateText,
  type EventCandidate,
  type Quotation,
  type RecallTrace,
  shownMemory,
} from "../shared/candidate.ts";
import type { Bounds } from "../shared/request.ts";

/** A candidate that has its place in the answer, with the line that stands for it in the prompt. */
export interface Chosen {
  readonly ranked: RankedCandidate;
  readonly line: string;
  /** The words that are shown: of a long event its best passage. */
  readonly visibleText: string;
  /** It is in every prompt; all such share one line. */
  readonly core: boolean;
}

/** The block that lines are chosen for. */
export interface BlockBounds {
  readonly settings: Settings;
  readonly bounds: Bounds;
  /** Lines that are present whatever is chosen: the delta header and the core. */
  readonly fixed: readonly string[];
  readonly now: Date;
  readonly trace?: RecallTrace | undefined;
}

/** Of the memories of whole categories those that fit into their share of the tokens, in their order. */
export function withinShare(ranked: readonly RankedCandidate[], block: BlockBounds): RankedCandidate[] {
  const { settings, bounds, fixed, now } = block;
  if (bounds.maxTokens === null) return [...ranked];
  const frame = frameOf(settings, fixed);
  const frameTokens = estimateTokens(frame);
  const maxTokens = frameTokens + Math.floor((bounds.maxTokens - frameTokens) * settings.categories.share);
  const budget = { maxItems: null, maxTokens, maxPerType: null, fill: settings.render.fill };
  const slots = ranked.map((one) => new Slot(one, true, settings, now));
  return fitBudget(slots, budget, frame).map((slot) => slot.ranked);
}

/**
 * The best that fit into the preset's block, its frame and the delta header counted. `belonging` come first,
 * and take none of the places.
 */
export function withinBudget(
  belonging: readonly RankedCandidate[],
  rest: readonly RankedCandidate[],
  block: BlockBounds,
): Chosen[] {
  const ranked = [...belonging, ...rest];
  const whole = new Set(belonging);
  const { settings, bounds, fixed, trace } = block;
  const frame = frameOf(settings, fixed);
  const budget = { ...bounds, maxPerType: settings.readPolicy.maxPerType, fill: settings.render.fill };
  const cut =
    trace === undefined ? undefined : (slot: Slot, rule: CutRule) => trace.cut(slot.ranked.candidate, rule);
  const fitting = (some: readonly RankedCandidate[], cutLog?: typeof cut): Slot[] =>
    fitBudget(slots(some, whole, { ...block, trace: cutLog && trace }), budget, frame, {
      repeats,
      cut: cutLog,
    });
  // A quote may come before the memory that says the same; the memory stands for both.
  const first = fitting(ranked);
  const repeated = new Set(
    first.filter((one) => one.terms === null && repeats(one, first)).map((one) => one.ranked),
  );
  if (trace !== undefined) for (const { candidate } of repeated) trace.cut(candidate, "repeats");
  if (repeated.size === 0 && cut === undefined) return first;
  return fitting(
    ranked.filter((one) => !repeated.has(one)),
    cut,
  );
}

/** The first of some further lines, at most `most`, for which there is room beside what is chosen. */
export function besideChosen(
  further: readonly RankedCandidate[],
  chosen: readonly Chosen[],
  most: number,
  { settings, bounds, fixed, now }: BlockBounds,
): Chosen[] {
  if (further.length === 0 || most <= 0) return [];
  const frame = frameOf(settings, fixed, chosen);
  const budget = { maxItems: most, maxTokens: bounds.maxTokens, maxPerType: null, fill: true };
  const slotsChosen = chosen.filter((one) => one instanceof Slot);
  const slots = further.map((one) => new Slot(one, false, settings, now));
  return fitBudget(slots, budget, frame, {
    repeats: (slot, beside) => repeats(slot, [...slotsChosen, ...beside]),
  });
}

function frameOf({ render }: Settings, fixed: readonly string[], chosen: readonly Chosen[] = []): string {
  const lines = [...fixed, FORMATS[render.format].wrap([]), ...chosen.map(({ line }) => line)];
  return lines.filter((part) => part !== "").join("\n");
}

/** A candidate during selection. Its text is rendered only if there is room for it. */
class Slot implements Chosen {
  readonly ranked: RankedCandidate;
  readonly type: string | null;
  readonly whole: boolean;
  readonly core = false;
  readonly #settings: Settings;
  readonly #now: Date;
  #line: PromptLine | undefined;
  #quoted: readonly string[] | undefined;

  constructor(ranked: RankedCandidate, whole: boolean, settings: Settings, now: Date) {
    this.ranked = ranked;
    this.whole = whole;
    // Events have no type to share: each is its own.
    const { candidate } = ranked;
    this.type = candidate.kind === "event" ? `event ${candidate.entry.event.seq}` : candidate.entry.row.type;
    this.#settings = settings;
    this.#now = now;
  }

  get visibleText(): string {
    return candidateText(this.ranked.candidate);
  }

  get line(): string {
    return this.#rendered.line;
  }

  get quarters(): number {
    return this.#rendered.quarters;
  }

  /** The first quote of a month has its day. */
  get shared(): { by: string; words: string } | null {
    const { candidate } = this.ranked;
    if (candidate.kind !== "event" || candidate.quotation === null || candidate.quotation.dated) return null;
    const { at } = candidate.entry.event;
    return { by: monthOf(at), words: `${dayOf(at)}: ` };
  }

  get #rendered(): PromptLine {
    if (this.#line !== undefined) return this.#line;
    const { candidate } = this.ranked;
    const format = FORMATS[this.#settings.render.format];
    const at = this.#now.getTime();
    if (candidate.kind !== "event")
      this.#line =
        candidate.text === candidate.entry.row.text
          ? candidate.entry.lineIn(format, at)
          : promptLine(format.line(shownMemory(candidate, at)));
    else if (candidate.quotation === null) this.#line = candidate.entry.lineIn(format, candidate.passage);
    else this.#line = promptLine(quoteLine(format, candidate, candidate.quotation));
    return this.#line;
  }

  /** The raw record is shown as it is: two people may have said the same. */
  get terms(): Worded["terms"] {
    const { candidate } = this.ranked;
    return candidate.kind === "event" ? null : candidate.entry.terms;
  }

  /** A quote without a later change says nothing beside a memory that holds its words. */
  get quoted(): readonly string[] | null {
    const { candidate } = this.ranked;
    if (candidate.kind !== "event" || candidate.quotation === null || candidate.quotation.later !== null)
      return null;
    this.#quoted ??= [...new Set(tellingTerms(candidate.quotation.text))];
    return this.#quoted;
  }
}

/** One after the other, each category no further than its own length. */
function* slots(
  ranked: readonly RankedCandidate[],
  whole: ReadonlySet<RankedCandidate>,
  { settings, now, trace }: Pick<BlockBounds, "settings" | "now" | "trace">,
): Generator<Slot, void, void> {
  const rules = categoryRules(settings.categories);
  const perCategory = new Map<string, number>();
  for (const rankedCandidate of ranked) {
    const { candidate } = rankedCandidate;
    const rule = candidate.kind === "memory" ? rules.get(candidate.entry.row.category) : undefined;
    if (rule?.context === "rag" && rule.ragLength !== null) {
      const count = perCategory.get(rule.name) ?? 0;
      if (count >= rule.ragLength) {
        trace?.cut(candidate, "category");
        continue;
      }
      perCategory.set(rule.name, count + 1);
    }
    yield new Slot(rankedCandidate, whole.has(rankedCandidate), settings, now);
  }
}

export function monthOf(at: Date): string {
  return dayOf(at).slice(0, 7);
}

export function quoteLine(
  format: BlockFormat,
  { entry: { event }, author }: EventCandidate,
  { text, dated, later }: Quotation,
): string {
  const changed = later && { text: later.text, at: later.dated ? later.entry.event.at : null };
  return format.quote({ text, at: dated ? event.at : null, author, later: changed });
}

/** Two memories that share this much of their terms say the same to a reader. */
const SAME = 0.8;

/** A quote of whose words a shown memory holds this share repeats it. */
const HELD = 0.75;

/** The terms of a memory, once as a list and once as a set; `null` for what is shown however alike it is. */
export interface Worded {
  readonly terms: { readonly list: readonly string[]; readonly set: ReadonlySet<string> } | null;
  /** The words of a quote. Default: it is none. */
  readonly quoted?: readonly string[] | null;
}

/** Near-duplicates take one slot: the better one's, which was chosen first. */
export function repeats({ terms, quoted }: Worded, chosen: readonly Worded[]): boolean {
  if (terms === null) {
    if (quoted === null || quoted === undefined) return false;
    const isIn = (words: ReadonlySet<string>): boolean =>
      quoted.filter((word) => words.has(word)).length >= HELD * quoted.length;
    return chosen.some((other) => other.terms !== null && isIn(other.terms.set));
  }
  for (const other of chosen) if (other.terms !== null && isSame(terms, other.terms)) return true;
  return false;
}

type Terms = NonNullable<Worded["terms"]>;

function isSame(a: Terms, b: Terms): boolean {
  // No pairs to take apart: this runs for every two lines of an answer.
  const small = a.list.length < b.list.length ? a : b;
  const large = small === a ? b : a;
  const few = small.list.length;
  const many = large.list.length;
  if (many === 0) return true;
  // As soon as too few can be shared, they are not the same.
  let spare = few - (SAME * (few + many)) / (1 + SAME);
  if (spare < 0) return false;
  for (const term of small.list) {
    if (large.set.has(term)) continue;
    spare -= 1;
    if (spare < 0) return false;
  }
  return true;
}
