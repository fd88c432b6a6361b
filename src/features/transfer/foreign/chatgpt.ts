import { isRecord, withoutUndefined } from "../../../domain/arguments.ts";
import {
  type ForeignFields,
  type ForeignFile,
  type ForeignItem,
  foreignId,
  foreignName,
  foreignTime,
  notOfFormat,
} from "./item.ts";

const FORMAT = "chatgpt";

/**
 * `conversations.json` of a ChatGPT export: a list of conversations, each a tree of messages in which every edit and
 * every new try is a branch. `before`: how many came in earlier slices. The branch that was shown last is read, from
 * its first message on.
 */
export function readChatGpt(value: unknown, before = 0): ForeignFile {
  if (!Array.isArray(value)) throw notOfFormat("ChatGPT", "it must be a list of conversations", value);
  const items: ForeignItem[] = [];
  let skipped = 0;
  for (const [i, conversation] of value.entries()) {
    if (!isRecord(conversation) || !isRecord(conversation.mapping))
      throw notOfFormat("ChatGPT", `conversation ${before + i + 1} must have a "mapping"`, conversation);
    const read = readConversation(conversation, conversation.mapping);
    for (const item of read.items) items.push(item);
    skipped += read.skipped;
  }
  return { items, skipped };
}

function readConversation(conversation: ForeignFields, mapping: ForeignFields): ForeignFile {
  const conversationId = foreignName(conversation.conversation_id) ?? foreignName(conversation.id);
  const session = foreignId(FORMAT, conversationId, [conversation.title, conversation.create_time]);
  const started = foreignTime(conversation.create_time);
  const items: ForeignItem[] = [];
  let skipped = 0;
  let turn: string | undefined;
  for (const message of branch(conversation, mapping)) {
    const role = isRecord(message.author) ? message.author.role : undefined;
    const text = wordsOf(message);
    if ((role !== "user" && role !== "assistant") || text === "" || isHidden(message)) {
      // Internal notes of the program are not messages.
      if (role === "user" || role === "assistant") skipped += 1;
      continue;
    }
    const id = foreignId(FORMAT, foreignName(message.id), [session, items.length, role, text]);
    if (role === "user") turn = id;
    const at = foreignTime(message.create_time) ?? started;
    items.push({
      user: null,
      event: withoutUndefined({ id, role, text, session, platform: FORMAT, turn, at }),
    });
  }
  return { items, skipped };
}

/** From the message that was seen last up to the first; where none is named, down the last children. */
function branch({ current_node }: ForeignFields, mapping: ForeignFields): ForeignFields[] {
  const nodeOf = (id: unknown): ForeignFields | undefined => {
    const node = typeof id === "string" && Object.hasOwn(mapping, id) ? mapping[id] : undefined;
    return isRecord(node) ? node : undefined;
  };
  const seen = new Set<ForeignFields>();
  const up: ForeignFields[] = [];
  for (
    let node = nodeOf(current_node) ?? lastLeaf(mapping, nodeOf);
    node !== undefined && !seen.has(node);
  ) {
    seen.add(node);
    up.push(node);
    node = nodeOf(node.parent);
  }
  return up.reverse().flatMap(({ message }) => (isRecord(message) ? [message] : []));
}

function lastLeaf(
  mapping: ForeignFields,
  nodeOf: (id: unknown) => ForeignFields | undefined,
): ForeignFields | undefined {
  const nodes = Object.values(mapping).filter(isRecord);
  let leaf = nodes.find((node) => nodeOf(node.parent) === undefined);
  const seen = new Set<ForeignFields>();
  while (leaf !== undefined && !seen.has(leaf)) {
    seen.add(leaf);
    const child = Array.isArray(leaf.children) ? nodeOf(leaf.children.at(-1)) : undefined;
    if (child === undefined) break;
    leaf = child;
  }
  return leaf;
}

/** The words of a message; what is no text (a picture, code that ran, a browser's notes) has none. */
function wordsOf({ content }: ForeignFields): string {
  if (!isRecord(content) || !Array.isArray(content.parts)) return "";
  if (content.content_type !== "text" && content.content_type !== "multimodal_text") return "";
  return content.parts
    .filter((part) => typeof part === "string")
    .join("\n")
    .trim();
}

function isHidden({ metadata }: ForeignFields): boolean {
  return isRecord(metadata) && metadata.is_visually_hidden_from_conversation === true;
}
