/** One thing that a prompt's block says: a line, or one of the parts of its core. */
export interface BlockPart {
  /** With the author's name before it, where there is one; without dates. */
  readonly text: string;
  /** What its author said about it later. */
  readonly later: string | null;
  /** It is in every prompt. */
  readonly core: boolean;
}

const ALWAYS = "- Always: ";
const QUOTED = /"([^"]*)"(?: \(later: "([^"]*)"\))?/g;
const QUOTE = /^- (?:\d{4}-\d{2}-\d{2}:? )?(?:([^"]+?): )?"([^"]*)"(?: \(later(?:, [\d-]+)?: "([^"]*)"\))?$/;
const MEMORY = /^- (?:\[[^\]]*\] )?(.*?)(?: \([\d.]+, confirmed [\d-]+\))?$/;

/** The parts of a block in the default format; nothing else in a prompt begins with a dash. */
export function partsOf(prompt: string): BlockPart[] {
  return prompt
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .flatMap((line): BlockPart[] => {
      if (line.startsWith(ALWAYS)) {
        return [...line.matchAll(QUOTED)].map(([, text = "", later]) => ({
          ...{ text, later: later ?? null, core: true },
        }));
      }
      const [isQuote, author, text = "", later] = QUOTE.exec(line) ?? [];
      if (isQuote !== undefined) {
        const words = author === undefined ? text : `${author}: ${text}`;
        return [{ text: words, later: later ?? null, core: false }];
      }
      return [{ text: MEMORY.exec(line)?.[1] ?? line, later: null, core: false }];
    });
}
