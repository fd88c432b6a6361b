/** The sections of the file that hold entries. `unparsed`: blocks that could not be read, kept as they are. */
export type SectionName = "active" | "archived" | "unparsed";

/** Metadata that a header line cannot hold, as JSON in a comment under it. Unknown names are ignored. */
export type EntryMeta = Readonly<Record<string, unknown>>;

/** One memory as the file says it. */
export interface Entry {
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
export type Part =
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
  readonly parts: readonly Part[];
  readonly entries: readonly Entry[];
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
  const wanted = title.trim().toLowerCase();
  for (const [section, titles] of Object.entries(SECTION_TITLES) as [SectionName, readonly string[]][]) {
    if (titles.some((one) => one.toLowerCase() === wanted)) return section;
  }
  return null;
}

/** A text as the file can carry it: line feeds only, no blank lines around it. */
export function fileText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").trim();
}

/** Line starts that would begin a section, an entry or a comment. Four or more `#` are plain text. */
const STRUCTURE = /^(?:###(?!#)|##(?!#)|#(?:\s|$)|<!-- memory_meta:)/;

/** A memory's text, so that none of its lines passes for the file's own structure (R297). */
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
