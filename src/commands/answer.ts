import type { CommandOutcome, CommandResult } from "../api/commands.ts";
import { sentence } from "../digest/facts.ts";
import type { KnownPerson, Meant } from "../domain/commands/person.ts";
import { type ReplyName, reply } from "../domain/commands/replies.ts";
import { joinWithin } from "../domain/digest/parts.ts";
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

/** The result of a command that was carried out, or that could not be; `text` are the words of its reply. */
export function answered(
  tools: CommandTools,
  { language, origin, author }: Given,
  command: CommandResult["command"],
  outcome: CommandOutcome,
  replyName: ReplyName,
  person: KnownPerson | null,
  memories: readonly Memory[] = [],
  text: string = inOneText(
    tools,
    memories.map((memory) => memory.text),
  ),
): CommandResult {
  const isSelf = person !== null && person.id === author?.id && origin.scope.kind !== "group";
  const you = language === "zh" ? "你" : "you";
  const name = person === null || (isSelf && command !== "ask") ? "" : isSelf ? you : nameOf(person);
  return {
    ...NONE,
    ...{ command, outcome, memories },
    person: person === null ? null : { id: person.id, name: nameOf(person) },
    say: reply(replyName, language, name, text),
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
