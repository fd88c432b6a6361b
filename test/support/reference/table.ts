export function code(text: string): string {
  return `\`${text}\``;
}

/** A row of a Markdown table; what would end a cell is escaped. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), `|${"---|".repeat(head.length)}`, ...rows.map(row)].join("\n");
}
