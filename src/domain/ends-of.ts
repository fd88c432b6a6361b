/** A text, or of a long one its beginning and its end, with this many characters each. */
export function endsOf(text: string, characters: number): string {
  if (text.length <= 2 * characters) return text;
  return `${text.slice(0, characters)}\n${text.slice(-characters)}`;
}
