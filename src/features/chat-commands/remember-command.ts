import type { CommandResult } from "../../api/commands.ts";
import { nameMentions } from "../../domain/digest.ts";
import { claimSubject } from "../../language/chat-commands/claim-subject.ts";
import { isOfSpeaker, saidOf, toldOf } from "../../language/third-person.ts";
import { nameOfAccount } from "../../store/tables/authors.ts";
import { resolveWithModel, who } from "./people.ts";
import { claimsIn, keep, type RememberedClaims } from "./remember.ts";
import {
  type CommandCall,
  commandResult,
  nameById,
  type Person,
  personName,
  recentMessages,
  unresolvedResult,
} from "./tools.ts";

/** Remembers a claim that came with the command. */
export async function remember(call: CommandCall, claim: string): Promise<CommandResult> {
  const { author, people } = call;
  const words = nameMentions(claim, (id) => nameById(people, id), "");
  const subject = claimSubject(claim, people);
  if ("self" in subject) {
    const text = toldOf(words, { name: speakerName(call), at: call.tools.now() });
    return rememberResult(call, author, await keep(call, author, [text], claim));
  }
  // In one's own scope a claim may be about anybody: nobody has to be known.
  if ("nobody" in subject || call.origin.scope.kind !== "group")
    return rememberResult(call, null, await keep(call, null, [words]));
  const target = await resolveWithModel(call, subject.meant);
  if (!("person" in target)) return unresolvedResult(call, "remember", target, "unresolved_claim");
  const ownClaim =
    "person" in subject.meant ? words : `${personName(target.person)}${claim.slice(subject.end)}`;
  return rememberResult(call, target.person, await keep(call, target.person, [ownClaim]));
}

/** Remembers what was said last, or what was said of a person. */
export async function rememberThis(
  call: CommandCall,
  { about, words }: { readonly about: string | null; readonly words: string | null },
): Promise<CommandResult> {
  const { origin, people, author } = call;
  if (about === null && words !== null) return remember(call, words);
  if (about === null) {
    const [last] = await recentMessages(call, 1);
    const speaker = people.find(({ id }) => id === last?.actor) ?? (last?.actor === null ? author : null);
    if (last === undefined || speaker === null) return commandResult(call, "nothing_said", { person: null });
    const name = origin.scope.kind === "group" ? personName(speaker) : nameInScope(call);
    const text = toldOf(last.text, { name, at: last.at.getTime() });
    return rememberResult(call, speaker, await keep(call, speaker, [text]));
  }
  const target = await who(call, about);
  if (!("person" in target)) return unresolvedResult(call, "remember", target);
  const person = target.person;
  const texts = await (words === null
    ? claimsIn(call, person, await recentMessages(call, call.tools.settings.commands.history))
    : claimsInGiven(call, person, words));
  if (texts.length === 0) return commandResult(call, "nothing_said", { person });
  return rememberResult(call, person, await keep(call, person, texts));
}

/** The words that came with a command are those of whoever gives it: "I" in them is not the person they are about. */
async function claimsInGiven(call: CommandCall, person: Person, words: string): Promise<string[]> {
  const { author } = call;
  const name = speakerName(call);
  if (person.id === author?.id) return [toldOf(words, { name, at: call.tools.now() })];
  const said = { actor: author?.id ?? null, text: words, at: new Date(call.tools.now()) };
  const texts = isOfSpeaker(words) ? [] : await claimsIn(call, person, [said]);
  if (texts.length > 0) return texts;
  return [saidOf(personName(person), words, name)];
}

function rememberResult(call: CommandCall, person: Person | null, result: RememberedClaims): CommandResult {
  const { memories } = result;
  const waits = memories.some(({ status }) => status !== "active");
  const answer = waits ? "waits" : result.isKnown ? "known" : "remembered";
  return commandResult(call, answer, { person, memories });
}

/** In one's own scope a user whose id is no name is "the user". */
function nameInScope({ origin: { scope }, author, tools }: CommandCall): string | null {
  return author?.names[0] ?? nameOfAccount(scope, scope.id, tools.settings.identity);
}

function speakerName(call: CommandCall): string | null {
  const { author, origin } = call;
  if (author === null) return null;
  return origin.scope.kind === "group" ? personName(author) : nameInScope(call);
}
