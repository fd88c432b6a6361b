/** The sections of the file that hold entries. `unparsed`: blocks that could not be read, kept as they are. */
export type SectionName = "active" | "archived" | "unparsed";

/** Metadata that a header line cannot hold, as JSON in a comment under it. Unknown names are ignored. */
export type EntryMeta = Readonly<Record<string, unknown>>;

/** One memory as the file says it. */
export interface FileEntry {
  /** `null`: a person added it by hand. */
  readonly id: string | null;
  readonly category: string;
  /** 0–1, at the time of the file. `null`: the header does not say. */
  readonly score: number | null;
  /** The day of the last activation in UTC, as in `2026-02-20`. `null`: the header does not say. */
  readonly date: string | null;
  readonly hits: number | null;
  readonly meta: EntryMeta | null;
  readonly text: string;
  readonly section: SectionName;
  /** The block as it stands in the file. */
  readonly raw: string;
}

/** A block that begins like an entry and is none. */
export interface Broken {
  readonly problem: string;
  /** The id that its header or its comment still tells; `null`: none. */
  readonly id: string | null;
  readonly text: string;
  readonly raw: string;
}

/** A piece of the file in its order: text that is not ours, or a section whose entries are rewritten. */
export type FilePart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "section";
      readonly section: SectionName;
      readonly heading: string;
      readonly intro: string;
    };

export interface MarkdownDocument {
  readonly bom: boolean;
  readonly eol: "\n" | "\r\n";
  readonly finalNewline: boolean;
  /** Epoch milliseconds of the comment `Last updated`; `null`: there is none. */
  readonly updated: number | null;
  /** As the comment `Total entries` says it. */
  readonly total: number | null;
  readonly parts: readonly FilePart[];
  readonly entries: readonly FileEntry[];
  readonly broken: readonly Broken[];
}

/** The name of each section. The file keeps its own heading, so that a translated one stays. */
export const SECTION_TITLES: Readonly<Record<SectionName, readonly [string, ...string[]]>> = {
  active: ["Active Memories", "活跃记忆"],
  archived: ["Archived Memories", "归档记忆"],
  unparsed: ["Unparsed", "未解析"],
};

/** The section that a heading of the second level opens; `null`: one of the user's own. */
export function sectionOf(title: string): SectionName | null {
  const heading = title.trim().toLowerCase();
  for (const [section, titles] of Object.entries(SECTION_TITLES) as [SectionName, readonly string[]][]) {
    if (titles.some((one) => one.toLowerCase() === heading)) return section;
  }
  return null;
}

/** A text as the file can carry it: line feeds only, no blank lines around it. */
export function fileText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").trim();
}

/** Line starts that would begin a section, an entry or a comment. Four or more `#` are plain text. */
const STRUCTURE = /^(?:###(?!#)|##(?!#)|#(?:\s|$)|<!-- memory_meta:)/;

/** A memory's text, so that none of its lines passes for the file's own structure. */
export function escapeBody(text: string): string {
  return mapLines(text, (line) => (STRUCTURE.test(line.replace(/^\\{1,1000}/, "")) ? `\\${line}` : line));
}

export function unescapeBody(text: string): string {
  return mapLines(text, (line) =>
    line.startsWith("\\") && STRUCTURE.test(line.replace(/^\\{1,1000}/, "")) ? line.slice(1) : line,
  );
}

function mapLines(text: string, change: (line: string) => string): string {
  return text.split("\n").map(change).join("\n");
}

/** An entry as it is written. */
export type WrittenEntry = Pick<FileEntry, "id" | "category" | "text" | "meta" | "section"> & {
  readonly score: number;
  readonly date: string;
  readonly hits: number;
};

/** The content of the file: the entries in order, and the blocks that could not be parsed. */
export interface Content {
  readonly entries: readonly WrittenEntry[];
  readonly unparsed: readonly string[];
  /** Epoch milliseconds; `null`: no stamps are written. */
  readonly updated: number | null;
  readonly total: number | null;
}

/** A file that is not there yet. */
export const EMPTY: MarkdownDocument = {
  bom: false,
  eol: "\n",
  finalNewline: true,
  updated: null,
  total: null,
  parts: [{ kind: "text", text: "# Agent Memory" }],
  entries: [],
  broken: [],
};

const WHY = "<!-- Memoir could not read these. Mend a header and sync again, or delete the block. -->";

/**
 * The whole file: `frame` gives the text that is not ours, its place, and how lines end; the entries are
 * rewritten. Reading the result and writing it again gives the same bytes.
 */
export function renderMarkdown(frame: MarkdownDocument, content: Content): string {
  const parts = withSections(frame.parts.length === 0 ? EMPTY.parts : frame.parts, content);
  const unparsed = content.unparsed.map((raw) => raw.trimEnd());
  const blocks: Record<SectionName, string[]> = { active: [], archived: [], unparsed };
  for (const entry of content.entries) blocks[entry.section].push(blockOf(entry));
  const written: string[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.kind === "text") {
      const text = i === 0 ? withStamps(part.text, content) : withoutStamps(part.text);
      if (text !== "") written.push(text);
      continue;
    }
    const section = [part.heading, part.intro, ...blocks[part.section]];
    written.push(section.filter((text) => text !== "").join("\n\n"));
  }
  const text = written.join("\n\n") + (frame.finalNewline ? "\n" : "");
  return (frame.bom ? "\uFEFF" : "") + (frame.eol === "\n" ? text : text.replaceAll("\n", "\r\n"));
}

/** Both sections are always there, each once; the one for what could not be read where there is something in it. */
function withSections(fileParts: readonly FilePart[], { unparsed }: Content): FilePart[] {
  const parts: FilePart[] = [];
  const placeOf = (section: SectionName): number =>
    parts.findIndex((part) => part.kind === "section" && part.section === section);
  for (const part of fileParts[0]?.kind === "text" ? fileParts : [...EMPTY.parts, ...fileParts]) {
    if (part.kind === "text") {
      parts.push(part);
      continue;
    }
    const at = placeOf(part.section);
    const hasIntro = part.intro !== "" && part.intro !== WHY;
    if (at < 0) {
      if (hasIntro || part.section !== "unparsed" || unparsed.length > 0) parts.push(part);
    } else if (hasIntro) {
      const first = parts[at] as typeof part;
      parts[at] = { ...first, intro: [first.intro, part.intro].filter((text) => text !== "").join("\n\n") };
    }
  }
  const add = (section: SectionName, at: number, intro = ""): void => {
    if (placeOf(section) < 0)
      parts.splice(at, 0, { kind: "section", section, heading: `## ${SECTION_TITLES[section][0]}`, intro });
  };
  add("active", placeOf("archived") < 0 ? 1 : placeOf("archived"));
  add("archived", placeOf("active") + 1);
  if (unparsed.length > 0) add("unparsed", Math.max(placeOf("active"), placeOf("archived")) + 1, WHY);
  return parts;
}

/** The comments at the top that every write replaces. */
export const UPDATED: RegExp = /^<!-- Last updated: (\S{10,40}) -->$/;
export const TOTAL: RegExp = /^<!-- Total entries: (\d{1,12}) -->$/;

const isStamp = (line: string): boolean => UPDATED.test(line) || TOTAL.test(line);

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
function withStamps(text: string, { updated, total }: Content): string {
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

function blockOf({ id, category, score, date, hits, meta, text }: WrittenEntry): string {
  const name = id === null ? "" : `[${id}] `;
  const header = `### ${name}${category} | ${score.toFixed(2)} | ${date} | ${hits}`;
  return [header, ...(meta === null ? [] : [metaLine(meta)]), escapeBody(text)].join("\n");
}

/** No text in it ends the comment. */
function metaLine(meta: Readonly<Record<string, unknown>>): string {
  return `<!-- memory_meta: ${JSON.stringify(meta).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e")} -->`;
}
