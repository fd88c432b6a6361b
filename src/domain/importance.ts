/** Importance as people and the supervisor's tools say it (C5). Stored is always 0–1. */
export type ImportanceLevel = 1 | 2 | 3 | 4 | 5;

export function importanceFromLevel(level: ImportanceLevel): number {
  return level / 5;
}

/** Importance in a word (R137): the score that a new memory begins with. */
export const IMPORTANCE_WORDS = { high: 0.8, medium: 0.6, low: 0.4 } as const;
export type ImportanceWord = keyof typeof IMPORTANCE_WORDS;

/** The `imp=` of the delta header. The 1e-9 keeps 0.6 at 3 when arithmetic left it a hair above. */
export function importanceLevel(importance: number): ImportanceLevel {
  const level = Math.ceil(importance * 5 - 1e-9);
  // Written so that NaN falls to 1, too.
  return (level >= 1 ? Math.min(level, 5) : 1) as ImportanceLevel;
}
