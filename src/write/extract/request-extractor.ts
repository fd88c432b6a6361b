import type { Candidate, SourceEvent } from "../../domain/candidate.ts";
import { kindOfCategory, typeOfCategory } from "../../domain/category.ts";
import { heldSecret, NOT_KEPT } from "../../domain/redact/redact.ts";
import { requestedIn } from "../../language/explicit.ts";
import { isSecret } from "../../language/shared/secret.ts";
import { beginsWithSpeaker, isOfSpeaker, toldOf } from "../../language/third-person.ts";
import { type Extracted, type ExtractInput, NOTHING_READ } from "../tools/extractor.ts";
import { PLAIN_CLAIM } from "../tools/proposal.ts";

/** Events that hold somebody's own words. Imported messages are read like any other, and gated more strictly. */
const SPOKEN: ReadonlySet<string> = new Set(["message", "import"]);
/** Somebody took the trouble to ask. */
const IMPORTANCE = 0.8;

/**
 * Without a language model: what people ask to remember, in their own words. Whatever else they say stays to be quoted; no
 * rule makes a claim of it. `names` are the bot's.
 */
export function byRequest(
  { sourceEvents, from }: Pick<ExtractInput, "sourceEvents" | "from">,
  names: readonly string[],
): Extracted {
  const candidates: Candidate[] = [];
  const refused: { text: string; problem: string; source: number }[] = [];
  for (const [source, sourceEvent] of sourceEvents.entries()) {
    if (source < from || sourceEvent.role !== "user" || !SPOKEN.has(sourceEvent.type)) continue;
    for (const { words, span } of requestedIn(sourceEvent.text, names)) {
      if (isSecret(words) || heldSecret(words)) refused.push({ text: words, problem: NOT_KEPT, source });
      else candidates.push({ ...candidateOf(words, sourceEvent), source, span });
    }
  }
  return { ...NOTHING_READ, candidates, refused };
}

function candidateOf(words: string, { name, actor, at }: SourceEvent): Omit<Candidate, "span"> {
  const category = isOfSpeaker(words) ? "profile" : "knowledge";
  const text = toldOf(words, { name, at });
  return {
    ...PLAIN_CLAIM,
    ...{ text, category, importance: IMPORTANCE, method: "user_explicit", confidence: 1 },
    kind: kindOfCategory(category, { text }),
    type: typeOfCategory(category, { text }),
    subject: beginsWithSpeaker(words) ? (actor ?? name) : null,
  };
}
