import type { KnownPerson } from "../domain/chat-commands/person.ts";
import type { Memory } from "../domain/memory.ts";
import type { CallOptions } from "./options.ts";

/** A message that may hold a command. */
export interface CommandMessage {
  readonly text: string;
  /** The account id of the author. Default: the user of a `user:` scope. */
  readonly author?: string;
  /** The current name of the author. Default: the newest known name. */
  readonly authorName?: string;
  /** The platform's id of the message; the same command again changes nothing. Default: none. */
  readonly id?: string;
  readonly session?: string;
  readonly platform?: string;
  /** People the platform knows, such as those whom the message mentions; with the names they go by, the newest first. */
  readonly people?: readonly KnownPerson[];
  /** It is meant for the bot, though it does not begin with its name. Default: true in a `user:` scope, else false. */
  readonly addressed?: boolean;
}

export interface CommandOptions extends CallOptions {
  /**
   * Finds people by a name that Memoir does not know, through the platform. Several mean that the name is ambiguous, none
   * that nobody goes by it. Default: only people who spoke here, or whom the operator named, are known.
   */
  resolve?: (name: string) => Promise<readonly KnownPerson[]>;
}

/**
 * The result. `none`: the message holds no command. `waits`: it was noted, and a person must approve it. `unresolved` and
 * `ambiguous`: nobody or more than one goes by that name, and nothing was written.
 */
export type CommandOutcome =
  | "none"
  | "remembered"
  | "waits"
  | "forgotten"
  | "not_found"
  | "told"
  | "unresolved"
  | "ambiguous"
  | "refused";

export interface CommandResult {
  readonly command: "remember" | "forget" | "ask" | null;
  readonly outcome: CommandOutcome;
  /** Whom it is about; `null` when nobody, or when it is not known. */
  readonly person: { readonly id: string; readonly name: string } | null;
  /** The name that could not be resolved; else `null`. */
  readonly unresolved: string | null;
  /** The memories that were written or forgotten. */
  readonly memories: readonly Memory[];
  /** Number of messages that are no longer quoted, each as a whole. */
  readonly hidden: number;
  /** Pass it to `memories.undoBatch()` to take a forgetting back. `null` if nothing was forgotten. */
  readonly batch: string | null;
  /** A sentence for the bot to say, in the language of the command; `null` when there was none. */
  readonly say: string | null;
}

export interface CommandsHandle {
  /** Does what a message tells the bot to do with its memory, and says what it did. */
  handle(message: CommandMessage, options?: CommandOptions): Promise<CommandResult>;
}
