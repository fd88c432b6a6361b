import { FORMATS } from "../../domain/render/formats.ts";
import type { Settings } from "../../domain/settings.ts";
import { type Chosen, monthOf, quoteLine } from "../select/budget.ts";
import type { EventCandidate, Quotation } from "../shared/candidate.ts";

/**
 * Memories as they rank, then quotes as they were said: what came later is read later. A day stands where a line needs it, and
 * with the first quote of each month, so that everybody sees how long ago the others are.
 */
export function inReadingOrder(chosen: readonly Chosen[], settings: Settings): Chosen[] {
  const others: Chosen[] = [];
  const quotes: Quote[] = [];
  for (const choice of chosen) {
    const { candidate } = choice.ranked;
    if (candidate.kind !== "event" || candidate.quotation === null) others.push(choice);
    else quotes.push({ choice, candidate, quotation: candidate.quotation });
  }
  quotes.sort((a, b) => timeOf(a) - timeOf(b));
  let month = "";
  const lines = quotes.map((quote) => {
    const before = month;
    month = monthOf(quote.candidate.entry.event.at);
    return month === before || quote.quotation.dated ? quote.choice : withDay(quote, settings);
  });
  return [...others, ...lines];
}

interface Quote {
  readonly choice: Chosen;
  readonly candidate: EventCandidate;
  readonly quotation: Quotation;
}

function timeOf({ candidate }: Quote): number {
  return candidate.entry.event.at.getTime();
}

function withDay({ choice, candidate, quotation }: Quote, { render }: Settings): Chosen {
  const dated = { ...candidate, quotation: { ...quotation, dated: true } };
  return {
    ranked: { ...choice.ranked, candidate: dated },
    line: quoteLine(FORMATS[render.format], dated, dated.quotation),
    visibleText: choice.visibleText,
    core: choice.core,
  };
}
