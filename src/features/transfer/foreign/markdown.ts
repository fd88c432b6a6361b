import { withoutUndefined } from "../../../domain/arguments.ts";
import type { FileEntry } from "../../../domain/markdown/format.ts";
import { parseMarkdown } from "../../../domain/markdown/parse.ts";
import { claimOf, type ForeignFile, type ForeignItem, foreignId, foreignTime } from "./item.ts";

const FORMAT = "markdown";

/** A list item; `- [x]` and `- [ ]` are tasks. */
const BULLET = /^\s{0,12}(?:[-*+]|\d{1,4}[.)])\s+(\S.*)$/;
/** basic-memory's observation: `- [category] text #tag (context)`. Its relations, `- type [[Other]]`, are no claims. */
const OBSERVATION = /^\[([\p{L}\p{N}_ -]{1,40})\]\s+(\S.*)$/u;
const RELATION = /^(?:[\p{L}\p{N}_]+\s){0,4}\[\[[^\]]*\]\]/u;

/**
 * A MEMORY.md, a bullet list such as a CLAUDE.md's, or a note of basic-memory: each entry or bullet is a claim. Headings,
 * prose, code and front matter are not taken.
 */
export function readMarkdown(text: string): ForeignFile {
  const { entries, broken } = parseMarkdown(text);
  if (entries.length > 0) return { items: entries.map(itemOfEntry), skipped: broken.length };
  const items: ForeignItem[] = [];
  let skipped = 0;
  for (const bullet of bullets(text)) {
    const item = itemOfBullet(bullet);
    if (item === null) skipped += 1;
    else items.push(item);
  }
  return { items, skipped };
}

/** Whether a text has the form of one. */
export function looksLikeMarkdown(text: string): boolean {
  return readMarkdown(text).items.length > 0;
}

function itemOfEntry({ id, text, category, date }: FileEntry): ForeignItem {
  return itemOf([id, text], text, category, foreignTime(date));
}

/** The bullets outside of code and front matter. */
function bullets(text: string): string[] {
  const texts: string[] = [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  let isCode = false;
  let isMatter = lines[0]?.replace("\uFEFF", "") === "---";
  for (const [i, line] of lines.entries()) {
    if (isMatter) {
      isMatter = i === 0 || line !== "---";
      continue;
    }
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const words = isCode ? undefined : BULLET.exec(line)?.[1];
    if (words !== undefined) texts.push(words.trimEnd());
  }
  return texts;
}

function itemOfBullet(bullet: string): ForeignItem | null {
  if (RELATION.test(bullet)) return null;
  const observed = OBSERVATION.exec(bullet);
  const isTask = observed !== null && /^[ x]$/i.test(observed[1]!);
  const words = (observed?.[2] ?? bullet).replaceAll(/(?:^|\s)#[\p{L}\p{N}_/-]+/gu, "").trim();
  if (!/\p{L}/u.test(words)) return null;
  const category = observed === null ? "profile" : isTask ? "todo" : observed[1]!.trim();
  return itemOf([bullet], words, category);
}

function itemOf(instead: readonly unknown[], text: string, category: string, at?: Date): ForeignItem {
  const content = claimOf(FORMAT, category);
  const id = foreignId(FORMAT, null, instead);
  return {
    user: null,
    event: withoutUndefined({ id, role: "user" as const, text, platform: FORMAT, content, at }),
  };
}
