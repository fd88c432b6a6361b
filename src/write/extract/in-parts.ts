import { MemoirError } from "../../domain/errors.ts";
import { sentences } from "../../language/shared/sentences.ts";
import type { Extracted, ExtractInput, Extractor } from "./extractor.ts";

/**
 * Reads one message that told more than one answer holds: each half of its sentences by itself, and again halves of
 * those. What is one sentence and still cut off fails, so that it stays to be read and the reason is seen (R300); what
 * is only over the number of facts that may be taken is on record as refused.
 */
export async function inParts(
  extractor: Extractor,
  input: ExtractInput,
  extracted: Extracted,
): Promise<Extracted> {
  if (extracted.complete) return extracted;
  const halves = halvesOf(input.said.at(-1)!.text);
  if (halves === null) {
    if (!extracted.cutOff) return extracted;
    throw new MemoirError(
      "model_bad_output",
      `${extracted.model ?? "The model"} does not finish its answer, however little it is given to read. Raise models.maxOutputTokens, or use another model; then retry the job.`,
      { details: { model: extracted.model } },
    );
  }
  const parts: Extracted[] = [];
  for (const text of halves) {
    const part = { ...input, said: [...input.said.slice(0, -1), { ...input.said.at(-1)!, text }] };
    parts.push(await inParts(extractor, part, await extractor(part)));
  }
  return {
    ...parts[0]!,
    candidates: parts.flatMap(({ candidates }) => candidates),
    endings: parts.flatMap(({ endings = [] }) => endings),
    forget: parts.flatMap(({ forget = [] }) => forget),
    refused: parts.flatMap(({ refused }) => refused),
    complete: true,
  };
}

/** Of the same length, so that a span in a half is a span in the whole; `null` for one sentence. */
function halvesOf(text: string): [string, string] | null {
  const starts = sentences(text).map(({ start }) => start);
  if (starts.length < 2) return null;
  const cut = starts[Math.ceil(starts.length / 2)]!;
  return [text.slice(0, cut).padEnd(text.length), text.slice(cut).padStart(text.length)];
}
