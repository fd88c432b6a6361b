import { createHash } from "node:crypto";
import { withoutUndefined } from "../../domain/arguments.ts";
import { firstUnits, LIMITS } from "../../domain/text.ts";
import type { EventInput } from "../../index.ts";
import type { Prompt } from "./api.ts";
import type { Speaker } from "./speaker.ts";

/**
 * What was said in one request: the user's last messages and the answer. An id is made of the words and of all words
 * before them, so that a message has the same one in every request that carries it.
 */
export function eventsOf(
  { said, continues }: Pick<Prompt, "said" | "continues">,
  { author, session }: Speaker,
  answer: string,
): EventInput[] {
  const heard = said.filter(({ role, words }) => role !== "system" && words.trim() !== "");
  const last = heard.findLastIndex(({ role }) => role === "user");
  const first = heard.slice(0, last + 1).findLastIndex(({ role }) => role !== "user") + 1;
  const events: EventInput[] = [];
  let chain = hash([author ?? null, session ?? null, continues]);
  for (const [i, { role, words }] of heard.entries()) {
    if (role === "other") continue;
    chain = hash([chain, role, words]);
    if (i < first || i > last) continue;
    const text = firstUnits(words, LIMITS.eventText);
    events.push({ id: `proxy-${chain}`, role: "user", text, ...withoutUndefined({ author, session }) });
  }
  const turn = events.at(-1)?.id;
  if (answer.trim() !== "") {
    const id = `proxy-${hash([chain, "assistant", answer])}`;
    events.push({ id, role: "assistant", text: answer, ...withoutUndefined({ session }) });
  }
  return events.map((event) => ({ ...event, ...withoutUndefined({ turn }) }));
}

function hash(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32);
}
