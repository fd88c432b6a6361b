/** See mutate.js. */
export interface Mutation {
  readonly requirement: string;
  readonly file: string;
  readonly text: string;
  readonly instead: string;
  readonly tests: readonly string[];
}

export const MUTATIONS: readonly Mutation[];
export function mutated(mutation: Mutation, source: string): string;
