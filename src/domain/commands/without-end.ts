/** A text without the marks and spaces at its end. Not an expression: one that looks for an end tries every beginning. */
export function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[.,!?。，！？\s]/u.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
