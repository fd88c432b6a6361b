import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../program.ts";

export interface Block {
  /** `docs/recall.md` */
  readonly page: string;
  /** `sh`, `ts`, `console`, … */
  readonly language: string;
  readonly text: string;
  /** The line on which its text begins. */
  readonly line: number;
}

/** The pages that people write and read, by their path from the root. */
export function pages(): string[] {
  return ["README.md", ...globSync("docs/**/*.md", { cwd: root })].map((page) => page.replaceAll("\\", "/"));
}

export function textOf(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** The fenced blocks of a page, of one language or of all. */
export function blocksOf(page: string, language?: string): Block[] {
  const text = textOf(page);
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .map((found) => ({
      page,
      language: found[1]!,
      text: found[2]!,
      line: text.slice(0, found.index).split("\n").length + 1,
    }))
    .filter((block) => language === undefined || block.language === language);
}
