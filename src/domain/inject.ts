import { BLOCKS, type Block } from "./blocks.ts";

/** The least a chat message has, in any SDK. Other fields are carried along untouched. */
export interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
}

/** Where a preset's block goes. Changing text at the very front destroys the provider's prompt cache. */
export const PLACEMENTS = ["system_prepend", "system_append", "before_user"] as const;
export type Placement = (typeof PLACEMENTS)[number];

const LINES = "(?:\\n- [^\\n]*)+";
/** Every block that Memoir writes, as it stands in a prompt: the delta header, with a block of a format behind it or not. */
const DELTA = `Memory updates since rev \\d+:${LINES}`;
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const BODY = BLOCKS.map(
  ({ head, foot }: Block) => `${literal(head.slice(0, -1))}${LINES}${literal(foot ?? "")}`,
).join("|");
const BLOCK = `(?:${DELTA}(?:\\n(?:${BODY}))?|${BODY})`;
const FIRST_BLOCK = new RegExp(`^${BLOCK}(?:\\n|$)`);
const ALL_BLOCKS = new RegExp(`(?:\\n\\n|\\n|^)${BLOCK}`, "g");

const FIRST_LINES = [...BLOCKS.map(({ head }) => head.split("\n")[0]!), "Memory updates since rev"];

/** Takes out every block of ours, with the line breaks that joined it. Text without one comes back as it is. */
export function stripBlocks(text: string): string {
  if (!FIRST_LINES.some((line) => text.includes(line))) return text;
  return text.replace(FIRST_BLOCK, "").replace(ALL_BLOCKS, "");
}

/**
 * A new list with the block in its place; the given one is not touched. Putting a block in again replaces the one
 * before, so a list that goes through a tool loop never collects them. An empty block only takes the old one out.
 */
export function injectInto<M extends ChatMessage>(
  messages: readonly M[],
  block: string,
  placement: Placement,
): M[] {
  const clean = withoutBlocks(messages);
  if (block === "") return clean;
  const system = (content: string): M => ({ role: "system", content }) as unknown as M;
  if (placement === "before_user") {
    const last = clean.findLastIndex((message) => message.role === "user");
    return last < 0 ? [...clean, system(block)] : clean.toSpliced(last, 0, system(block));
  }
  const first = clean.findIndex(
    (message) => message.role === "system" && typeof message.content === "string",
  );
  if (first < 0) return [system(block), ...clean];
  const message = clean[first]!;
  const content = String(message.content);
  return clean.with(first, {
    ...message,
    content: placement === "system_prepend" ? `${block}\n${content}` : `${content}\n\n${block}`,
  });
}

function withoutBlocks<M extends ChatMessage>(messages: readonly M[]): M[] {
  return messages.flatMap((message) => {
    if (message.role !== "system" || typeof message.content !== "string") return [message];
    const content = stripBlocks(message.content);
    if (content === message.content) return [message];
    // A message that held nothing but the block was ours.
    return content === "" ? [] : [{ ...message, content }];
  });
}
