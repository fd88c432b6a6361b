/** Drops what a reasoning model thought aloud; an opening tag is often missing, a closing one when it was cut. */
export function withoutThinking(text: string): string {
  let kept = "";
  let from = 0;
  let inside = false;
  for (const tag of text.matchAll(/<(\/?)(?:think|thinking|thought|reasoning)>/gi)) {
    const closing = tag[1] === "/";
    if (closing && !inside) kept = "";
    else if (!closing && !inside) kept += text.slice(from, tag.index);
    inside = !closing;
    from = tag.index + tag[0].length;
  }
  return inside ? kept : kept + text.slice(from);
}
