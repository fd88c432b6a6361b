import {
  type Entry,
  escapeBody,
  type MarkdownDocument,
  type Part,
  SECTION_TITLES,
  type SectionName,
} from "./entry.ts";
import { isStamp } from "./parse.ts";

/** An entry as it is written. */
export type Written = Pick<Entry, "id" | "category" | "text" | "meta" | "section"> & {
  readonly score: number;
  readonly date: string;
  readonly hits: number;
};

/** The content of the file: the entries in order, and the blocks that could not be parsed. */
export interface Content {
  readonly entries: readonly Written[];
  readonly unparsed: readonly string[];
  /** Epoch milliseconds; `null`: no stamps are written. */
  readonly updated: number | null;
  readonly total: number | null;
}

/** A file that is not there yet. */
export const EMPTY: MarkdownDocument = {
  ...{ bom: false, eol: "\n", finalNewline: true, updated: null, total: null },
  parts: [{ kind: "text", text: "# Agent Memory" }],
  ...{ entries: [], broken: [] },
};

const WHY = "<!-- Memoir could not read these. Mend a header and sync again, or delete the block. -->";

/**
 * The whole file (R130): `frame` gives the text that is not ours, its place, and how lines end; the entries are written
 * anew. Reading what this gives and writing it again gives the same bytes.
 */
export function renderMarkdown(frame: MarkdownDocument, content: Content): string {
  const parts = withSections(frame.parts.length === 0 ? EMPTY.parts : frame.parts, content);
  const blocks = new Map<SectionName, string[]>([
    ["active", []],
    ["archived", []],
    ["unparsed", content.unparsed.map((raw) => raw.trimEnd())],
  ]);
  for (const entry of content.entries) blocks.get(entry.section)!.push(blockOf(entry));
  const written: string[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.kind === "text") {
      const text = i === 0 ? stamped(part.text, content) : withoutStamps(part.text);
      if (text !== "") written.push(text);
      continue;
    }
    const own = blocks.get(part.section) ?? [];
    blocks.delete(part.section);
    written.push([part.heading, part.intro, ...own].filter((text) => text !== "").join("\n\n"));
  }
  const text = written.join("\n\n") + (frame.finalNewline ? "\n" : "");
  return (frame.bom ? "\uFEFF" : "") + (frame.eol === "\n" ? text : text.replaceAll("\n", "\r\n"));
}

/** Both sections are always there, each once; the one for what could not be read where there is something in it. */
function withSections(given: readonly Part[], { unparsed }: Content): Part[] {
  const parts: Part[] = [];
  const seen = new Set<SectionName>();
  for (const part of given[0]?.kind === "text" ? given : [...EMPTY.parts, ...given]) {
    if (part.kind === "text") {
      parts.push(part);
    } else if (!seen.has(part.section)) {
      const isEmpty = part.section === "unparsed" && unparsed.length === 0;
      if (isEmpty && (part.intro === "" || part.intro === WHY)) continue;
      seen.add(part.section);
      parts.push(part);
    } else if (part.intro !== "" && part.intro !== WHY) {
      const at = parts.findIndex((one) => one.kind === "section" && one.section === part.section);
      const first = parts[at] as typeof part;
      const intro = [first.intro, part.intro].filter((text) => text !== "").join("\n\n");
      parts[at] = { ...first, intro };
    }
  }
  const add = (section: SectionName, at: number, intro = ""): void => {
    if (!seen.has(section))
      parts.splice(at, 0, { kind: "section", section, heading: `## ${SECTION_TITLES[section][0]}`, intro });
    seen.add(section);
  };
  const placeOf = (section: SectionName): number =>
    parts.findIndex((part) => part.kind === "section" && part.section === section);
  add("active", placeOf("archived") < 0 ? 1 : placeOf("archived"));
  add("archived", placeOf("active") + 1);
  if (unparsed.length > 0) add("unparsed", Math.max(placeOf("active"), placeOf("archived")) + 1, WHY);
  return parts;
}

/** Stamps that were copied elsewhere are ours all the same, and would be taken for those of the top. */
function withoutStamps(text: string): string {
  const lines = text.split("\n");
  return lines.some(isStamp)
    ? lines
        .filter((line) => !isStamp(line))
        .join("\n")
        .trimEnd()
    : text;
}

/** The two comments of the top: in their old place, else under the title. */
function stamped(text: string, { updated, total }: Content): string {
  const lines = text.split("\n");
  const stamps = [
    ...(updated === null ? [] : [`<!-- Last updated: ${new Date(updated).toISOString().slice(0, 19)} -->`]),
    ...(total === null ? [] : [`<!-- Total entries: ${total} -->`]),
  ];
  const first = lines.findIndex(isStamp);
  if (first >= 0) {
    const others = lines.filter((line) => !isStamp(line));
    return [...others.slice(0, first), ...stamps, ...others.slice(first)].join("\n").trimEnd();
  }
  if (stamps.length === 0) return text;
  const title = lines.findIndex((line) => /^#\s/.test(line));
  const at = title < 0 ? lines.length : title + 1;
  const below = lines
    .slice(at)
    .join("\n")
    .replace(/^\n{1,1000}/, "");
  return [lines.slice(0, at).join("\n"), stamps.join("\n"), below].filter((one) => one !== "").join("\n\n");
}

function blockOf({ id, category, score, date, hits, meta, text }: Written): string {
  const name = id === null ? "" : `[${id}] `;
  const header = `### ${name}${category} | ${score.toFixed(2)} | ${date} | ${hits}`;
  return [header, ...(meta === null ? [] : [metaLine(meta)]), escapeBody(text)].join("\n");
}

/** No text in it ends the comment. */
function metaLine(meta: Readonly<Record<string, unknown>>): string {
  return `<!-- memory_meta: ${JSON.stringify(meta).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e")} -->`;
}
