/** The sources of a recall. `quotes` are users' own words, `events` the whole record as it is. */
export const SOURCES = ["memories", "quotes", "events", "timeline"] as const;

export type Source = (typeof SOURCES)[number];
