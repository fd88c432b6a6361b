import { wordsOf } from "../domain/chat-message.ts";
import type { Recall, Settings } from "../index.ts";
import type { CallMessage } from "./model-call.ts";
import { messageAuthor } from "./speaker.ts";
import type { TurnMessage } from "./turn-events.ts";

const ROLES: Readonly<Record<string, TurnMessage["role"]>> = {
  system: "system",
  user: "user",
  assistant: "assistant",
};

/** The messages of a prompt, as memory sees them. */
export function messagesInPrompt(prompt: readonly CallMessage[]): TurnMessage[] {
  return prompt.map((message) => ({
    role: ROLES[message.role] ?? "other",
    words: wordsOf(message.content),
    ...(message.role === "user" ? messageAuthor(message) : {}),
  }));
}

/**
 * A new prompt with the block where the preset has it. Several providers refuse a system message between others, so
 * "before the user" is the first part of the user's own message.
 */
export function insertBlockInPrompt(
  prompt: readonly CallMessage[],
  recall: Recall,
  placement: Settings["render"]["placement"],
): readonly CallMessage[] {
  const placed = recall.injectInto(prompt);
  const user = placed.findLastIndex(({ role }) => role === "user");
  const message = placed[user];
  const block = placed[user - 1];
  if (placement !== "before_user" || message === undefined || block === undefined) return placed;
  const content = [{ type: "text", text: block.content }, ...(message.content as readonly unknown[])];
  return placed.toSpliced(user - 1, 2, { ...message, content });
}
