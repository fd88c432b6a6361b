import type { CommandMessage, CommandResult } from "../../api/commands.ts";
import { type ChatCommand, replyText, whyRefused } from "../../domain/chat-commands/command.ts";
import type { Meant } from "../../domain/chat-commands/person.ts";
import { nameMentions } from "../../domain/digest.ts";
import { MemoirError } from "../../domain/errors.ts";
import { checkId, checkOptionalId, checkText, LIMITS } from "../../domain/text.ts";
import { claimSubject } from "../../language/chat-commands/claim-subject.ts";
import { readCommand } from "../../language/chat-commands/read-command.ts";
import { terms } from "../../language/terms.ts";
import { isOfSpeaker, saidOf, toldOf } from "../../language/third-person.ts";
import { nameOfAccount } from "../../store/tables/authors.ts";
import { newestHolding } from "../../store/tables/memories-holding.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { createCache } from "../summaries/digest/cache.ts";
import { forgetByCommand, forgetThat, hasOneVoice, type RecentWrites, writerKey } from "./forget.ts";
import { knownPeople, meansSelf, resolved, who } from "./people.ts";
import { claimsIn, type Kept, keep } from "./remember.ts";
import {
  type CommandCall,
  type CommandOrigin,
  type CommandTools,
  commandResult,
  inOneText,
  NONE,
  nameById,
  type Person,
  personName,
  recentMessages,
  unresolved,
} from "./tools.ts";

export type HandleCommand = (
  origin: CommandOrigin,
  message: CommandMessage,
  signal: AbortSignal | undefined,
) => Promise<CommandResult>;

/** How long "forget that" means what was remembered just before. */
const JUST_NOW_MS = 3_600_000;

export function createCommands(tools: CommandTools): HandleCommand {
  const lasting = { max: 1_000, ttlMs: JUST_NOW_MS, now: tools.now };
  const written: RecentWrites = createCache({ layer: "commands", ...lasting });

  return async (origin, message, signal) => {
    const text = checkText(message.text, "message.text", LIMITS.eventText);
    const { scope } = origin;
    const author =
      checkOptionalId(message.author, "message.author") ?? (scope.kind === "user" ? scope.id : null);
    const { names } = tools.settings.commands;
    const read = readCommand(text, { names, addressed: message.addressed ?? scope.kind === "user" });
    if (read === undefined || !tools.settings.enable) return NONE;
    const { people, names: shown } = await knownPeople(
      tools,
      scope,
      author === null ? message : { ...message, author },
    );
    const order: CommandCall = {
      tools,
      origin,
      language: read.language,
      people,
      names: shown,
      signal,
      author: people.find(({ id }) => id === author) ?? null,
      message: {
        id: message.id === undefined ? null : checkId(message.id, "message.id"),
        session: checkOptionalId(message.session, "message.session"),
        platform: checkOptionalId(message.platform, "message.platform"),
      },
    };
    try {
      return await obey(order, read.command);
    } catch (error) {
      const why = MemoirError.is(error) ? whyRefused(error, read.language) : undefined;
      if (why === undefined) throw error;
      const command = nameOfCommand(read.command);
      return { ...NONE, command, outcome: "refused", say: replyText("refused", read.language, why) };
    }
  };

  function obey(given: CommandCall, command: ChatCommand): Promise<CommandResult> {
    switch (command.kind) {
      case "remember":
        return remember(given, command.claim);
      case "remember_this":
        return rememberThis(given, command.about, command.words);
      case "forget":
        // In a group nobody can say whose words an unknown speaker may take back.
        if (!hasOneVoice(given))
          return Promise.resolve(commandResult(given, "unknown_speaker", { person: null }));
        return command.what === null ? forgetThat(given, written) : forgetByCommand(given, command.what);
      case "ask":
        return ask(given, command.about);
    }
  }

  async function remember(given: CommandCall, claim: string): Promise<CommandResult> {
    const { author, people } = given;
    const words = nameMentions(claim, (id) => nameById(people, id), "");
    const subject = claimSubject(claim, people);
    if ("self" in subject) {
      const text = toldOf(words, { name: speakerName(given), at: tools.now() });
      return remembered(given, author, await keep(given, author, [text], claim));
    }
    // In one's own scope a claim may be about anybody: nobody has to be known.
    if ("nobody" in subject || given.origin.scope.kind !== "group")
      return remembered(given, null, await keep(given, null, [words]));
    const target = await resolved(given, subject.meant);
    if (!("found" in target)) return unresolved(given, "remember", target, "unresolved_claim");
    const named = "found" in subject.meant ? words : `${personName(target.found)}${claim.slice(subject.end)}`;
    return remembered(given, target.found, await keep(given, target.found, [named]));
  }

  async function rememberThis(
    given: CommandCall,
    about: string | null,
    words: string | null,
  ): Promise<CommandResult> {
    const { origin, people, author } = given;
    if (about === null && words !== null) return remember(given, words);
    if (about === null) {
      const [last] = await recentMessages(given, 1);
      const speaker = people.find(({ id }) => id === last?.actor) ?? (last?.actor === null ? author : null);
      if (last === undefined || speaker === null)
        return commandResult(given, "nothing_said", { person: null });
      const name = origin.scope.kind === "group" ? personName(speaker) : nameInScope(given);
      const text = toldOf(last.text, { name, at: last.at.getTime() });
      return remembered(given, speaker, await keep(given, speaker, [text]));
    }
    const target = await who(given, about);
    if (!("found" in target)) return unresolved(given, "remember", target);
    const person = target.found;
    const texts = await (words === null
      ? claimsIn(given, person, await recentMessages(given, tools.settings.commands.history))
      : claimsInGiven(given, person, words));
    if (texts.length === 0) return commandResult(given, "nothing_said", { person });
    return remembered(given, person, await keep(given, person, texts));
  }

  /** The words that came with a command are those of whoever gives it: "I" in them is not the person they are about. */
  async function claimsInGiven(given: CommandCall, person: Person, words: string): Promise<string[]> {
    const { author } = given;
    const name = speakerName(given);
    if (person.id === author?.id) return [toldOf(words, { name, at: tools.now() })];
    const said = { actor: author?.id ?? null, text: words, at: new Date(tools.now()) };
    const texts = isOfSpeaker(words) ? [] : await claimsIn(given, person, [said]);
    if (texts.length > 0) return texts;
    return [saidOf(personName(person), words, name)];
  }

  function remembered(given: CommandCall, person: Person | null, kept: Kept): CommandResult {
    const { scope, memories } = kept;
    const waits = memories.some(({ status }) => status !== "active");
    const ids = memories.map(({ id }) => id);
    if (hasOneVoice(given)) written.set(writerKey(given), { scope, ids, at: tools.now() });
    const answer = waits ? "waits" : kept.known ? "known" : "remembered";
    return commandResult(given, answer, { person, memories });
  }

  async function ask(given: CommandCall, about: string): Promise<CommandResult> {
    const { origin, author } = given;
    const self = meansSelf(about) || /^us$/i.test(about);
    if (!self && origin.scope.kind !== "group") return askInOwnScope(given, about);
    const target: Meant<Person> = self && author !== null ? { found: author } : await who(given, about);
    if (!("found" in target)) return unresolved(given, "ask", target);
    const { deadlineMs } = tools.settings.digest;
    const { text } = await tools.digests.context(origin.scope, target.found.id, deadlineMs, given.signal);
    return commandResult(given, text === null ? "unknown" : "told", {
      person: target.found,
      text: text ?? "",
    });
  }

  /** In one's own scope people are names in memories. */
  async function askInOwnScope(given: CommandCall, about: string): Promise<CommandResult> {
    const scopeRef = await findScope(tools.use(), given.origin.scope);
    const wanted = [...new Set(terms(about))];
    const filter = { status: ["active" as const], at: tools.now() };
    const rows =
      scopeRef === undefined || wanted.length === 0
        ? []
        : await newestHolding(tools.use(), scopeRef, { terms: wanted, limit: 50 }, filter);
    const texts = rows.map((row) => row.text);
    const text = inOneText(given, texts);
    const person = { id: about, names: [about], shown: about };
    const outcome = commandResult(given, text === "" ? "unknown" : "told", { person, text });
    return { ...outcome, person: null };
  }
}

function nameOfCommand({ kind }: ChatCommand): NonNullable<CommandResult["command"]> {
  return kind === "forget" || kind === "ask" ? kind : "remember";
}

/** In one's own scope a user whose id is no name is "the user". */
function nameInScope({ origin: { scope }, author, tools }: CommandCall): string | null {
  return author?.names[0] ?? nameOfAccount(scope, scope.id, tools.settings.identity);
}

function speakerName(given: CommandCall): string | null {
  const { author, origin } = given;
  if (author === null) return null;
  return origin.scope.kind === "group" ? personName(author) : nameInScope(given);
}
