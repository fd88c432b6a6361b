import { mapStrings } from "../../domain/json-object.ts";
import { cutSpan, findWords, mergeSpans } from "../../domain/text.ts";
import { mentionsOf } from "../../language/forget.ts";
import type { MemoryRow } from "../tables/memories.ts";
import { IN_SCOPE, type OpenScope } from "../tables/scopes.ts";
import { dropVectors } from "../tables/vectors.ts";
import { columnNames, type Row, type Value } from "../tx.ts";

/** A table of agents' state: its keys, and its columns of JSON, each with the column that says whether it is JSON. */
interface AgentTable {
  readonly table: string;
  readonly keys: readonly string[];
  readonly columns: Readonly<Record<string, string | null>>;
}

const TABLES: readonly AgentTable[] = [
  { table: "checkpoint_thread", keys: columnNames("thread"), columns: { data: null } },
  {
    table: "checkpoint_step",
    keys: columnNames("thread, ns, id"),
    columns: { data: "type", meta: "meta_type" },
  },
  { table: "checkpoint_value", keys: columnNames("thread, ns, slot"), columns: { data: "type" } },
  { table: "checkpoint_write", keys: columnNames("thread, ns, step, task, idx"), columns: { data: "type" } },
  { table: "document", keys: columnNames("num"), columns: { value: null } },
];

/** Rows that one look takes; each may hold megabytes. */
const PAGE = 20;
/** Shorter words are erased only where they are the whole text: "yes" stands in many. */
const SHORTEST = 8;

/** State also holds names of classes, nodes and tools: a single word is no sentence that speaks of something. */
const PROSE = /\s|\p{sc=Han}/u;

type About = Pick<MemoryRow, "text" | "subject">;

/**
 * Takes words out of all checkpoints and documents of a scope, wherever they stand in a text. With `about`, every
 * sentence that speaks of that claim goes, too.
 */
export async function eraseFromAgents(
  scope: OpenScope,
  words: readonly string[],
  about: About | null,
): Promise<void> {
  const phrases = [...new Set(words.map((one) => one.trim()))].filter((one) => one !== "");
  const erase = (text: string): string => without(text, phrases, about);
  for (const table of TABLES) await eraseFrom(scope, table, erase);
}

function without(text: string, words: readonly string[], about: About | null): string {
  const spans = words
    .filter((one) => one.length >= SHORTEST || text.trim().toLowerCase() === one.toLowerCase())
    .flatMap((one) => findWords(text, one));
  if (about !== null && PROSE.test(text))
    spans.push(...mentionsOf(text, about.text, { keptTexts: [], subject: about.subject }));
  // From behind, so that no span moves that is still to be cut.
  return mergeSpans(spans)
    .toReversed()
    .reduce((rest, span) => cutSpan(rest, span).text, text);
}

async function eraseFrom(
  scope: OpenScope,
  { table, keys, columns }: AgentTable,
  erase: (text: string) => string,
): Promise<void> {
  const selected = [...keys, ...Object.entries(columns).flat()].filter((column) => column !== null);
  const after = `(${keys.join(", ")}) > (${keys.map((_, i) => `$${i + 3}`).join(", ")})`;
  for (let last: Row | undefined; ; ) {
    const rows: Row[] = await scope.all(
      `select ${selected.join(", ")} from ${table} where ${IN_SCOPE} ${last === undefined ? "" : `and ${after}`}
       order by ${keys.join(", ")} limit ${PAGE}`,
      last === undefined ? [] : keysOf(keys, last),
    );
    for (const row of rows) {
      for (const [column, type] of Object.entries(columns)) {
        if (row[column] === null || (type !== null && row[type] !== "json")) continue;
        const before = row[column] as string;
        const rest = JSON.stringify(mapStrings(JSON.parse(before), erase));
        if (rest !== JSON.stringify(JSON.parse(before)))
          await update(scope, { table, keys, row, column, rest });
      }
      if (table === "document") await eraseText(scope, row, erase);
    }
    if (rows.length < PAGE) return;
    last = rows.at(-1)!;
  }
}

function keysOf(keys: readonly string[], row: Row): Value[] {
  return keys.map((key) => row[key]!);
}

interface Update {
  readonly table: string;
  readonly keys: readonly string[];
  readonly row: Row;
  readonly column: string;
  readonly rest: string;
}

async function update(scope: OpenScope, { table, keys, row, column, rest }: Update): Promise<void> {
  const which = keys.map((key, i) => `and ${key} = $${i + 4}`).join(" ");
  await scope.run(`update ${table} set ${column} = $3 where ${IN_SCOPE} ${which}`, [
    rest,
    ...keysOf(keys, row),
  ]);
}

/** The words that a document is found by; its vectors are made again at the next search. */
async function eraseText(scope: OpenScope, { num }: Row, erase: (text: string) => string): Promise<void> {
  const row = await scope.one<{ text: string }>(`select text from document where ${IN_SCOPE} and num = $3`, [
    num!,
  ]);
  const rest = erase(row?.text ?? "");
  if (row === undefined || rest === row.text) return;
  await scope.run(`update document set text = $4 where ${IN_SCOPE} and num = $3`, [num!, rest]);
  await dropVectors(scope, "d", num as number);
}
