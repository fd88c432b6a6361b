import type { Recall } from "../../index.ts";
import type { BlockPlacement, ProxyPrompt, RequestMessage } from "./api.ts";
import { applyTextEdits, elements, insertAt, newElement, type TextEdit } from "./json-spans.ts";

/** The request with the block where the preset has it; all else stays as it is, to the byte. */
export function insertBlockInRequest(
  text: string,
  prompt: ProxyPrompt,
  recall: Pick<Recall, "injectInto">,
  placement: BlockPlacement,
): string {
  const view = prompt.said.map((said) => ({ role: said.role as string, content: said.words, said }));
  const after = recall.injectInto<{ role: string; content: string; said?: RequestMessage }>(view);
  const remainingMessages = new Set(after.map(({ said }) => said));
  const edits = prompt.said
    .filter((said) => !remainingMessages.has(said))
    .flatMap((said) => messageEdits(text, prompt, said, ""));
  for (const [i, { said, content }] of after.entries()) {
    if (said === undefined) edits.push(...prompt.insert(content, after[i + 1]?.said, placement));
    else if (content !== said.words) edits.push(...messageEdits(text, prompt, said, content));
  }
  return applyTextEdits(text, edits);
}

/** A message with other words: only what is new is put in, unless an earlier block has to go. */
function messageEdits(
  text: string,
  { textPart }: ProxyPrompt,
  said: RequestMessage,
  words: string,
): TextEdit[] {
  const content = said.content();
  if (content === undefined) return [];
  const isAfter = words.startsWith(said.words);
  const isBefore = !isAfter && words.endsWith(said.words);
  if (!isAfter && !isBefore) return [{ ...content, text: JSON.stringify(words) }];
  const added = isAfter ? words.slice(said.words.length) : words.slice(0, words.length - said.words.length);
  if (text[content.start] === '"')
    return [insertAt(isAfter ? content.end - 1 : content.start + 1, JSON.stringify(added).slice(1, -1))];
  if (text[content.start] !== "[") return [{ ...content, text: JSON.stringify(words) }];
  const part = { type: textPart, text: added.trim() };
  return [newElement(text, content, isAfter ? elements(text, content).length : 0, part)];
}
