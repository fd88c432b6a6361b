import type { CommandResult } from "../../api/commands.ts";
import { memberPrefix } from "../../domain/identity.ts";
import type { Scope } from "../../domain/scope.ts";
import { asks, readMessage } from "../../language/message.ts";
import { tellingTerms } from "../../language/terms.ts";
import { commandsOf } from "../../store/tables/events.ts";
import { evidenceFrom } from "../../store/tables/evidence.ts";
import { findMemory } from "../../store/tables/memories.ts";
import { findScope, type ScopeRef } from "../../store/tables/scopes.ts";
import { FORGETTABLE, forgetEach, forgetRows, isSame, MAX_ROWS } from "./forget.ts";
import { type CommandCall, commandOf, commandResult, recentMessages } from "./tools.ts";

/** How many of their last messages "that" may mean: between a claim and "forget that" there may be a question. */
const LOOKED_BACK = 5;

/** A person's earlier messages, and the memories made from them. */
interface SaidBefore {
  readonly seq: number;
  readonly at: number;
  readonly ids: readonly string[];
  /** Whether it tells something, or a memory came of it: small talk is meant only where there is nothing else. */
  readonly tells: boolean;
}

/**
 * The last message of whoever gives the command that tells something, with what was remembered of it; `null`: none. Only
 * questions and small talk are passed over.
 */
async function saidBefore(command: CommandCall): Promise<SaidBefore | null> {
  const { tools, origin, author } = command;
  const recent = await recentMessages(command, MAX_ROWS, { requests: true });
  const isGroup = origin.scope.kind === "group";
  const events = recent.filter(({ actor }) => (actor === null && !isGroup) || actor === author?.id);
  const scopeRef = await findScope(tools.use(), origin.scope);
  if (scopeRef === undefined) return null;
  let newest: SaidBefore | null = null;
  for (const { seq, at, text } of events.slice(0, LOOKED_BACK)) {
    const ids = await backedBy(tools, scopeRef, seq);
    // A request is meant by what came of it.
    if (ids.length === 0 && commandOf(command, text) !== undefined) continue;
    const moment = { seq, at: at.getTime(), ids, tells: ids.length > 0 || saysSomething(text) };
    if (moment.tells) return moment;
    newest ??= moment;
  }
  return newest;
}

/** The memories that came of an event and can be forgotten. */
async function backedBy(tools: CommandCall["tools"], scopeRef: ScopeRef, seq: number): Promise<string[]> {
  const evidence = await evidenceFrom(tools.use(), scopeRef, seq);
  const ids: string[] = [];
  for (const id of new Set(evidence.map(({ memory }) => memory))) {
    const row = await findMemory(tools.use(), scopeRef, id);
    if (FORGETTABLE.some((status) => status === row?.status)) ids.push(id);
  }
  return ids;
}

/** How long "forget that" means what was remembered just before. */
const JUST_NOW_MS = 3_600_000;

/** A person's last command to remember, of which memories are left. */
interface CommandBefore {
  readonly scope: Scope;
  readonly ids: readonly string[];
  readonly seq: number;
  readonly at: number;
}

/** In this chat, or where a group keeps the facts about its members. */
async function commandBefore({ tools, origin, author }: CommandCall): Promise<CommandBefore | undefined> {
  const { scope } = origin;
  const commands = await commandsOf(tools.use(), scope, {
    actor: author?.id ?? null,
    members: memberPrefix(scope, tools.settings.identity),
    since: tools.now() - JUST_NOW_MS,
  });
  const [newest] = commands;
  if (newest === undefined) return undefined;
  const { num, kind, id, at, seq } = newest;
  const ids: string[] = [];
  for (const one of commands.filter(({ turn }) => turn === newest.turn))
    ids.push(...(await backedBy(tools, { tenant: scope.tenant, num }, one.seq)));
  return { scope: { tenant: scope.tenant, kind, id }, ids: [...new Set(ids)], seq, at };
}

/** "forget that": the newest of what this person's last command wrote, and what they said since. */
export async function forgetThat(command: CommandCall): Promise<CommandResult> {
  const { origin, author: person } = command;
  const last = await commandBefore(command);
  const said = await saidBefore(command);
  if (last !== undefined && last.ids.length > 0 && isLater(last, said, origin.scope)) {
    const chosen = last.ids.map((id) => ({ id }));
    const forgotten = await forgetEach(command, last.scope, chosen);
    if (forgotten.memories.length > 0) return commandResult(command, "forgotten", { person, ...forgotten });
  }
  if (said === null) return commandResult(command, "not_found", { person });
  const forgotten = await forgetRows(command, said.ids, [said.seq]);
  const { length } = forgotten.memories;
  return commandResult(command, length > 0 ? "forgotten" : "unsaid", { person, ...forgotten });
}

/** Whether a command came after what was said. Only in one scope the order is sure; elsewhere it goes by the time. */
function isLater(command: CommandBefore, said: SaidBefore | null, scope: Scope): boolean {
  if (said === null || !said.tells) return true;
  return isSame(command.scope, scope) ? said.seq < command.seq : said.at <= command.at;
}

/** "Ok cool" and a question are nothing that somebody would take back. */
const LEAST_TERMS = 3;

function saysSomething(text: string): boolean {
  return !asks(text) && readMessage(text).statements.length > 0 && tellingTerms(text).length >= LEAST_TERMS;
}
