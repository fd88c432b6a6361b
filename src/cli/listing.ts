import { Option } from "commander";
import { wholeNumber } from "./command.ts";
import type { Screen } from "./output.ts";

/** `--limit` of a list that may be long. */
export function limitOption(usual: number): Option {
  return new Option("--limit <n>", "how many").argParser(wholeNumber(1, 1_000_000)).default(usual);
}

/** The first of a long list, and whether there are more. */
export async function firstOf<T>(
  all: AsyncIterable<T>,
  limit: number,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  for await (const item of all) {
    if (items.length >= limit) return { items, more: true };
    items.push(item);
  }
  return { items, more: false };
}

export function moreLines({ colors }: Screen, more: boolean, limit: number, also = ""): string[] {
  return more ? [colors.dim(`There are more. Show them with --limit ${limit * 4}${also}.`)] : [];
}
