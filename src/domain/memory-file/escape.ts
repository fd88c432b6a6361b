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
