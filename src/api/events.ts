import type { Event, EventRole, EventType } from "../domain/event.ts";
import type { CallOptions, Page, PageOptions } from "./options.ts";

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
  /**
   * A message was changed where it was sent: its old words are erased, and the new ones stand at the same time under the
   * same id. Memories made from the old words stay; the new ones are read like any message. `false`: there is no such
   * message, or its words are gone.
   */
  edit(id: string, text: string, options?: CallOptions): Promise<boolean>;
  /** A message was deleted where it was sent: its words are erased. Memories made from it stay. */
  remove(id: string, options?: CallOptions): Promise<boolean>;
}
