import type { CommandOutcome, CommandResult } from "../api/commands.ts";
import { sentence } from "../digest/facts.ts";
import { type ReplyName, reply } from "../domain/commands/command.ts";
import type { KnownPerson, Meant } from "../domain/commands/person.ts";
import { joinWithin } from "../domain/digest.ts";
import type { Memory } from "../domain/memory.ts";
import { listed } from "./people.ts";
import { type CommandTools, type Given, nameOf } from "./tools.ts";

export const NONE: CommandResult = {
  ...{ command: null, outcome: "none", person: null, unresolved: null, memories: [], say: null },
};

/** Somebody's sentences as one text of a reply. */
export function inOneText({ settings }: CommandTools, texts: readonly string[]): string {
  return joinWithin(texts.map(sentence), settings.digest.chars.context);
}

/** Which command each reply is given to, and what became of it. */
const MEANING = {
  remembered: ["remember", "remembered"],
  without_secret: ["remember", "remembered"],
  known: ["remember", "remembered"],
  waits: ["remember", "waits"],
  nothing_said: ["remember", "not_found"],
  forgotten: ["forget", "forgotten"],
  unsaid: ["forget", "forgotten"],
  unsaid_all: ["forget", "forgotten"],
  not_found: ["forget", "not_found"],
  not_yours: ["forget", "refused"],
  unknown_speaker: ["forget", "refused"],
  told: ["ask", "told"],
  unknown: ["ask", "told"],
} as const satisfies { [R in ReplyName]?: [CommandResult["command"], CommandOutcome] };

/** Whom a command is about, and what was found or done: its memories, or the words of its reply. */
interface Told {
  readonly person: KnownPerson | null;
  readonly memories?: readonly Memory[];
  /** Default: that of the memories. */
  readonly text?: string;
}

/** The result of a command that was carried out, or that could not be. */
export function answered(
  tools: CommandTools,
  { language, origin, author }: Given,
  replyName: keyof typeof MEANING,
  { person, memories = [], text }: Told,
): CommandResult {
  const [command, outcome] = MEANING[replyName];
  const texts = memories.map((memory) => memory.text);
  const isSelf = person !== null && person.id === author?.id && origin.scope.kind !== "group";
  const you = language === "zh" ? "你" : "you";
  const name = person === null || (isSelf && command !== "ask") ? "" : isSelf ? you : nameOf(person);
  return {
    ...NONE,
    ...{ command, outcome, memories },
    person: person === null ? null : { id: person.id, name: nameOf(person) },
    say: reply(replyName, language, name, text ?? inOneText(tools, texts)),
  };
}

/** Nobody, or more than one person, goes by the name that was said. */
export function unresolved(
  { language }: Given,
  command: NonNullable<CommandResult["command"]>,
  meant: Exclude<Meant, { found: KnownPerson }>,
  answer: ReplyName = "unresolved",
): CommandResult {
  if ("unknown" in meant) {
    const say = reply(answer, language, meant.unknown);
    return { ...NONE, command, outcome: "unresolved", unresolved: meant.unknown, say };
  }
  const say = reply("ambiguous", language, meant.name, listed(meant.among));
  return { ...NONE, command, outcome: "ambiguous", unresolved: meant.name, say };
}
