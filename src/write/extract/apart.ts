import type { Extracted, ExtractInput } from "./extractor.ts";

/**
 * What was imported and what was said here are read apart. A question in a file must not make a claim of the user's
 * "yes", nor a scene that was played there mute what is said here.
 */
export async function readApart<T extends Pick<ExtractInput, "said" | "from">>(
  extractor: (input: T) => Promise<Extracted>,
  input: T,
): Promise<Extracted> {
  const isImport = input.said.map(({ type }) => type === "import");
  const parts: Extracted[] = [];
  for (const wanted of [false, true]) {
    const places = input.said.flatMap((_, place) => (isImport[place] === wanted ? [place] : []));
    const from = places.findIndex((place) => place >= input.from);
    if (from < 0) continue;
    const said = places.map((place) => input.said[place]!);
    parts.push(placed(await extractor({ ...input, said, from }), places));
  }
  return {
    ...{ model: null, promptHash: null, ...parts[0] },
    candidates: parts.flatMap(({ candidates }) => candidates),
    endings: parts.flatMap(({ endings = [] }) => endings),
    forget: parts.flatMap(({ forget = [] }) => forget),
    refused: parts.flatMap(({ refused }) => refused),
    complete: parts.every(({ complete }) => complete),
    cutOff: parts.some(({ cutOff }) => cutOff),
  };
}

function placed(part: Extracted, places: readonly number[]): Extracted {
  const move = <T extends { readonly source: number }>(one: T): T => ({
    ...one,
    source: places[one.source]!,
  });
  return {
    ...part,
    candidates: part.candidates.map((one) => ({
      ...move(one),
      ...(one.alsoFrom === undefined ? {} : { alsoFrom: one.alsoFrom.map((place) => places[place]!) }),
    })),
    endings: (part.endings ?? []).map(move),
    forget: (part.forget ?? []).map((one) => ({
      ...move(one),
      messages: one.messages.map((place) => places[place]!),
    })),
    refused: part.refused.map(move),
  };
}
