/** One fact that the script takes from a conversation, as a language model would. */
export interface SampleFact {
  readonly text: string;
  readonly type: "profile" | "preference" | "task_state" | "constraint" | "episode";
  /** Whom it is about, by name. Default: the person. */
  readonly about?: string;
  readonly importance: number;
  /** Words of the message that say so, as they stand there. */
  readonly quote: string;
  /** Further marks of the answer, such as `slot home`; see the prompt of the extraction. */
  readonly more?: readonly string[];
  /** The text of an earlier fact that is over with this one. */
  readonly ends?: string;
}

/** A fact of the script. */
export function fact(
  type: SampleFact["type"],
  importance: number,
  text: string,
  rest: Pick<SampleFact, "quote" | "about" | "more" | "ends">,
): SampleFact {
  return { type, importance, text, ...rest };
}

/** One conversation of the sample. */
export interface SampleTalk {
  /** Days before today, and the hour (UTC). Without an hour it was two hours ago. */
  readonly ago: number;
  readonly hour?: number;
  /** The person and the bot in turn; the person begins. */
  readonly said: readonly string[];
  readonly facts: readonly SampleFact[];
  /** Its entry in the timeline. Default: it is not compressed. */
  readonly summary?: string;
  /** The summary of that day. Default: lines that the engine chooses. */
  readonly day?: string;
  /** An insight of that evening. */
  readonly insight?: string;
}

/** A made-up person, with everything that every view of the dashboard shows. */
export interface SamplePerson {
  readonly scope: `user:${string}`;
  readonly name: string;
  /** Oldest first. */
  readonly talks: readonly SampleTalk[];
  /** Claims of another program, which wait for review. */
  readonly imported: readonly string[];
  /** Values for the profile that wait for consent, each with the reason. */
  readonly proposals: readonly {
    readonly field: "pronouns" | "city";
    readonly value: string;
    readonly reason: string;
  }[];
}

/** The person's account: the id of the scope. */
export function accountOf({ scope }: SamplePerson): string {
  return scope.slice("user:".length);
}
