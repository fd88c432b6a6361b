import type { CommandMessage, CommandOutcome, CommandResult } from "../api/commands.ts";
import { createCache } from "../digest/cache.ts";
import { sentence } from "../digest/facts.ts";
import type { ChatCommand } from "../domain/commands/command.ts";
import { type KnownPerson, type Meant, personNamed } from "../domain/commands/person.ts";
import { type ReplyName, reply } from "../domain/commands/replies.ts";
import { joinWithin } from "../domain/digest/parts.ts";
import { nameMentions } from "../domain/digest/prompts.ts";
import { MemoirError, type MemoirErrorCode } from "../domain/errors.ts";
import type { Memory } from "../domain/memory.ts";
import { SECRET } from "../domain/redact/redact.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId, checkOptionalId, checkText, LIMITS } from "../domain/text.ts";
import { claimSubject } from "../language/commands/claim-subject.ts";
import { readCommand } from "../language/commands/read-command.ts";
import { nameInAccount } from "../language/display-name.ts";
import { terms } from "../language/shared/terms.ts";
import { matchMemories } from "../store/memory-search.ts";
import { findScope } from "../store/scopes.ts";
import { forgetIn } from "../write/forget.ts";
import { forgetAbout, forgetSaid, hideAllSaid, saidBefore } from "./forget.ts";
import { knownPeople, listed, resolved } from "./people.ts";
import { recentMessages } from "./recent.ts";
import { claimInThirdPerson, claimsIn, inThirdPerson, type Kept, keep } from "./remember.ts";
import { type CommandOrigin, type CommandTools, type Given, nameOf } from "./tools.ts";

export type HandleCommand = (
  origin: CommandOrigin,
  message: CommandMessage,
  signal: AbortSignal | undefined,
) => Promise<CommandResult>;

const NONE: CommandResult = {
  ...{ command: null, outcome: "none", person: null, unresolved: null, memories: [], say: null },
};

/** What a command may be refused for: it is told to whoever gave it. Everything else is the caller's to know. */
const TELLABLE: ReadonlySet<MemoirErrorCode> = new Set<MemoirErrorCode>([
  "not_allowed",
  "invalid_argument",
  "too_large",
  "rate_limited",
  "quota_exceeded",
  "writes_disabled",
  "read_only",
]);

/** "forget everything you know about me", of which only this is left; 忘掉关于我的一切. */
const ALL_OF_SELF = /^(?:me|myself|我|我自己|我的(?:一切|全部|所有)(?:事情?|信息|记忆|内容|东西)?)$/iu;

/** How long "forget that" means what was remembered just before. */
const JUST_NOW_MS = 3_600_000;

export function createCommands(tools: CommandTools): HandleCommand {
  /** What each person's last command wrote. */
  const written = createCache<{ scope: Scope; ids: readonly string[]; at: number }>({
    ...{ layer: "commands", max: 1_000, ttlMs: JUST_NOW_MS, now: tools.now },
  });

  return async (origin, message, signal) => {
    const text = checkText(message.text, "message.text", LIMITS.eventText);
    const { scope } = origin;
    const author =
      checkOptionalId(message.author, "message.author") ?? (scope.kind === "user" ? scope.id : null);
    const { names } = tools.settings.commands;
    const read = readCommand(text, { names, addressed: message.addressed ?? scope.kind === "user" });
    if (read === undefined || !tools.settings.enable) return NONE;
    const people = await knownPeople(tools, scope, { ...message, ...(author === null ? {} : { author }) });
    const given: Given = {
      ...{ origin, language: read.language, people, signal },
      author: people.find(({ id }) => id === author) ?? null,
      message: {
        id: message.id === undefined ? null : checkId(message.id, "message.id"),
        session: checkOptionalId(message.session, "message.session"),
        platform: checkOptionalId(message.platform, "message.platform"),
      },
    };
    try {
      return await obey(given, read.command);
    } catch (error) {
      if (!MemoirError.is(error) || !TELLABLE.has(error.code)) throw error;
      const command = nameOfCommand(read.command);
      return { ...NONE, command, outcome: "refused", say: reply("refused", read.language, error.message) };
    }
  };

  function obey(given: Given, command: ChatCommand): Promise<CommandResult> {
    switch (command.kind) {
      case "remember":
        return remember(given, command.claim);
      case "remember_this":
        return rememberThis(given, command.about, command.words);
      case "forget":
        return command.what === null ? forgetThat(given) : forget(given, command.what);
      case "ask":
        return ask(given, command.about);
    }
  }

  async function remember(given: Given, claim: string): Promise<CommandResult> {
    const { author, people } = given;
    const words = nameMentions(claim, (id) => nameById(people, id), "");
    const subject = claimSubject(claim, people);
    if ("self" in subject) {
      const texts = await claimInThirdPerson(tools, words, spokenBy(given), given.signal);
      return remembered(given, author, await keep(tools, given, author, texts));
    }
    // In one's own scope a claim may be about anybody: nobody has to be known.
    if ("nobody" in subject || given.origin.scope.kind !== "group")
      return remembered(given, null, await keep(tools, given, null, [words]));
    const meant = await resolved(tools, tenantOf(given), subject.meant, people, given.signal);
    if (!("found" in meant)) return unresolved(given, "remember", meant, "unresolved_claim");
    const named = "found" in subject.meant ? words : `${nameOf(meant.found)}${claim.slice(subject.end)}`;
    return remembered(given, meant.found, await keep(tools, given, meant.found, [named]));
  }

  async function rememberThis(
    given: Given,
    about: string | null,
    words: string | null,
  ): Promise<CommandResult> {
    const { origin, people, author, message, signal } = given;
    if (about === null && words !== null) return remember(given, words);
    const count = about === null ? 1 : tools.settings.commands.history;
    if (about === null) {
      const [last] = await recentMessages(tools, origin.scope, message.id, count);
      if (last === undefined) return nothingSaid(given);
      const person = people.find(({ id }) => id === last.actor) ?? (last.actor === null ? author : null);
      if (person === null) return nothingSaid(given);
      const name = origin.scope.kind === "group" ? nameOf(person) : nameInScope(given);
      const texts = await inThirdPerson(tools, last.text, { id: person.id, name }, signal);
      return remembered(given, person, await keep(tools, given, person, texts));
    }
    const meant = await who(given, about);
    if (!("found" in meant)) return unresolved(given, "remember", meant);
    const person = meant.found;
    const said =
      words === null
        ? await recentMessages(tools, origin.scope, message.id, count)
        : [handedOver(person.id, words, tools.now())];
    const texts = await claimsIn(tools, given, person, said);
    if (texts.length === 0) return nothingSaid(given, person);
    return remembered(given, person, await keep(tools, given, person, texts));
  }

  function remembered(given: Given, person: KnownPerson | null, kept: Kept): CommandResult {
    const { memories } = kept;
    const waits = memories.some(({ status }) => status !== "active");
    if (hasOneVoice(given))
      written.set(writerKey(given), {
        scope: kept.scope,
        ids: memories.map(({ id }) => id),
        at: tools.now(),
      });
    const outcome: CommandOutcome = waits ? "waits" : "remembered";
    const cut = memories.some(({ text }) => text.includes(SECRET));
    const answer: ReplyName = waits ? "waits" : cut ? "without_secret" : kept.known ? "known" : "remembered";
    return done(given, "remember", outcome, answer, person, memories);
  }

  async function forget(given: Given, what: string): Promise<CommandResult> {
    const { author, people, origin } = given;
    if (ALL_OF_SELF.test(what)) return forgetSelf(given);
    const subject = claimSubject(what, people);
    if ("self" in subject)
      return forgetOf(
        given,
        author,
        nameMentions(what, (id) => nameById(people, id), ""),
      );
    if ("nobody" in subject) return forgetOf(given, origin.scope.kind === "group" ? null : author, what);
    if (origin.scope.kind !== "group") return forgetOf(given, author, what);
    const meant = await resolved(tools, tenantOf(given), subject.meant, people, given.signal);
    if (!("found" in meant)) return unresolved(given, "forget", meant);
    return forgetOf(
      given,
      meant.found,
      what
        .slice(subject.end)
        .replace(/^'s\b|^的/u, "")
        .trim(),
    );
  }

  /** All that is known of whoever asks, and their own messages. In a group nobody can say who an unknown speaker is. */
  async function forgetSelf(given: Given): Promise<CommandResult> {
    const { author, origin } = given;
    if (author === null && origin.scope.kind === "group")
      return done(given, "forget", "refused", "unknown_speaker", null, []);
    const result = await forgetOf(given, author, "");
    if (result.outcome === "refused") return result;
    const hidden = await hideAllSaid(tools, given);
    return result.outcome === "not_found" && hidden > 0
      ? done(given, "forget", "forgotten", "unsaid_all", author, [])
      : result;
  }

  async function forgetOf(given: Given, person: KnownPerson | null, what: string): Promise<CommandResult> {
    const { author, origin } = given;
    const isOthers = origin.scope.kind === "group" && (author === null || person?.id !== author.id);
    if (isOthers && tools.settings.commands.aboutOthers === "pending")
      return done(given, "forget", "refused", author === null ? "unknown_speaker" : "not_yours", person, []);
    const forgotten = await forgetAbout(
      tools,
      given,
      given.origin.scope.kind === "group" ? person : null,
      what,
    );
    return forgotten.length === 0
      ? done(given, "forget", "not_found", "not_found", person, [])
      : done(given, "forget", "forgotten", "forgotten", person, forgotten);
  }

  /** "forget that": what this person's last command wrote, or what was remembered of their words since; else those. */
  async function forgetThat(given: Given): Promise<CommandResult> {
    const last = hasOneVoice(given) ? written.get(writerKey(given)) : undefined;
    const said = await saidBefore(tools, given);
    if (last !== undefined && (said === null || said.ids.length === 0 || said.at < last.at)) {
      written.delete(writerKey(given));
      const forgotten: Memory[] = [];
      for (const id of last.ids) {
        const { memories } = await forgetIn(tools, [last.scope], given.origin.acting, { id }, {});
        forgotten.push(...memories);
      }
      if (forgotten.length > 0)
        return done(given, "forget", "forgotten", "forgotten", given.author, forgotten);
    }
    if (said === null) return done(given, "forget", "not_found", "not_found", given.author, []);
    const forgotten = await forgetSaid(tools, given, said);
    const answer: ReplyName = forgotten.length > 0 ? "forgotten" : "unsaid";
    return done(given, "forget", "forgotten", answer, given.author, forgotten);
  }

  async function ask(given: Given, about: string): Promise<CommandResult> {
    const { origin, author } = given;
    const self = /^(?:me|myself|i|us)$/i.test(about) || /^(?:我|我自己)$/u.test(about);
    if (!self && origin.scope.kind !== "group") return askInOwnScope(given, about);
    const meant: Meant = self && author !== null ? { found: author } : await who(given, about);
    if (!("found" in meant)) return unresolved(given, "ask", meant);
    const { deadlineMs } = tools.settings.digest;
    const { text } = await tools.digests.context(origin.scope, meant.found.id, deadlineMs, given.signal);
    return done(given, "ask", "told", text === null ? "unknown" : "told", meant.found, [], text ?? "");
  }

  /** In one's own scope people are names in memories. */
  async function askInOwnScope(given: Given, about: string): Promise<CommandResult> {
    const { scope } = given.origin;
    const place = await findScope(tools.use(), scope);
    const wanted = [...new Set(terms(about))];
    const filter = { status: ["active" as const], at: tools.now() };
    const rows =
      place === undefined || wanted.length === 0
        ? []
        : await matchMemories(
            tools.use(),
            scope.tenant,
            place.num,
            wanted,
            "all",
            filter,
            Number.MAX_SAFE_INTEGER,
            50,
          );
    const text = joinWithin(
      rows.map((row) => sentence(row.text)),
      tools.settings.digest.chars.context,
    );
    const person = { id: about, names: [about] };
    const told = done(given, "ask", "told", text === "" ? "unknown" : "told", person, [], text);
    return { ...told, person: null };
  }

  function who(given: Given, words: string): Promise<Meant> {
    const { author, people, signal } = given;
    if (author !== null && /^(?:me|myself|我|我自己)$/iu.test(words.trim()))
      return Promise.resolve({ found: author });
    return resolved(tools, tenantOf(given), personNamed(words, people), people, signal);
  }

  function done(
    given: Given,
    command: CommandResult["command"],
    outcome: CommandOutcome,
    replyName: ReplyName,
    person: KnownPerson | null,
    memories: readonly Memory[],
    text: string = joinWithin(
      memories.map((memory) => sentence(memory.text)),
      tools.settings.digest.chars.context,
    ),
  ): CommandResult {
    const { language, origin } = given;
    const isSelf = person !== null && person.id === given.author?.id && origin.scope.kind !== "group";
    const you = language === "zh" ? "你" : "you";
    const name = person === null || (isSelf && command !== "ask") ? "" : isSelf ? you : nameOf(person);
    return {
      ...NONE,
      ...{ command, outcome, memories },
      person: person === null ? null : { id: person.id, name: nameOf(person) },
      say: reply(replyName, language, name, text),
    };
  }

  function nothingSaid(given: Given, person: KnownPerson | null = null): CommandResult {
    return done(given, "remember", "not_found", "nothing_said", person, []);
  }
}

function unresolved(
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

function nameOfCommand({ kind }: ChatCommand): NonNullable<CommandResult["command"]> {
  return kind === "forget" || kind === "ask" ? kind : "remember";
}

function tenantOf({ origin }: Given): string {
  return origin.scope.tenant;
}

/** Whether two commands are known to be the same person's: in a group only by their author. */
function hasOneVoice({ origin, author }: Given): boolean {
  return author !== null || origin.scope.kind !== "group";
}

function writerKey({ origin, author }: Given): string {
  const { tenant, kind, id } = origin.scope;
  return JSON.stringify([tenant, kind, id, author?.id]);
}

function nameById(people: readonly KnownPerson[], id: string): string | undefined {
  const known = people.find((one) => one.id === id);
  return known === undefined ? undefined : nameOf(known);
}

/** In one's own scope a user whose id is no name is "the user". */
function nameInScope({ origin, author }: Given): string | null {
  return author?.names[0] ?? nameInAccount(origin.scope.id);
}

function spokenBy(given: Given): { id: string | null; name: string | null } {
  const { author, origin } = given;
  if (author === null) return { id: null, name: null };
  return { id: author.id, name: origin.scope.kind === "group" ? nameOf(author) : nameInScope(given) };
}

/** Words that came with the command, as if the person had said them. */
function handedOver(actor: string, text: string, at: number): Parameters<typeof claimsIn>[3][number] {
  const when = new Date(at);
  return {
    ...{ id: "", seq: 0, type: "message", role: "user", actor, text, content: null, platform: null },
    ...{
      session: null,
      thread: null,
      turn: null,
      at: when,
      recordedAt: when,
      erasedAt: null,
      hiddenAt: null,
    },
  };
}
