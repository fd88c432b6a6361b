/** A message that the record may hold already. */
export interface Spoken {
  readonly role: string;
  readonly text: string;
}

/** A message of the record. */
export interface RecordedMessage extends Spoken {
  /** Its words were erased: they say nothing any more. */
  readonly erased: boolean;
}

/**
 * Which messages of a history without ids are which of the record, by their words and their order; `null` = it is new. The
 * record may hold more than the history does, such as another process's messages. Where the record has lost a message's
 * words, the message of the same role at its place is that one: words that were erased are not recorded again.
 */
export function alignMessages(
  given: readonly Spoken[],
  recorded: readonly RecordedMessage[],
): (number | null)[] {
  const places = exact(given, recorded);
  for (const [i, place] of places.entries()) {
    if (place !== null) continue;
    const after = places.slice(0, i).findLast((one) => one !== null) ?? -1;
    const before = places.slice(i + 1).find((one) => one !== null) ?? recorded.length;
    const lost = recorded.findIndex(
      ({ erased, role }, at) => at > after && at < before && erased && role === given[i]!.role,
    );
    if (lost >= 0) places[i] = lost;
  }
  return places;
}

/** Each message with the first one of the record, behind the last that was found, that says the same. */
function exact(given: readonly Spoken[], recorded: readonly RecordedMessage[]): (number | null)[] {
  const byWords = new Map<string, number[]>();
  for (const [at, { role, text, erased }] of recorded.entries()) {
    if (erased) continue;
    const key = JSON.stringify([role, text]);
    byWords.set(key, [...(byWords.get(key) ?? []), at]);
  }
  let last = -1;
  return given.map(({ role, text }) => {
    const found = byWords.get(JSON.stringify([role, text]))?.find((at) => at > last);
    if (found === undefined) return null;
    last = found;
    return found;
  });
}
