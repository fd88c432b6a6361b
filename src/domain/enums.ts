/** The sources of a recall. `quotes` are users' own words, `events` the whole record as it is. */
export const SOURCES = ["memories", "quotes", "events", "timeline"] as const;

export type Source = (typeof SOURCES)[number];

/** What `memory.query` answers with. */
export const QUERY_RETURNS = ["bullets", "full"] as const;

/** What the memories of a scope are written as: a MEMORY.md, or context for another tool. */
export const MARKDOWN_FORMATS = ["memory", "context"] as const;

/** What the words of another program's file count as: they wait for review, or the user has said them. */
export const FOREIGN_TRUST = ["import", "user"] as const;

/** The upkeep jobs, in the order in which people read them. */
export const UPKEEP_JOBS = [
  "sweep",
  "cold",
  "purge",
  "retention",
  "compact",
  "consolidate",
  "link",
  "insight",
  "tune",
] as const;
export type UpkeepJob = (typeof UPKEEP_JOBS)[number];

/** Why a line belongs in every prompt: how to address somebody, what they cannot have, what they wish for always. */
export const CORE_SORTS = ["address", "limit", "wish"] as const;
export type CoreSort = (typeof CORE_SORTS)[number];

/** The sections of what is known about a person, in reading order. */
export const PERSON_SECTIONS = ["who", "people", "likes", "limits", "plans", "lately"] as const;
export type PersonSection = (typeof PERSON_SECTIONS)[number];

/**
 * How a line was found: by words and meaning, by words only, as plain text, as the newest, as the strongest, for an
 * overview of a person, as part of every prompt, or by what was found: as a memory linked to it, or as what its author
 * said just before or after.
 */
export const VIAS = [
  "hybrid",
  "terms",
  "scan",
  "recent",
  "strength",
  "all",
  "overview",
  "core",
  "related",
] as const;
export type Via = (typeof VIAS)[number];
