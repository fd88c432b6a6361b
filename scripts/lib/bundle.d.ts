/** See bundle.js. */
export function bundle(options: {
  readonly entries: readonly string[];
  readonly base: string;
  readonly folder: string;
  readonly sourcemap?: boolean;
}): Promise<string[]>;
