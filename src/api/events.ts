import type { Event, EventRole, EventType } from "../domain/event.ts";
import type { Page, PageOptions } from "./page.ts";

export interface EventListOptions extends PageOptions {
  session?: string;
  role?: EventRole;
  type?: EventType;
  /** Events at or after this moment. */
  since?: Date | string | number;
  /** Events before this moment. */
  until?: Date | string | number;
}

/** The events of one scope: the record everything else is derived from. */
export interface EventsHandle {
  get(id: string): Promise<Event | null>;
  /** Newest first. */
  list(options?: EventListOptions): Promise<Page<Event>>;
}
