import type { z } from "zod";
import type { CommandOutcome, CommandResult } from "../../api/commands.ts";
import {
  type ChatCommand,
  type CommandLanguage,
  type ReplyName,
  replyText,
} from "../../domain/chat-commands/command.ts";
import type { KnownPerson, Meant } from "../../domain/chat-commands/person.ts";
import { joinWithin } from "../../domain/digest.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { Event } from "../../domain/event.ts";
import type { Memory } from "../../domain/memory.ts";
import { redact } from "../../domain/redact/redact.ts";
import type { Scope } from "../../domain/scope.ts";
import type { DigestRole } from "../../domain/settings/summaries.ts";
import { readCommand } from "../../language/chat-commands/read-command.ts";
import { type AuthorNames, shownText } from "../../language/shown-name.ts";
import { generateObject } from "../../models/language/object.ts";
import { listEvents } from "../../store/tables/events.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { Acting, WriteTools } from "../../write/tools/write-tools.ts";
import type { ActingSpeaker } from "../../write/verbs/remember-options.ts";
import type { Digests } from "../summaries/digest/context.ts";
import type { DigestTools } from "../summaries/digest/digest-scope.ts";
import { type FactsFilter, factsFilter, sentence } from "../summaries/digest/facts.ts";

/** The engine parts that commands use. */
export interface CommandTools extends WriteTools, DigestTools {
  readonly digests: Digests;
}

/** Through which handle a command comes. */
export interface CommandOrigin {
  readonly scope: Scope;
  readonly acting: Acting;
  readonly speaker: ActingSpeaker;
}

/** Somebody who may be meant, and how they are shown: told apart from others whose name looks the same. */
export interface Person extends KnownPerson {
  readonly displayName: string;
}

/** A command that was given, with all there is to know about who gave it. */
export interface CommandCall {
  readonly tools: CommandTools;
  readonly origin: CommandOrigin;
  readonly language: CommandLanguage;
  /** The author; `null` in a shared scope where none was named. */
  readonly author: Person | null;
  /** Everybody who may be meant. */
  readonly people: readonly Person[];
  /** How memories of a scope that several people share are shown; none in a user's own scope. */
  readonly names: ReadonlyMap<string, AuthorNames>;
  readonly message: {
    readonly id: string | null;
    readonly session: string | null;
    readonly platform: string | null;
  };
  /** All that the command does, as one operation: it is undone together. */
  readonly batch: string;
  readonly signal: AbortSignal | undefined;
}

/** Where the facts about a person are, and how they are named there; about nobody: in the scope itself. */
export function factsAbout(tools: CommandTools, scope: Scope, person: Person | null): FactsFilter {
  return person === null ? { scope, subject: undefined } : factsFilter(scope, person.id, tools);
}

/** The name of a person as it is shown; the id where no name is known. */
export function personName({ displayName }: Person): string {
  return displayName;
}

export function nameById(people: readonly Person[], id: string | null): string | undefined {
  const person = people.find((one) => one.id === id);
  return person === undefined ? undefined : personName(person);
}

/** A model's answer; `undefined`: there is no model, or it failed. Commands go on without it. */
export async function askModel<S extends z.ZodType>(
  { tools: { caller, settings }, origin, signal }: CommandCall,
  role: DigestRole,
  request: { readonly schema: S; readonly system: string; readonly prompt: string },
): Promise<z.output<S> | undefined> {
  if (!caller.has(role)) return undefined;
  try {
    const limits = settings.digest.limits[role];
    // The words of a command are not stored yet, so that nothing has taken out their secrets.
    const prompt = redact(request.prompt, settings.privacy.denyPatterns).text;
    const modelRequest = { ...limits, ...request, prompt, signal };
    return (await generateObject(caller, role, origin.scope.tenant, modelRequest)).object;
  } catch (error) {
    if (!MemoirError.is(error) || error.code === "aborted") throw error;
    return undefined;
  }
}

/** A few more than are wanted: commands among them are left out. */
const MORE = 20;

/** Whether a message of this chat is a command, and which. */
export function commandOf({ tools, origin }: CommandCall, text: string): ChatCommand["kind"] | undefined {
  const { names } = tools.settings.commands;
  return readCommand(text, { names, addressed: origin.scope.kind === "user" })?.command.kind;
}

/**
 * The latest user messages before the command, newest first, without commands and forgotten text. `requests`: with those
 * that ask to remember something.
 */
export async function recentMessages(
  call: CommandCall,
  count: number,
  { requests = false }: { readonly requests?: boolean } = {},
): Promise<Event[]> {
  const { tools, origin, message } = call;
  const scopeRef = await findScope(tools.use(), origin.scope);
  if (scopeRef === undefined) return [];
  const filter = { role: "user", type: "message" } as const;
  const events = await listEvents(tools.use(), scopeRef, filter, { limit: count + MORE });
  const isMeant = (command: ChatCommand["kind"] | undefined): boolean =>
    command === undefined || (requests && command === "remember");
  return events
    .filter(
      ({ id, text, erasedAt, hiddenAt }) =>
        id !== message.id && erasedAt === null && hiddenAt === null && isMeant(commandOf(call, text)),
    )
    .slice(0, count);
}

export const NONE: CommandResult = {
  command: null,
  outcome: "none",
  person: null,
  unresolved: null,
  memories: [],
  hidden: 0,
  batch: null,
  say: null,
};

/** Somebody's sentences as one text of a reply. */
export function inOneText({ tools }: CommandCall, texts: readonly string[]): string {
  return joinWithin(texts.map(sentence), tools.settings.digest.chars.context);
}

/** Which command each reply is given to, and what became of it. */
const MEANING = {
  remembered: ["remember", "remembered"],
  known: ["remember", "remembered"],
  waits: ["remember", "waits"],
  nothing_said: ["remember", "not_found"],
  forgotten: ["forget", "forgotten"],
  unsaid: ["forget", "forgotten"],
  unsaid_about: ["forget", "forgotten"],
  unsaid_all: ["forget", "forgotten"],
  not_found: ["forget", "not_found"],
  not_yours: ["forget", "refused"],
  unknown_speaker: ["forget", "refused"],
  told: ["ask", "told"],
  unknown: ["ask", "told"],
} as const satisfies { [R in ReplyName]?: [CommandResult["command"], CommandOutcome] };

/** Whom a command is about, and what was found or done: its memories, or the words of its reply. */
interface ReplyParts {
  readonly person: Person | null;
  readonly memories?: readonly Memory[];
  readonly hidden?: number;
  /** Default: that of the memories. */
  readonly text?: string;
}

/** The result of a command that was carried out, or that could not be. */
export function commandResult(
  call: CommandCall,
  replyName: keyof typeof MEANING,
  { person, memories = [], hidden = 0, text }: ReplyParts,
): CommandResult {
  const { language, origin, author } = call;
  const [command, outcome] = MEANING[replyName];
  const texts = memories.map((memory) => shownText(memory, call.names));
  const isSelf = person !== null && person.id === author?.id && origin.scope.kind !== "group";
  const you = language === "zh" ? "你" : "you";
  const name = person === null || (isSelf && command !== "ask") ? "" : isSelf ? you : personName(person);
  return {
    ...NONE,
    command,
    outcome,
    memories,
    hidden,
    batch: outcome === "forgotten" ? call.batch : null,
    person: person === null ? null : { id: person.id, name: personName(person) },
    say: replyText(replyName, language, name, text ?? inOneText(call, texts)),
  };
}

/** Nobody, or more than one person, goes by the name that was said. */
export function unresolvedResult(
  { language }: CommandCall,
  command: NonNullable<CommandResult["command"]>,
  meant: Exclude<Meant<Person>, { person: Person }>,
  answer: ReplyName = "unresolved",
): CommandResult {
  if ("unknown" in meant) {
    const say = replyText(answer, language, meant.unknown);
    return { ...NONE, command, outcome: "unresolved", unresolved: meant.unknown, say };
  }
  // Several people who share a name are distinguished by their ids.
  const among = meant.among.map(({ names, id }) => `${names[0] ?? id} (${id})`).join(", ");
  const say = replyText("ambiguous", language, meant.name, among);
  return { ...NONE, command, outcome: "ambiguous", unresolved: meant.name, say };
}
