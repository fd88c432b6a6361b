import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Companion, readCompanions } from "../../companion/conversation.ts";
import { scopeOf } from "../../companion/play.ts";
import { byWords } from "../judge.ts";
import type { Message } from "../peer.ts";
import { type AskedQuestion, BUDGET, type Conversation, DAY_MS, MINUTE_MS, type PeerSet } from "../set.ts";

/** Whole conversations with a bot, one to one and in groups. */
export function companionSet(data: string): PeerSet | null {
  const folder = join(data, "companion");
  if (!existsSync(folder)) return null;
  return {
    ...{ id: "companion", title: "conversations with a bot", budget: BUDGET },
    ...{ use: "prompt", assistantAnswers: false },
    conversations: readCompanions(folder).map(conversationOf),
  };
}

function conversationOf(companion: Companion): Conversation {
  const start = Date.parse(companion.start);
  const names = new Map(Object.entries(companion.members ?? {}));
  const days = [...new Set(companion.lines.map(({ day }) => day))].sort((a, b) => a - b);
  const pieces = days.map((day) => {
    for (const { day: on, id, name } of companion.renames ?? []) if (on <= day) names.set(id, name);
    const today = companion.lines.filter((line) => line.day === day);
    return today.map(({ role, text, author }, i): Message => {
      const message = { id: `${day}-${i}`, role, text, at: start + day * DAY_MS + i * MINUTE_MS };
      return author === undefined ? message : { ...message, author, authorName: names.get(author) ?? author };
    });
  });
  const now = pieces.at(-1)!.at(-1)!.at + MINUTE_MS;
  return {
    ...{ scope: scopeOf(companion), start, pieces },
    questions: companion.probes.map((probe): AskedQuestion => {
      const who =
        probe.as === undefined ? {} : { asker: probe.as, askerName: names.get(probe.as) ?? probe.as };
      return { ...{ text: probe.q, now, offTopic: probe.none === true }, ...who, judge: byWords(probe) };
    }),
  };
}
