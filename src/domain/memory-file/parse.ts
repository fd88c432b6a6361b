import { isRecord } from "../arguments.ts";
import {
  type Broken,
  type Entry,
  type EntryMeta,
  type MarkdownDocument,
  type Part,
  SECTION_TITLES,
  type SectionName,
  sectionOf,
  TOTAL,
  UPDATED,
  unescapeBody,
} from "./format.ts";

const META = /^<!-- memory_meta: (.*) -->$/;
const BOM = "\uFEFF";

/**
 * Reads a MEMORY.md, whatever a person or an editor has done to it. It never throws: a block that begins like an entry
 * and is none becomes `broken`, and all other text stays as it is.
 */
export function parseMarkdown(text: string): MarkdownDocument {
  const bom = text.startsWith(BOM);
  const whole = bom ? text.slice(1) : text;
  const lines = whole.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const crlf = whole.split("\r\n").length - 1;
  const finalNewline = whole === "" || whole.endsWith("\n");
  const reader = new PartReader();
  const matter = frontMatterEnd(lines);
  for (const [i, line] of lines.entries()) {
    if (i < matter) reader.plain(line);
    else reader.read(line);
  }
  const { parts, entries, broken } = reader.end();
  const [first] = parts;
  const top = first?.kind === "text" ? first.text.split("\n") : [];
  const stamp = (pattern: RegExp): string | undefined =>
    top.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
  const [updated, total] = [stamp(UPDATED), stamp(TOTAL)];
  return {
    ...{ bom, eol: crlf * 2 > lines.length - 1 ? "\r\n" : "\n", finalNewline },
    updated: updated === undefined ? null : timeOf(updated),
    total: total === undefined ? null : Number(total),
    ...{ parts, entries, broken },
  };
}

/** Lines of YAML between `---` at the very top: a `#` in it is a comment of YAML. What holds an entry or a section is none. */
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

/** Takes one line after the other and puts them where they belong. */
class PartReader {
  readonly #parts: Part[] = [];
  readonly #entries: Entry[] = [];
  readonly #broken: Broken[] = [];
  #section: SectionName | null = null;
  #heading = "";
  /** Lines of the free text, of the section's introduction, or of the block. */
  #lines: string[] = [];
  #block: string | null = null;

  plain(line: string): void {
    this.#lines.push(line);
  }

  read(line: string): void {
    if (/^###(?!#)/.test(line)) this.#begin(line);
    else if (/^##(?!#)/.test(line)) this.#open(sectionOf(line.slice(2)), line);
    else if (/^#(?:\s|$)/.test(line) && this.#section !== null) this.#open(null, line);
    else this.#lines.push(line);
  }

  end(): Pick<MarkdownDocument, "parts" | "entries" | "broken"> {
    this.#close();
    return { parts: this.#parts, entries: this.#entries, broken: this.#broken };
  }

  #begin(line: string): void {
    if (this.#section === null) {
      // Outside the sections only what is an entry beyond doubt is one: the heading may have been deleted.
      const header = headerOf(line);
      if (typeof header === "string" || header.id === null || header.score === null) {
        this.#lines.push(line);
        return;
      }
      this.#open("active", `## ${SECTION_TITLES.active[0]}`);
    }
    this.#endBlock();
    this.#block = line;
  }

  #open(section: SectionName | null, line: string): void {
    this.#close();
    this.#section = section;
    this.#heading = line;
    if (section === null) this.#lines.push(line);
  }

  #close(): void {
    this.#endBlock();
    const text = this.#taken();
    if (this.#section === null && text !== "") this.#parts.push({ kind: "text", text });
  }

  /** The first block of a section ends its introduction. */
  #endBlock(): void {
    if (this.#section === null) return;
    const text = this.#taken();
    const section = this.#section;
    if (this.#block === null) {
      if (this.#heading !== "" || text !== "")
        this.#parts.push({ kind: "section", section, heading: this.#heading, intro: text });
    } else {
      const read = blockOf(this.#block, text, section);
      if ("problem" in read) this.#broken.push(read);
      else this.#entries.push(read);
    }
    this.#heading = "";
    this.#block = null;
  }

  #taken(): string {
    const text = this.#lines.join("\n");
    this.#lines = [];
    return withoutBlankEnds(text);
  }
}

/** Indented text keeps its indentation. */
function withoutBlankEnds(text: string): string {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0 ? "" : lines.slice(first).join("\n").trimEnd();
}

type Header = Pick<Entry, "id" | "category" | "score" | "date" | "hits">;

function blockOf(line: string, body: string, section: SectionName): Entry | Broken {
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
