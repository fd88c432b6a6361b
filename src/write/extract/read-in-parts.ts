import { MemoirError } from "../../domain/errors.ts";
import { sentences } from "../../language/shared/sentences.ts";
import type { Extracted, ExtractInput, Extractor } from "../tools/extractor.ts";

/**
 * Imported messages and live messages are read separately. A question in a file must not make a claim of the user's
 * "yes", nor a scene that was played there mute what is said here.
 */
export async function readApart<T extends Pick<ExtractInput, "sourceEvents" | "from">>(
  extractor: (input: T) => Promise<Extracted>,
  input: T,
): Promise<Extracted> {
  const isImport = input.sourceEvents.map(({ type }) => type === "import");
  const parts: Extracted[] = [];
  for (const isImported of [false, true]) {
    const positions = input.sourceEvents.flatMap((_, position) =>
      isImport[position] === isImported ? [position] : [],
    );
    const from = positions.findIndex((position) => position >= input.from);
    if (from < 0) continue;
    const sourceEvents = positions.map((position) => input.sourceEvents[position]!);
    parts.push(
      movePositions(await extractor({ ...input, sourceEvents, from }), (position) => positions[position]!),
    );
  }
  return {
    ...{ model: null, promptHash: null, ...parts[0], ...joinParts(parts) },
    complete: parts.every(({ complete }) => complete),
    cutOff: parts.some(({ cutOff }) => cutOff),
  };
}

/** The reading with its message positions moved. */
export function movePositions(read: Extracted, to: (position: number) => number): Extracted {
  const move = <T extends { readonly source: number }>(one: T): T => ({ ...one, source: to(one.source) });
  return {
    ...read,
    candidates: read.candidates.map((candidate) => {
      const { alsoFrom } = candidate;
      return alsoFrom === undefined ? move(candidate) : { ...move(candidate), alsoFrom: alsoFrom.map(to) };
    }),
    forget: (read.forget ?? []).map((one) => ({ ...move(one), messages: one.messages.map(to) })),
    refused: read.refused.map(move),
  };
}

function joinParts(parts: readonly Extracted[]): Pick<Extracted, "candidates" | "forget" | "refused"> {
  return {
    candidates: parts.flatMap(({ candidates }) => candidates),
    forget: parts.flatMap(({ forget = [] }) => forget),
    refused: parts.flatMap(({ refused }) => refused),
  };
}

/**
 * Reads one message that holds more than one answer can state: each half of its sentences by itself, and again halves
 * of those. A single sentence whose answer is still cut off fails, so that it stays unread and the reason is visible
 * ; facts beyond the allowed number are recorded as refused.
 */
export async function inParts(
  extractor: Extractor,
  input: ExtractInput,
  extracted: Extracted,
): Promise<Extracted> {
  if (extracted.complete) return extracted;
  const last = input.sourceEvents.at(-1)!;
  const halves = halvesOf(last.text);
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
    const part = { ...input, sourceEvents: [...input.sourceEvents.slice(0, -1), { ...last, text }] };
    parts.push(await inParts(extractor, part, await extractor(part)));
  }
  return { ...parts[0]!, ...joinParts(parts), complete: true };
}

/** Of the same length, so that a span in a half is a span in the whole; `null` for one sentence. */
function halvesOf(text: string): [string, string] | null {
  const starts = sentences(text).map(({ start }) => start);
  if (starts.length < 2) return null;
  const cut = starts[Math.ceil(starts.length / 2)]!;
  return [text.slice(0, cut).padEnd(text.length), text.slice(cut).padStart(text.length)];
}
