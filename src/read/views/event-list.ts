import type { Page, PageOptions } from "../../api/options.ts";
import type { Event } from "../../domain/event.ts";
import type { Scope } from "../../domain/scope.ts";
import { type EventFilter, findEvent, listEvents } from "../../store/tables/events.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { ReadContext } from "../shared/request.ts";
import { page } from "./page.ts";

/** One event of a scope; `null` where there is none. */
export async function eventInScope(context: ReadContext, scope: Scope, id: string): Promise<Event | null> {
  const scopeRef = await findScope(context.use(), scope);
  if (scopeRef === undefined) return null;
  return (await findEvent(context.use(), scopeRef, id)) ?? null;
}

/** The events of a scope that meet a filter, newest first. */
export async function pageOfEvents(
  context: ReadContext,
  scope: Scope,
  filter: EventFilter,
  paging: PageOptions,
): Promise<Page<Event>> {
  const scopeRef = await findScope(context.use(), scope);
  return page(paging, async (part) => {
    if (scopeRef === undefined) return [];
    const events = await listEvents(context.use(), scopeRef, filter, part);
    return events.map((event) => ({ item: event, position: event.seq }));
  });
}
