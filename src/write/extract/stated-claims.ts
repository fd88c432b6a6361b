import type { Candidate, SourceEvent } from "../../domain/candidate.ts";
import { kindOfCategory, typeOfCategory } from "../../domain/category.ts";
import type { Event } from "../../domain/event.ts";
import { PLAIN_CLAIM } from "../tools/proposal.ts";

/** How sure a claim is that another memory has kept: about as sure as what a model takes from plain words. */
const SURE = 0.9;
const IMPORTANCE = 0.5;

/** The note of an import in an event's content. */
export interface ImportNote {
  /** The format that it came in. */
  readonly format: string;
  /** The text is a claim as it stands: there is nothing to be taken from it. */
  readonly claim: boolean;
  /** Default: `profile`. */
  readonly category?: string;
}

/** The note of an event that states a claim as it stands; `null` for all others. */
export function statedNote({ role, content, erasedAt, text }: Event): ImportNote | null {
  const note = content?.import as Partial<ImportNote> | null | undefined;
  if (role !== "user" || erasedAt !== null || text.trim() === "") return null;
  return typeof note === "object" && note?.claim === true ? { format: "", ...note, claim: true } : null;
}

/** Whether an event came with a file of another program, on whoever's word. */
export function isImported({ type, content }: Pick<Event, "type" | "content">): boolean {
  return type === "import" || typeof content?.import === "object";
}

/** Claims that come as they are, such as what another memory has kept. The rest is left to be read. */
export function statedIn(
  events: readonly Event[],
  sourceEvents: readonly SourceEvent[],
  from: number,
): { sourceEvents: SourceEvent[]; candidates: Candidate[] } {
  const candidates: Candidate[] = [];
  const rest = sourceEvents.map((sourceEvent, source) => {
    const note = statedNote(events[source]!);
    if (note === null) return sourceEvent;
    // Text that Memoir injected somewhere is no source here either: `sourceEvents` is without it.
    if (source >= from && sourceEvent.text.trim() !== "")
      candidates.push(candidateOf(sourceEvent, source, note));
    return { ...sourceEvent, text: "" };
  });
  return { sourceEvents: rest, candidates };
}

function candidateOf({ text, actor }: SourceEvent, source: number, { category }: ImportNote): Candidate {
  const words = text.trim();
  const start = text.indexOf(words);
  const label = typeof category === "string" && category.trim() !== "" ? category : "profile";
  return {
    ...PLAIN_CLAIM,
    text: words,
    kind: kindOfCategory(label, { text: words }),
    type: typeOfCategory(label, { text: words }),
    category: label,
    subject: actor,
    method: "llm_extract",
    confidence: SURE,
    importance: IMPORTANCE,
    source,
    span: [start, start + words.length],
  };
}
