import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { replaceSection } from "../scripts/lib/sections.js";

const FILE = fileURLToPath(new URL("./RESULTS.md", import.meta.url));

/** Puts lines between the markers of a section of RESULTS.md. */
export function saveResults(section: string, lines: readonly string[]): void {
  writeFileSync(FILE, replaceSection(readFileSync(FILE, "utf8"), section, lines.join("\n")));
}
