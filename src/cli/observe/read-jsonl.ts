import { SDK_FIELDS } from "../../domain/chat-message.ts";
import { MemoirError, show } from "../../domain/errors.ts";
import type { EventInput } from "../../index.ts";

/** The fields of a line of the file. */
const FIELDS = new Set<string>([
  "id",
  "type",
  "role",
  "author",
  "authorName",
  "text",
  "content",
  "platform",
  "session",
  "thread",
  "turn",
  "at",
  ...SDK_FIELDS,
] satisfies (keyof EventInput | (typeof SDK_FIELDS)[number])[]);

/** Messages from a file with one JSON object a line. `defaults` is for what a line does not say itself. */
export function readJsonl(file: string, text: string, defaults: EventInput): EventInput[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    return [{ ...defaults, ...messageIn(line, `${file}, line ${i + 1}`) }];
  });
}

function messageIn(line: string, where: string): EventInput {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw bad(`${where} is no JSON: ${show(line.trim())}. Write one object a line.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw bad(`${where} is no object: ${show(value)}. Write one such as {"role":"user","text":"hello"}.`);
  }
  const message = value as Record<string, unknown>;
  const odd = Object.keys(message).find((field) => !FIELDS.has(field));
  if (odd !== undefined) {
    throw bad(`${where} has the field ${show(odd)}; a message may have ${[...FIELDS].join(", ")}.`);
  }
  return message as EventInput;
}

function bad(message: string): MemoirError {
  return new MemoirError("invalid_argument", message);
}
