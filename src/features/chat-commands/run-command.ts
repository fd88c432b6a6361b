import { randomUUID } from "node:crypto";
import type { CommandMessage, CommandResult } from "../../api/commands.ts";
import { type ChatCommand, replyText, whyRefused } from "../../domain/chat-commands/command.ts";
import type { Meant } from "../../domain/chat-commands/person.ts";
import { MemoirError } from "../../domain/errors.ts";
import { checkId, checkOptionalId, checkText, LIMITS } from "../../domain/text.ts";
import { readCommand } from "../../language/chat-commands/read-command.ts";
import { terms } from "../../language/terms.ts";
import { newestHolding } from "../../store/tables/memories-holding.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { forgetByCommand, hasOneVoice } from "./forget.ts";
import { forgetThat } from "./forget-that.ts";
import { knownPeople, meansSelf, who } from "./people.ts";
import { remember, rememberThis } from "./remember-command.ts";
import {
  type CommandCall,
  type CommandOrigin,
  type CommandTools,
  commandResult,
  inOneText,
  NONE,
  type Person,
  unresolvedResult,
} from "./tools.ts";

export type HandleCommand = (
  origin: CommandOrigin,
  message: CommandMessage,
  signal: AbortSignal | undefined,
) => Promise<CommandResult>;

export function createCommands(tools: CommandTools): HandleCommand {
  return async (origin, message, signal) => {
    const text = checkText(message.text, "message.text", LIMITS.eventText);
    const { scope } = origin;
    const author =
      checkOptionalId(message.author, "message.author") ?? (scope.kind === "user" ? scope.id : null);
    const { names } = tools.settings.commands;
    const read = readCommand(text, { names, addressed: message.addressed ?? scope.kind === "user" });
    if (read === undefined || !tools.settings.enable) return NONE;
    const { people, names: authorNames } = await knownPeople(
      tools,
      scope,
      author === null ? message : { ...message, author },
    );
    const call: CommandCall = {
      tools,
      origin,
      language: read.language,
      people,
      names: authorNames,
      signal,
      batch: randomUUID(),
      author: people.find(({ id }) => id === author) ?? null,
      message: {
        id: message.id === undefined ? null : checkId(message.id, "message.id"),
        session: checkOptionalId(message.session, "message.session"),
        platform: checkOptionalId(message.platform, "message.platform"),
      },
    };
    try {
      return await obey(call, read.command);
    } catch (error) {
      const why = MemoirError.is(error) ? whyRefused(error, read.language) : undefined;
      if (why === undefined) throw error;
      const command = nameOfCommand(read.command);
      return { ...NONE, command, outcome: "refused", say: replyText("refused", read.language, why) };
    }
  };
}

function obey(call: CommandCall, command: ChatCommand): Promise<CommandResult> {
  switch (command.kind) {
    case "remember":
      return remember(call, command.claim);
    case "remember_this":
      return rememberThis(call, command);
    case "forget":
      // In a group nobody can say whose words an unknown speaker may take back.
      if (!hasOneVoice(call))
        return Promise.resolve(commandResult(call, "unknown_speaker", { person: null }));
      return command.what === null ? forgetThat(call) : forgetByCommand(call, command.what);
    case "ask":
      return ask(call, command.about);
  }
}

async function ask(call: CommandCall, about: string): Promise<CommandResult> {
  const { origin, author } = call;
  const self = meansSelf(about) || /^us$/i.test(about);
  if (!self && origin.scope.kind !== "group") return askInOwnScope(call, about);
  const target: Meant<Person> = self && author !== null ? { person: author } : await who(call, about);
  if (!("person" in target)) return unresolvedResult(call, "ask", target);
  const { deadlineMs } = call.tools.settings.digest;
  const { text } = await call.tools.digests.context(origin.scope, target.person.id, deadlineMs, call.signal);
  return commandResult(call, text === null ? "unknown" : "told", {
    person: target.person,
    text: text ?? "",
  });
}

/** In one's own scope people are names in memories. */
async function askInOwnScope(call: CommandCall, about: string): Promise<CommandResult> {
  const scopeRef = await findScope(call.tools.use(), call.origin.scope);
  const aboutTerms = [...new Set(terms(about))];
  const filter = { status: ["active" as const], at: call.tools.now() };
  const rows =
    scopeRef === undefined || aboutTerms.length === 0
      ? []
      : await newestHolding(call.tools.use(), scopeRef, { terms: aboutTerms, limit: 50 }, filter);
  const texts = rows.map((row) => row.text);
  const text = inOneText(call, texts);
  const person = { id: about, names: [about], displayName: about };
  const outcome = commandResult(call, text === "" ? "unknown" : "told", { person, text });
  return { ...outcome, person: null };
}
function nameOfCommand({ kind }: ChatCommand): NonNullable<CommandResult["command"]> {
  return kind === "forget" || kind === "ask" ? kind : "remember";
}
