/** Where a sentence or a list item ends. */
const END = /[。！？；]|[.!?;](?=\s|$)/gu;

/** A text in one line, no longer than `most` characters: whole sentences where at least half of it is kept so. */
export function clip(text: string, most: number): string {
  const line = text.toWellFormed().replace(/\s+/gu, " ").trim();
  if (line.length <= most) return line;
  const start = line.slice(0, most).toWellFormed();
  let end = 0;
  for (const match of start.matchAll(END)) end = match.index + match[0].length;
  if (end >= most / 2) return start.slice(0, end);
  const room = line.slice(0, most - 1);
  const space = room.lastIndexOf(" ");
  return `${(space >= most / 2 ? room.slice(0, space) : room).toWellFormed().replace(/\uFFFD$/, "")}…`;
}

/** Texts one after the other, each whole, as long as they fit; the first is cut where it is too long by itself. */
export function joinWithin(texts: readonly string[], most: number, separator = " "): string {
  let joined = "";
  for (const text of texts) {
    if (joined === "") joined = clip(text, most);
    else if (joined.length + separator.length + text.length <= most) joined += separator + text;
    else {
      const room = most - joined.length - separator.length;
      // A few words of a long text are better than none of it.
      return room >= 80 ? `${joined}${separator}${clip(text, room)}` : joined;
    }
  }
  return joined;
}
