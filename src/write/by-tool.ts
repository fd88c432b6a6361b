import type { Said } from "../domain/candidate.ts";
import type { Scope } from "../domain/scope.ts";
import type { ToolName } from "../domain/tool-definitions.ts";
import { namesIn } from "../store/author-names.ts";
import { listEvents, type NewEvent } from "../store/events.ts";
import { findScope } from "../store/scopes.ts";
import { readEvents } from "./read-events.ts";
import type { Commanded } from "./remember.ts";
import { saidSo } from "./said-so.ts";
import type { WriteTools } from "./write-tools.ts";

/** The user's own messages that a tool call is held against. */
const RECENT = 20;

/** What the user said last in a scope, newest first, without what Memoir or the bot put there. */
export async function recentWords({ store, settings }: WriteTools, scope: Scope): Promise<Said[]> {
  const place = await findScope(store.read, scope);
  if (place === undefined) return [];
  const filter = { role: "user", type: "message" } as const;
  const events = await listEvents(store.read, place, filter, { limit: RECENT });
  const names = await namesIn(store.read, place);
  return readEvents(events, { scope, names }, settings.privacy);
}

/**
 * What a model wants to remember through a tool, as the tool's word (C27, R296). It is the user's only where their own
 * messages say it; in a shared scope nobody's message speaks for all.
 */
export function byTool(
  { proposal, event }: Commanded,
  tool: ToolName,
  scope: Scope,
  words: readonly Said[],
): Commanded {
  const { candidate, asked } = proposal;
  const called: NewEvent = {
    ...event,
    ...{ type: "tool_result", role: "tool", actor: asked.agent, content: JSON.stringify({ tool }) },
  };
  const role = scope.kind === "user" && saidSo(candidate.text, words) ? "user" : "tool";
  return {
    proposal: { ...proposal, role, source: called, candidate: { ...candidate, method: "llm_extract" } },
    event: called,
  };
}
