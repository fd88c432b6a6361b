import type { Screen } from "../output.ts";
import { harmless, width } from "../width.ts";

const NAME = "bot ›";
const INDENT = " ".repeat(width(NAME) + 1);

/** Writes a reply as it comes, a word at a time, each line of it under the first. */
export function replyWriter(
  { colors, columns }: Pick<Screen, "colors" | "columns">,
  write: (text: string) => void,
): { say(piece: string): void; end(): void } {
  let column = INDENT.length;
  // Written only with the word behind it, so that no line ends in spaces.
  let gap = "";
  write(`${colors.bold(colors.green(NAME))} `);
  const breakLine = (): void => {
    write(`\n${INDENT}`);
    column = INDENT.length;
    gap = "";
  };
  const word = (text: string): void => {
    if (gap !== "" && column + gap.length + width(text) > columns) breakLine();
    write(gap + text);
    column += gap.length + width(text);
    gap = "";
  };
  return {
    say(piece) {
      for (const part of harmless(piece).match(/\n|[^\S\n]+|\S+/gu) ?? []) {
        if (part === "\n") breakLine();
        else if (part.trim() === "") gap += part;
        else word(part);
      }
    },
    end: () => write("\n"),
  };
}
