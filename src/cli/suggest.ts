import type { GlobalFlags } from "./flags.ts";

/** Writes a command that the user can run next, in the same place: with the options this one was given. */
export type Suggest = (command: string, options?: { inScope?: boolean }) => string;

const PLACE = ["server", "database", "config", "preset", "tenant"] as const;
const SCOPE = ["user", "group", "project"] as const;

export function suggester(self: string, flags: GlobalFlags): Suggest {
  const given = (names: readonly (keyof GlobalFlags)[]): string[] =>
    names.flatMap((name) => {
      const value = flags[name];
      return typeof value === "string" ? [`--${name} ${shellWord(value)}`] : [];
    });
  return (command, { inScope = true } = {}) =>
    [
      self,
      command,
      ...(inScope ? given(SCOPE) : []),
      ...(inScope && flags.global === true ? ["--global"] : []),
      ...given(PLACE),
    ].join(" ");
}

/** A database's URL may carry a password, which does not belong on the screen; a server's address has none. */
export function shellWord(value: string): string {
  if (value.includes("://") && !/^https?:\/\/[^@]*$/.test(value)) return "…";
  return /^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
