/** Answers whether a rule that has found something may say so. */
type RuleWatch = (id: string) => boolean;

let watch: RuleWatch | undefined;

/** Lets a benchmark see which rules fire, and switch rules off by answering `false`; `undefined`: nobody watches. */
export function watchRules(next: RuleWatch | undefined): void {
  watch = next;
}

/** Notes the result of a rule under its id; `undefined` = no match. */
export function ruled<T>(id: string, found: T | undefined): T | undefined {
  return found === undefined || watch === undefined || watch(id) ? found : undefined;
}

/** A correction: the new value and the old one; `wrong` is not always stated. */
export interface Replacement {
  readonly right: string;
  readonly wrong: string | undefined;
}

/** A way to correct oneself, by its id. */
export function replacement(id: string, right: string, wrong?: string): Replacement | undefined {
  return ruled(`correction:${id}`, { right, wrong });
}
