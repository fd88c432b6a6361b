/** The options that every command has. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly database?: string;
  readonly config?: string;
  readonly server?: string;
  readonly apiKey?: string;
  readonly preset?: string;
  readonly tenant?: string;
  readonly model?: string;
  readonly embedder?: string;
  readonly user?: string;
  readonly group?: string;
  readonly project?: string;
  readonly global?: boolean;
}

const FLAGS = ["user", "group", "project", "global"] as const;

/** The flag that names a scope, if one does. */
export function namedByFlag(flags: GlobalFlags): (typeof FLAGS)[number] | undefined {
  return FLAGS.find((flag) => flags[flag] !== undefined);
}
