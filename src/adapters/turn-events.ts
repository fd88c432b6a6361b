import { createHash } from "node:crypto";
import { withoutUndefined } from "../domain/arguments.ts";
import { firstUnits, LIMITS } from "../domain/text.ts";
import type { EventInput } from "../index.ts";

/** One message of a request, as far as memory needs it. */
export interface TurnMessage {
  /** `developer` is `system` here; results of tools and everything else are `other`. */
  readonly role: "system" | "user" | "assistant" | "other";
  /** Its words, without pictures, calls and results of tools. */
  readonly words: string;
  /** The author of this message. Default: the request's. */
  readonly author?: string | undefined;
  readonly authorName?: string | undefined;
}

/** One request to a model, and where it was made. */
export interface TurnRequest {
  /** Which adapter heard it; the beginning of the events' ids. */
  readonly prefix: string;
  readonly said: readonly TurnMessage[];
  /** Names the history that is not in the request but on the API's side; `null`: all of it is in the request. */
  readonly continues: string | null;
  readonly author: string | undefined;
  readonly authorName?: string | undefined;
  readonly session: string | undefined;
}

/**
 * What was said in one request: the user's last messages and the answer. An id is made of the words and of all words
 * before them, so that a message has the same one in every request that carries it.
 */
export function turnEvents(conversation: TurnRequest, answer: string): EventInput[] {
  const { prefix, said, continues, author, session } = conversation;
  const heard = said.filter(({ role, words }) => role !== "system" && words.trim() !== "");
  const last = heard.findLastIndex(({ role }) => role === "user");
  const first = heard.slice(0, last + 1).findLastIndex(({ role }) => role !== "user") + 1;
  const events: EventInput[] = [];
  let chain = hash([author ?? null, session ?? null, continues]);
  for (const [i, message] of heard.entries()) {
    const { role, words } = message;
    if (role === "other") continue;
    chain = hash([chain, role, words, ...(message.author === undefined ? [] : [message.author])]);
    if (i < first || i > last) continue;
    const text = firstUnits(words, LIMITS.eventText);
    events.push({ id: `${prefix}-${chain}`, role: "user", text, ...authorOf(conversation, message) });
  }
  const turn = events.at(-1)?.id;
  if (answer.trim() !== "") {
    const id = `${prefix}-${hash([chain, "assistant", answer])}`;
    events.push({ id, role: "assistant", text: firstUnits(answer, LIMITS.eventText) });
  }
  return events.map((event) => ({ ...event, ...withoutUndefined({ session, turn }) }));
}

/** A name goes with the account it was given with. */
function authorOf(request: TurnRequest, message: TurnMessage): Pick<EventInput, "author" | "authorName"> {
  const { author, authorName } = message.author === undefined ? request : message;
  return withoutUndefined({ author, authorName });
}

function hash(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32);
}
