/** What a person says of a line that a model was given. */
export const FEEDBACK_VERDICTS = ["helped", "wrong", "private"] as const;
export type FeedbackVerdict = (typeof FEEDBACK_VERDICTS)[number];

/**
 * What came of it at once: `none`; `review`: the memory is out of every prompt and waits for a person; `hidden`: the message
 * is quoted no more.
 */
export const FEEDBACK_EFFECTS = ["none", "review", "hidden"] as const;
export type FeedbackEffect = (typeof FEEDBACK_EFFECTS)[number];
