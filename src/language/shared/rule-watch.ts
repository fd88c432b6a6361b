/** Answers whether a rule that has found something may say so. */
type RuleWatch = (id: string) => boolean;

let watch: RuleWatch | undefined;

/** Lets a benchmark see which rules fire, and switch rules off by answering `false`; `undefined`: nobody watches. */
export function watchRules(next: RuleWatch | undefined): void {
  watch = next;
}

/** What a rule found, under the id of that rule; `undefined`, as ever, for nothing. */
export function ruled<T>(id: string, found: T | undefined): T | undefined {
  return found === undefined || watch === undefined || watch(id) ? found : undefined;
}

/** What a correction puts in the place of what; `wrong` is not always said. */
export interface Replacement {
  readonly right: string;
  readonly wrong: string | undefined;
}

/** A way to correct oneself, by its id. */
export function replacement(id: string, right: string, wrong?: string): Replacement | undefined {
  return ruled(`correction:${id}`, { right, wrong });
}
