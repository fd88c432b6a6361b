import type { CommandResult } from "../api/commands.ts";
import type { Cache } from "../digest/cache.ts";
import type { KnownPerson } from "../domain/commands/person.ts";
import { nameMentions } from "../domain/digest.ts";
import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { claimSubject } from "../language/commands/claim-subject.ts";
import { forgetIn } from "../write/forget.ts";
import { answered, unresolved } from "./answer.ts";
import { forgetAbout, forgetSaid, hideAllSaid, saidBefore } from "./forget.ts";
import { meansSelf, resolved } from "./people.ts";
import { type CommandTools, type Given, nameById } from "./tools.ts";

/** What each person's last command wrote: "forget that" means it. */
export type Written = Cache<{ readonly scope: Scope; readonly ids: readonly string[]; readonly at: number }>;

/** 忘掉关于我的一切, of which only this is left. */
const ALL_OF_MINE = /^我的(?:一切|全部|所有)(?:事情?|信息|记忆|内容|东西)?$/u;

/** Forgets what is named: of whoever asks, of somebody else, or of nobody in particular. */
export async function forget(tools: CommandTools, given: Given, what: string): Promise<CommandResult> {
  const { author, people, origin } = given;
  if (meansSelf(what) || ALL_OF_MINE.test(what)) return forgetSelf(tools, given);
  const subject = claimSubject(what, people);
  if ("self" in subject)
    return forgetOf(
      tools,
      given,
      author,
      nameMentions(what, (id) => nameById(people, id), ""),
    );
  if ("nobody" in subject) return forgetOf(tools, given, origin.scope.kind === "group" ? null : author, what);
  if (origin.scope.kind !== "group") return forgetOf(tools, given, author, what);
  const meant = await resolved(tools, given, subject.meant);
  if (!("found" in meant)) return unresolved(given, "forget", meant);
  return forgetOf(
    tools,
    given,
    meant.found,
    what
      .slice(subject.end)
      .replace(/^'s\b|^的/u, "")
      .trim(),
  );
}

/** All that is known of whoever asks, and their own messages. In a group nobody can say who an unknown speaker is. */
async function forgetSelf(tools: CommandTools, given: Given): Promise<CommandResult> {
  const { author, origin } = given;
  if (author === null && origin.scope.kind === "group")
    return answered(tools, given, "unknown_speaker", { person: null });
  const result = await forgetOf(tools, given, author, "");
  if (result.outcome === "refused") return result;
  const hidden = await hideAllSaid(tools, given);
  return result.outcome === "not_found" && hidden > 0
    ? answered(tools, given, "unsaid_all", { person: author })
    : result;
}

async function forgetOf(
  tools: CommandTools,
  given: Given,
  person: KnownPerson | null,
  what: string,
): Promise<CommandResult> {
  const { author, origin } = given;
  const isOthers = origin.scope.kind === "group" && (author === null || person?.id !== author.id);
  if (isOthers && tools.settings.commands.aboutOthers === "pending")
    return answered(tools, given, author === null ? "unknown_speaker" : "not_yours", { person });
  const forgotten = await forgetAbout(
    tools,
    given,
    given.origin.scope.kind === "group" ? person : null,
    what,
  );
  const answer = forgotten.length === 0 ? "not_found" : "forgotten";
  return answered(tools, given, answer, { person, memories: forgotten });
}

/** "forget that": what this person's last command wrote, or what was remembered of their words since; else those. */
export async function forgetThat(
  tools: CommandTools,
  given: Given,
  written: Written,
): Promise<CommandResult> {
  const { author: person } = given;
  const last = hasOneVoice(given) ? written.get(writerKey(given)) : undefined;
  const said = await saidBefore(tools, given);
  if (last !== undefined && (said === null || said.ids.length === 0 || said.at < last.at)) {
    written.delete(writerKey(given));
    const forgetter = { scopes: [last.scope], acting: given.origin.acting };
    const memories: Memory[] = [];
    for (const id of last.ids) memories.push(...(await forgetIn(tools, forgetter, { id }, {})).memories);
    if (memories.length > 0) return answered(tools, given, "forgotten", { person, memories });
  }
  if (said === null) return answered(tools, given, "not_found", { person });
  const memories = await forgetSaid(tools, given, said);
  return answered(tools, given, memories.length > 0 ? "forgotten" : "unsaid", { person, memories });
}

/** Whether two commands are known to be the same person's: in a group only by their author. */
export function hasOneVoice({ origin, author }: Given): boolean {
  return author !== null || origin.scope.kind !== "group";
}

export function writerKey({ origin, author }: Given): string {
  const { tenant, kind, id } = origin.scope;
  return JSON.stringify([tenant, kind, id, author?.id]);
}
