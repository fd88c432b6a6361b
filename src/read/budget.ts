import { fitBudget } from "../domain/budget.ts";
import { passages } from "../domain/passages.ts";
import { FORMATS } from "../domain/render/formats.ts";
import type { Renderable } from "../domain/render/line.ts";
import { categoryRules } from "../domain/settings/categories.ts";
import type { Settings } from "../domain/settings.ts";
import { terms } from "../domain/terms.ts";
import { diversify } from "./diversify.ts";
import type { Ranked } from "./rank.ts";

/** What bounds one answer. */
export interface Bounds {
  readonly maxItems: number;
  readonly maxTokens: number | null;
}

/** A candidate that has its place in the answer, with the line that stands for it in the prompt. */
export interface Chosen {
  readonly ranked: Ranked;
  readonly line: string;
  /** The words that are shown: of a long event its best passage. */
  readonly shown: string;
}

/** The best that fit into the preset's block, its frame and the delta header counted (R3, R29, R32, C20). */
export function withinBudget(
  ranked: readonly Ranked[],
  settings: Settings,
  bounds: Bounds,
  delta: string,
  now: Date,
): Chosen[] {
  const format = FORMATS[settings.render.format];
  const frame = [delta, format.wrap([])].filter((part) => part !== "").join("\n");
  const budget = { ...bounds, maxPerType: settings.readPolicy.maxPerType, fill: settings.render.fill };
  return fitBudget(lines(ranked, settings, now), budget, frame);
}

/** One line after the other, as far as somebody asks for them. */
function* lines(ranked: readonly Ranked[], settings: Settings, now: Date) {
  const format = FORMATS[settings.render.format];
  const rules = categoryRules(settings.categories);
  const perCategory = new Map<string, number>();
  for (const { one } of diversify(withTerms(ranked))) {
    const seen = renderableOf(one, now);
    const rule = one.kind === "memory" ? rules.get(seen.category) : undefined;
    const whole = rule?.context === "all";
    if (rule?.context === "rag" && rule.ragLength !== null) {
      const count = perCategory.get(seen.category) ?? 0;
      if (count >= rule.ragLength) continue;
      perCategory.set(seen.category, count + 1);
    }
    // Events have no type to share: each is one of its own.
    const type = one.kind === "event" ? `event ${one.event.seq}` : seen.type;
    yield { ranked: one, line: format.line(seen), shown: shownOf(one), type, whole };
  }
}

function* withTerms(ranked: readonly Ranked[]) {
  for (const one of ranked) {
    yield { one, terms: one.kind === "event" ? new Set(terms(shownOf(one))) : one.entry.terms };
  }
}

function shownOf(one: Ranked): string {
  if (one.kind !== "event") return one.entry.row.text;
  const parts = passages(one.event.text);
  return parts.length === 1 ? one.event.text : (parts[one.passage] ?? one.event.text).trim();
}

/** An event speaks for itself: who said what, and when. */
function renderableOf(one: Ranked, now: Date): Renderable {
  if (one.kind !== "event") return one.entry.memoryAt(now.getTime());
  const { event } = one;
  return {
    type: null,
    category: "event",
    key: event.id,
    text: `${event.actor ?? event.role}: ${shownOf(one)}`,
    confidence: 1,
    importance: 0.5,
    confirmedAt: event.at,
  };
}
