import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CORE_SORTS, type CoreSort } from "../../src/domain/enums.ts";
import { readMessage } from "../../src/language/message.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import { coreSortOf } from "../../src/scope-index/core-sort.ts";
import type { BenchResult } from "../support.ts";
import { isOfMemories, type Person, readPeople } from "./person.ts";

interface Line {
  readonly text: string;
  readonly lang: "en" | "zh";
  readonly sorts: readonly CoreSort[];
  readonly isMemory: boolean;
}

const KINDS = { name: "address", limit: "limit", wish: "wish" } as const;

/** How well the lines that belong in every prompt are told from all others: by the engine's own judge, per writer and sort. */
export async function core(args: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string", default: "training/data" },
      fit: { type: "string", default: "V,X" },
      writers: { type: "string", default: "T,U" },
      show: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const embedder = localEmbedder();
  await embedder.ready();
  const lines: string[] = [];
  const judged = async (text: string, isMemory: boolean): Promise<CoreSort | null> => {
    if (!isMemory && !readMessage(text).whole) return null;
    const [one] = await embedder.embedDocuments([text]);
    return one === undefined ? null : coreSortOf(text, [one], isMemory);
  };
  const sets: [name: string, lines: readonly Line[]][] = [
    [`writers ${values.fit}, by which it was chosen`, linesOf(values.data, values.fit)],
    [
      `writers ${values.writers}, that nothing was trained or fitted on`,
      linesOf(values.data, values.writers),
    ],
    [
      "single lines of writer U, half of them near misses",
      singleLines(join(values.data, "core", "coreU.jsonl")),
    ],
    [
      "single lines of writer Z, told within a story, near half of them near misses",
      singleLines(join(values.data, "core", "coreZ.jsonl")),
    ],
  ];
  for (const [name, all] of sets) {
    lines.push(name);
    for (const lang of ["en", "zh"] as const) {
      const own = all.filter((line) => line.lang === lang);
      const found = new Map<Line, CoreSort>();
      for (const line of own) {
        const sort = await judged(line.text, line.isMemory);
        if (sort !== null) found.set(line, sort);
      }
      for (const sort of CORE_SORTS) {
        const wanted = own.filter((line) => line.sorts.includes(sort));
        const told = own.filter((line) => found.get(line) === sort);
        // Shown as a wish or as a limit: it stands in every prompt all the same.
        const right = told.filter((line) => line.sorts.length > 0);
        const reached = wanted.filter((line) => found.has(line));
        lines.push(
          `  ${lang} ${sort.padEnd(7)} precision ${rate(right, told)} (${told.length} lines), recall ${rate(reached, wanted)} (${wanted.length})`,
        );
        if (values.show)
          for (const { text } of told.filter((line) => line.sorts.length === 0))
            lines.push(`      wrong: ${text}`);
      }
      const wrong = [...found.keys()].filter((line) => line.sorts.length === 0);
      lines.push(`  ${lang} wrong lines ${wrong.length} of ${own.length}`);
    }
  }
  await embedder.close();
  return { document: lines, lines };
}

function rate(some: readonly Line[], all: readonly Line[]): string {
  return all.length === 0 ? "–" : `${((100 * some.length) / all.length).toFixed(0)} %`;
}

type Labels = Readonly<Partial<Record<keyof typeof KINDS, readonly number[]>>>;

function linesOf(data: string, writers: string): Line[] {
  return readPeople(join(data, "people"), writers.split(",")).flatMap((person) => {
    const { core: labels } = person as Person & { core?: Labels | Readonly<Record<string, Labels>> };
    if (labels === undefined) return [];
    const all =
      person.kind === "group" ? Object.values(labels as Record<string, Labels>) : [labels as Labels];
    return person.lines.map(({ t: text }, i) => ({
      text,
      lang: person.lang,
      isMemory: isOfMemories(person),
      sorts: Object.entries(KINDS).flatMap(([kind, sort]) =>
        all.some((one) => one[kind as keyof typeof KINDS]?.includes(i)) ? [sort] : [],
      ),
    }));
  });
}

function singleLines(file: string): Line[] {
  const rows = readFileSync(file, "utf8").trim().split("\n");
  return rows.map((row) => {
    const {
      t: text,
      l: lang,
      k,
    } = JSON.parse(row) as { t: string; l: "en" | "zh"; k: keyof typeof KINDS | null };
    return { text, lang, sorts: k === null ? [] : [KINDS[k]], isMemory: false };
  });
}
