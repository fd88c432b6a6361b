import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const HEADS = "models/heads.json";

/** Puts a head's weights into `models/heads.json` and prints its SHA-256, which `src/models/heads.ts` names. */
export function writeHead(name: string, weights: Float64Array): void {
  const heads = JSON.parse(readFileSync(HEADS, "utf8")) as Record<string, number[]>;
  const content = JSON.stringify({ ...heads, [name]: [...weights].map((one) => Number(one.toFixed(4))) });
  writeFileSync(HEADS, content);
  console.log(`${HEADS}: ${createHash("sha256").update(content).digest("hex")}`);
}
