import type { Command } from "commander";
import { shellWords } from "../shell-words.ts";
import type { Block } from "./pages.ts";

const OURS = /^(?:[A-Z_]+=\S+ )*(?:npm exec memoir --|memoir) /;

/** A line of a page that calls the program, as the shell would read it. */
export interface Call {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The commands of a block, without prompts, comments and what they print. */
export function commandsIn({ language, text }: Block): string[] {
  const lines = text
    .replaceAll(/\\\n\s*/g, "")
    // A body of several lines in single quotes.
    .replaceAll(/'[^']*'/g, (quoted) => quoted.replaceAll("\n", " "))
    .split("\n")
    .filter((line) => language !== "console" || line.startsWith("$ "));
  return lines
    .map((line) => line.replace(/^\$ /, "").replace(/(?:^|\s+)# .*$/, ""))
    .filter((line) => line !== "");
}

/** `null` where a line calls another program. */
export function callOf(line: string): Call | null {
  if (!OURS.test(line)) return null;
  const words = shellWords(line);
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const env = Object.fromEntries(words.slice(0, start).map((word) => word.split("=", 2)));
  return { args: words.slice(words[start] === "memoir" ? start + 1 : words.indexOf("--") + 1), env };
}

/** What is wrong with a command as prose names it: `memoir keys create --role`. */
export function unknownIn(program: Command, words: readonly string[]): string | null {
  let command = program;
  const rest = [...words];
  while (rest[0] !== undefined && command.commands.length > 0 && /^[a-z-]+$/.test(rest[0])) {
    const next = command.commands.find((one) => one.name() === rest[0]);
    if (next === undefined) return rest[0] === "help" ? null : `no command ${rest[0]}`;
    command = next;
    rest.shift();
  }
  const known = [...program.options, ...command.options].flatMap(({ long, short }) => [long, short]);
  const flag = rest.find((word) => /^--?[a-z]/.test(word) && !known.includes(word.replace(/=.*/, "")));
  return flag === undefined || flag === "--help" ? null : `no option ${flag} of ${command.name()}`;
}
