/** How much of a message is read, in UTF-16 units. What is longer was pasted, and is read by its beginning only. */
export const LONGEST_READ = 20_000;

/** The part of a message that is read: of an assistant's the end, where it asks something. */
export function partRead(role: string, text: string): string {
  return role === "assistant" ? text.slice(-LONGEST_READ) : text.slice(0, LONGEST_READ);
}

/** That part with blanks for the rest, so that every position means the same place as in the message. */
export function inPlace(role: string, part: string, length: number): string {
  return role === "assistant" ? part.padStart(length) : part.padEnd(length);
}

/** A text, or of a long one its beginning and its end, with this many characters each. */
export function endsOf(text: string, characters: number): string {
  if (text.length <= 2 * characters) return text;
  return `${text.slice(0, characters)}\n${text.slice(-characters)}`;
}
