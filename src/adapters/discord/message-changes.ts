import type { ScopeHandle } from "../../index.ts";
import { BoundedMap } from "../../runtime/bounded-map.ts";

/** How many messages are known to be gone, or edited, though they were not seen yet. */
const MAX_KEPT = 10_000;

/** Edits and deletes as they come, in whatever order. Only this process needs them: a restart asks Discord again. */
export class MessageChanges {
  readonly #gone = new BoundedMap<string, true>(MAX_KEPT);
  readonly #edited = new BoundedMap<string, number>(MAX_KEPT);

  deleted(id: string): void {
    this.#gone.set(id, true);
  }

  isDeleted(id: string): boolean {
    return this.#gone.has(id);
  }

  /** Whether an edit is the newest of a message so far. */
  isNewest(id: string, at: number): boolean {
    const before = this.#edited.get(id);
    if (before !== undefined && before > at) return false;
    this.#edited.set(id, at);
    return true;
  }
}

/** Forgets a message and what came from it. */
export async function forgetMessage(scopes: readonly ScopeHandle[], id: string): Promise<void> {
  for (const { events } of scopes) await events.remove(id, { forget: true });
}

/** Puts new words in the place of the old ones; `false`: no scope has the message. */
export async function editMessage(
  scopes: readonly ScopeHandle[],
  id: string,
  text: string,
): Promise<boolean> {
  let isKnown = false;
  for (const { events } of scopes) {
    const old = await events.get(id);
    if (old === null) continue;
    isKnown = true;
    if (old.text === text) continue;
    // A message without words, such as a picture, says nothing any more.
    await (text.trim() === ""
      ? events.remove(id, { forget: true })
      : events.edit(id, text, { forget: true }));
  }
  return isKnown;
}
