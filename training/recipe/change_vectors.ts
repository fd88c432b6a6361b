/**
 * Writes what `change_judge.py` trains on: `node training/recipe/change_vectors.ts --out FOLDER` puts the vectors of all lines,
 * as the shipped encoders make them, into `vectors.f16`, and who wrote them and what changes what into `talks.json`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { localEmbedder } from "../../src/models/local/embedder.ts";

const DATA = fileURLToPath(new URL("../data/", import.meta.url));

/** Lines in their order, and pairs of their positions: the later one changes the earlier one, or only looks so. */
interface Talk {
  readonly writer: string;
  readonly by: readonly (string | null)[];
  readonly changes: readonly (readonly number[])[];
  readonly near: readonly (readonly number[])[];
  /** Only these pairs are labelled. */
  readonly triple: boolean;
}

type Labels = Pick<Talk, "changes" | "near">;

const { out } = parseArgs({ options: { out: { type: "string", default: "changes" } } }).values;
const embedder = localEmbedder();
await embedder.ready();
const talks: Talk[] = [];
const vectors: Float32Array[] = [];

async function add(talk: Talk, texts: readonly string[]): Promise<void> {
  for (const { vector } of await embedder.embedDocuments(texts)) vectors.push(vector);
  talks.push(talk);
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(DATA, path), "utf8")) as T;
const labels: Record<string, Labels> = {
  ...readJson<Record<string, Labels>>("labels/changes-en.json"),
  ...readJson<Record<string, Labels>>("labels/changes-zh.json"),
};
for (const file of readdirSync(join(DATA, "people")).sort()) {
  const person = readJson<Partial<Labels> & { id: string; kind?: string; lines: { t: string; by?: string }[] }>(
    join("people", file),
  );
  const { changes, near } = person.changes === undefined ? (labels[person.id] ?? {}) : person;
  if (person.kind === "memories" || changes === undefined) continue;
  const by = person.lines.map((line) => line.by ?? null);
  const talk = { writer: person.id.slice(2, 3), by, changes, near: near ?? [], triple: false };
  await add(
    talk,
    person.lines.map(({ t }) => t),
  );
}
for (const file of readdirSync(join(DATA, "pairs")).sort()) {
  const rows = readFileSync(join(DATA, "pairs", file), "utf8").trim().split("\n");
  for (const row of rows) {
    const { old, new: newer, near } = JSON.parse(row) as { old: string; new: string; near: string[] };
    const texts = [old, newer, ...near];
    const pairs = near.map((_, i) => [0, i + 2]);
    const by = texts.map(() => null);
    await add({ writer: file.replace(".jsonl", ""), by, changes: [[0, 1]], near: pairs, triple: true }, texts);
  }
}
await embedder.close();

mkdirSync(out, { recursive: true });
const dims = vectors[0]!.length;
const all = new Float16Array(vectors.length * dims);
for (const [i, vector] of vectors.entries()) all.set(vector, i * dims);
writeFileSync(join(out, "vectors.f16"), new Uint8Array(all.buffer));
writeFileSync(join(out, "talks.json"), JSON.stringify(talks));
console.log(`${talks.length} talks, ${vectors.length} lines in ${out}`);
