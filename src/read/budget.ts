import { type CutRule, fitBudget, type PromptLine, promptLine } from "../domain/budget.ts";
import { type BlockFormat, FORMATS } from "../domain/render/formats.ts";
import { categoryRules } from "../domain/settings/reading.ts";
import type { Settings } from "../domain/settings.ts";
import type { EventCandidate } from "./candidate.ts";
import { repeats, type Worded } from "./diversify.ts";
import type { Quotation } from "./quotes/found.ts";
import type { Ranked } from "./rank.ts";
import type { Bounds } from "./request.ts";
import type { Trace } from "./trace.ts";

/** A candidate that has its place in the answer, with the line that stands for it in the prompt. */
export interface Chosen {
  readonly ranked: Ranked;
  readonly line: string;
  /** The words that are shown: of a long event its best passage. */
  readonly shown: string;
  /** It is in every prompt; all such share one line. */
  readonly core: boolean;
}

/** The block that lines are chosen for. */
interface BlockBounds {
  readonly settings: Settings;
  readonly bounds: Bounds;
  /** Lines that are present whatever is chosen: the delta header and the core. */
  readonly fixed: readonly string[];
  readonly now: Date;
  readonly trace?: Trace | undefined;
}

/** The best that fit into the preset's block, its frame and the delta header counted (R3, R29, R32, C20). */
export function withinBudget(ranked: readonly Ranked[], block: BlockBounds): Chosen[] {
  const { settings, bounds, fixed, now, trace } = block;
  const format = FORMATS[settings.render.format];
  const frame = [...fixed, format.wrap([])].filter((part) => part !== "").join("\n");
  const budget = { ...bounds, maxPerType: settings.readPolicy.maxPerType, fill: settings.render.fill };
  const cut =
    trace === undefined ? undefined : (slot: Slot, rule: CutRule) => trace.cut(slot.ranked.candidate, rule);
  return fitBudget(slots(ranked, settings, now, trace), budget, frame, { repeats, cut });
}

/** The first of some further lines, at most `most`, for which there is room beside what is chosen. */
export function besideChosen(
  further: readonly Ranked[],
  chosen: readonly Chosen[],
  most: number,
  { settings, bounds, fixed, now }: BlockBounds,
): Chosen[] {
  if (further.length === 0 || most <= 0) return [];
  const format = FORMATS[settings.render.format];
  const lines = chosen.map(({ line }) => line);
  const frame = [...fixed, format.wrap([]), ...lines].filter((part) => part !== "").join("\n");
  const budget = { maxItems: most, maxTokens: bounds.maxTokens, maxPerType: null, fill: true };
  const known = chosen.filter((one) => one instanceof Slot);
  const slots = further.map((one) => new Slot(one, false, settings, now));
  return fitBudget(slots, budget, frame, { repeats: (slot, beside) => repeats(slot, [...known, ...beside]) });
}

/** A candidate during selection. Its text is rendered only if there is room for it. */
class Slot implements Chosen {
  readonly ranked: Ranked;
  readonly type: string | null;
  readonly whole: boolean;
  readonly core = false;
  readonly #settings: Settings;
  readonly #now: Date;
  #line: PromptLine | undefined;

  constructor(ranked: Ranked, whole: boolean, settings: Settings, now: Date) {
    this.ranked = ranked;
    this.whole = whole;
    // Events have no type to share: each is one of its own.
    const { candidate } = ranked;
    this.type = candidate.kind === "event" ? `event ${candidate.entry.event.seq}` : candidate.entry.row.type;
    this.#settings = settings;
    this.#now = now;
  }

  get shown(): string {
    const { candidate } = this.ranked;
    if (candidate.kind !== "event") return candidate.entry.row.text;
    return candidate.quotation?.text ?? candidate.entry.passage(candidate.passage);
  }

  get line(): string {
    return this.#rendered.line;
  }

  get quarters(): number {
    return this.#rendered.quarters;
  }

  get #rendered(): PromptLine {
    if (this.#line !== undefined) return this.#line;
    const { candidate } = this.ranked;
    const format = FORMATS[this.#settings.render.format];
    if (candidate.kind !== "event") this.#line = candidate.entry.lineIn(format, this.#now.getTime());
    else if (candidate.quotation === null) this.#line = candidate.entry.lineIn(format, candidate.passage);
    else this.#line = promptLine(quoteLine(format, candidate, candidate.quotation));
    return this.#line;
  }

  /** The raw record is shown as it is: two people may have said the same. */
  get terms(): Worded["terms"] {
    const { candidate } = this.ranked;
    return candidate.kind === "event" ? null : candidate.entry.terms;
  }
}

/** One after the other, each category no further than its own length (R260). */
function* slots(
  ranked: readonly Ranked[],
  settings: Settings,
  now: Date,
  trace: Trace | undefined,
): Generator<Slot, void, void> {
  const rules = categoryRules(settings.categories);
  const perCategory = new Map<string, number>();
  for (const one of ranked) {
    const { candidate } = one;
    const rule = candidate.kind === "memory" ? rules.get(candidate.entry.row.category) : undefined;
    if (rule?.context === "rag" && rule.ragLength !== null) {
      const count = perCategory.get(rule.name) ?? 0;
      if (count >= rule.ragLength) {
        trace?.cut(candidate, "category");
        continue;
      }
      perCategory.set(rule.name, count + 1);
    }
    yield new Slot(one, rule?.context === "all", settings, now);
  }
}

function quoteLine(
  format: BlockFormat,
  { entry: { event }, author }: EventCandidate,
  { text, later }: Quotation,
): string {
  const changed = later && { text: later.text, at: later.entry.event.at };
  return format.quote({ text, at: event.at, author, later: changed });
}
