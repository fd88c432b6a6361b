import { isRecord } from "../arguments.ts";
import type { Steps } from "../redact/redact.ts";
import {
  type Broken,
  type EntryMeta,
  type FileEntry,
  type FilePart,
  type MarkdownDocument,
  SECTION_TITLES,
  type SectionName,
  sectionOf,
  TOTAL,
  UPDATED,
  unescapeBody,
} from "./format.ts";

/** Lines between two pauses: a fraction of a millisecond. */
const PAUSE_LINES = 500;
const META = /^<!-- memory_meta: (.*) -->$/;
const BOM = "\uFEFF";

/**
 * Reads a MEMORY.md, whatever a person or an editor has done to it. It never throws: a block that begins like an entry
 * and is none becomes `broken`, and all other text stays as it is.
 */
export function parseMarkdown(text: string): MarkdownDocument {
  const steps = parseInSteps(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same, with pauses. */
export function* parseInSteps(text: string): Steps<MarkdownDocument> {
  const bom = text.startsWith(BOM);
  const whole = bom ? text.slice(1) : text;
  const lines = whole.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const crlf = whole.split("\r\n").length - 1;
  const finalNewline = whole === "" || whole.endsWith("\n");
  const { parts, entries, broken } = yield* readParts(lines, frontMatterEnd(lines));
  const [first] = parts;
  const top = first?.kind === "text" ? first.text.split("\n") : [];
  const stamp = (pattern: RegExp): string | undefined =>
    top.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
  const [updated, total] = [stamp(UPDATED), stamp(TOTAL)];
  return {
    bom,
    eol: crlf * 2 > lines.length - 1 ? "\r\n" : "\n",
    finalNewline,
    updated: updated === undefined ? null : timeOf(updated),
    total: total === undefined ? null : Number(total),
    parts,
    entries,
    broken,
  };
}

/**
 * Lines of YAML between `---` at the very top: a `#` in it is a comment of YAML. Text that contains an entry or a
 * section is not front matter.
 */
function frontMatterEnd(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (lines[first] !== "---") return 0;
  const end = lines.indexOf("---", first + 1);
  const isOurs = (line: string): boolean =>
    line.startsWith("### [") || (/^##(?!#)/.test(line) && sectionOf(line.slice(2)) !== null);
  return lines.slice(first, end).some(isOurs) ? 0 : end + 1;
}

/** A time without a zone is UTC. */
function timeOf(stamp: string): number | null {
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(stamp) || !stamp.includes("T") ? stamp : `${stamp}Z`);
  return Number.isNaN(at) ? null : at;
}

/** Takes one line after the other and puts them where they belong; those before `matter` are plain text. */
function* readParts(
  lines: readonly string[],
  matter: number,
): Steps<Pick<MarkdownDocument, "parts" | "entries" | "broken">> {
  const parts: FilePart[] = [];
  const entries: FileEntry[] = [];
  const broken: Broken[] = [];
  let section = null as SectionName | null;
  let heading = "";
  let block: string | null = null;
  /** Lines of the free text, of the section's introduction, or of the block. */
  let gathered: string[] = [];

  /** The first block of a section ends its introduction. */
  const endPart = (): void => {
    const text = withoutBlankEnds(gathered);
    gathered = [];
    if (section === null) {
      if (text !== "") parts.push({ kind: "text", text });
    } else if (block === null) {
      if (heading !== "" || text !== "") parts.push({ kind: "section", section, heading, intro: text });
    } else {
      const read = blockOf(block, text, section);
      if ("problem" in read) broken.push(read);
      else entries.push(read);
    }
    heading = "";
    block = null;
  };
  const open = (next: SectionName | null, line: string): void => {
    endPart();
    section = next;
    if (next === null) gathered.push(line);
    else heading = line;
  };
  const beginBlock = (line: string): void => {
    if (section === null) {
      // Outside the sections only what is an entry beyond doubt is one: the heading may have been deleted.
      const header = headerOf(line);
      if (typeof header === "string" || header.id === null || header.score === null) {
        gathered.push(line);
        return;
      }
      open("active", `## ${SECTION_TITLES.active[0]}`);
    }
    endPart();
    block = line;
  };
  for (const [i, line] of lines.entries()) {
    if (i % PAUSE_LINES === 0) yield;
    if (i < matter) gathered.push(line);
    else if (/^###(?!#)/.test(line)) beginBlock(line);
    else if (/^##(?!#)/.test(line)) open(sectionOf(line.slice(2)), line);
    else if (/^#(?:\s|$)/.test(line) && section !== null) open(null, line);
    else gathered.push(line);
  }
  endPart();
  return { parts, entries, broken };
}

/** Indented text keeps its indentation. */
function withoutBlankEnds(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0 ? "" : lines.slice(first).join("\n").trimEnd();
}

type Header = Pick<FileEntry, "id" | "category" | "score" | "date" | "hits">;

function blockOf(line: string, body: string, section: SectionName): FileEntry | Broken {
  const raw = body === "" ? line : `${line}\n${body}`;
  const [first = "", ...rest] = body.split("\n");
  const comment = META.exec(first);
  const meta = comment === null ? null : metaOf(comment[1]!);
  const text = unescapeBody(comment === null ? body : rest.join("\n")).trim();
  const header = headerOf(line);
  const broken = (problem: string): Broken => ({ problem, id: idIn(line, meta), text, raw });
  if (typeof header === "string") return broken(header);
  if (comment === null && first.startsWith("<!-- memory_meta:")) return broken("its comment has no end");
  if (text === "") return broken("it has no text");
  return { ...header, meta, text, section, raw };
}

function metaOf(json: string): EntryMeta | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The id that a damaged block still tells. */
function idIn(line: string, meta: EntryMeta | null): string | null {
  const inHeader = /\[([A-Za-z0-9_-]{1,64})\]/.exec(line)?.[1];
  if (inHeader !== undefined) return inHeader;
  return typeof meta?.id === "string" && ID.test(meta.id) ? meta.id : null;
}

const LABEL = /^[\p{L}\p{N}_/-]{1,64}$/u;

/** `### [id] category | score | date | hits`, or why a line is none. All behind the category may be left out. */
function headerOf(line: string): Header | string {
  const rest = line.slice(3).trim();
  const close = rest.startsWith("[") ? rest.indexOf("]") : -1;
  const name = close < 0 ? null : rest.slice(1, close).trim();
  const [category = "", score, date, hits, ...more] = rest
    .slice(close + 1)
    .split("|")
    .map((field) => field.trim());
  if (name !== null && name !== "" && !ID.test(name))
    return "its id holds other characters than letters and digits";
  if (name === null && score === undefined) return "it has neither an id nor a score";
  if (!LABEL.test(category)) return "its category is no single word";
  if (score !== undefined && !isShare(score)) return "its score is no number from 0 to 1";
  if (date !== undefined && !isDay(date)) return "its date is none, as in 2026-02-20";
  if (hits !== undefined && !/^\d{1,9}$/.test(hits)) return "its number of hits is none";
  if (more.length > 0) return "its header has more than four fields";
  return {
    id: name === "" ? null : name,
    category,
    score: score === undefined ? null : Number(score),
    date: date ?? null,
    hits: hits === undefined ? null : Number(hits),
  };
}

function isShare(text: string): boolean {
  return /^(?:\d|\d?\.\d{1,18})$/.test(text) && Number(text) <= 1;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
