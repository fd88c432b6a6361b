import type { PersonSection } from "../domain/enums.ts";
import type { DigestDay } from "./digest.ts";
import type { CallOptions } from "./options.ts";
import type { ProfileField } from "./profile.ts";
import type { CoreLine, Degraded, TimelineEntry } from "./recall.ts";

/** A sentence about a person: a memory, or their own words where no memory says the same. */
export type PersonLine = Omit<CoreLine, "sort">;

/** Somebody who speaks in a scope. */
export interface Member {
  /** The account id of their messages. */
  readonly account: string;
  /** Their current name; the account id where no name is known. */
  readonly name: string;
  /** Number of their messages on record. */
  readonly messages: number;
  readonly lastAt: Date;
}

export interface PersonOptions extends CallOptions {
  /** Maximum number of lines in each section. Default: 6, at most 50. */
  limit?: number;
}

/** What is known about one person, to be read by people. */
export interface AboutPerson {
  readonly account: string;
  readonly name: string;
  /** The lines of every prompt; the sections do not repeat them. */
  readonly core: readonly CoreLine[];
  /** The structured fields; empty where the scope is not one user's. */
  readonly profile: readonly ProfileField[];
  /** The sections that have lines, in reading order. The best lines come first; of `lately` the newest. */
  readonly sections: readonly { readonly section: PersonSection; readonly lines: readonly PersonLine[] }[];
  /** Summaries of compressed conversations, newest first; empty where the scope is not one user's. */
  readonly timeline: readonly TimelineEntry[];
  /** Stored summaries of their past days, newest first. */
  readonly days: readonly DigestDay[];
  /** Everybody who speaks in a scope that people share, the last to speak first; empty in a user's scope. */
  readonly members: readonly Member[];
  readonly degraded: Degraded | null;
}
