/** The variables of a process's environment, without Node's types: whoever uses the package may compile without them. */
export type Environment = Readonly<Record<string, string | undefined>>;
