import type { Said } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import { sameName } from "../domain/identity.ts";
import { inPlace, partRead } from "../domain/passages.ts";
import type { Scope } from "../domain/scope.ts";
import { fromOwnTool } from "../domain/tool-definitions.ts";
import { withoutBlocks } from "../domain/without-injected.ts";
import { nameInAccount } from "../language/names.ts";
import { type OwnWords, OwnWordsFinder, ownWordsOf } from "../language/own-words.ts";
import { withoutPasted } from "../language/shared/payload.ts";
import type { AuthorNames } from "../store/author-names.ts";
import { authorOf } from "../store/authors.ts";
import { giveWay } from "../store/give-way.ts";

/**
 * Events as extraction reads them: without what Memoir itself put there (R295) and without the bot's own words (R328),
 * and under names people go by.
 */
export async function readEvents(
  events: readonly Event[],
  { scope, names }: { readonly scope: Scope; readonly names: ReadonlyMap<string, AuthorNames> },
  own: OwnWords,
  /** Those of events that stood before. Default: none. */
  earlier: readonly { readonly text: string }[] = [],
): Promise<Said[]> {
  const finder = ownWordsIn([...earlier, ...promptsIn(events)], own);
  const said: Said[] = [];
  for (const event of events) {
    await giveWay();
    const actor = speakerOf(scope, event);
    said.push({
      role: event.role,
      type: event.type,
      name: actor === null ? null : (names.get(actor)?.name ?? nameInAccount(actor)),
      actor,
      // Of the same length, so that a span in it is a span in the event.
      text:
        event.erasedAt !== null || fromOwnTool(event.content)
          ? ""
          : inPlace(event.role, finder.without(ownPart(event)), event.text.length),
      at: event.at.getTime(),
    });
  }
  return said;
}

/** A scope of one person is that person's, however their name is written there. */
function speakerOf(scope: Scope, event: Event): string | null {
  const author = authorOf(scope, event);
  return author !== null && scope.kind === "user" && sameName(author, scope.id) ? scope.id : author;
}

/** What a user pastes is somebody else's; what a tool brings is so anyway, and is weighed as a whole. */
function ownPart({ role, type, text }: Event): string {
  const own = withoutBlocks(partRead(role, text));
  return role === "user" && type === "message" ? withoutPasted(own) : own;
}

/** What programs were told: a bot's prompt may have been observed with the rest. */
export function promptsIn(events: readonly Event[]): { seq: number; text: string }[] {
  // What a program said of itself, such as a proposal, comes with content.
  return events.flatMap(({ seq, role, content, type, text }) =>
    role === "system" && content === null && (type === "message" || type === "system") ? [{ seq, text }] : [],
  );
}

/** A bot's own words are known from its prompts, too. */
function ownWordsIn(prompts: readonly { readonly text: string }[], own: OwnWords): OwnWordsFinder {
  if (prompts.length === 0) return ownWordsOf(own);
  return new OwnWordsFinder({
    files: own.files,
    prompts: [...own.prompts, ...prompts.map(({ text }) => text)],
  });
}
