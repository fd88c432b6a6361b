import { isRecord, withoutUndefined } from "../../../domain/arguments.ts";
import {
  claimOf,
  type ForeignFields,
  type ForeignFile,
  type ForeignItem,
  foreignId,
  foreignName,
  foreignTime,
  notOfFormat,
} from "./item.ts";

const FORMAT = "mem0";

/** The output of mem0's `get_all()`, its API or its export: a list of memories, or `results` or `memories` with one. */
export function readMem0(value: unknown, before = 0): ForeignFile {
  const items: ForeignItem[] = [];
  let skipped = 0;
  for (const [i, memory] of listOf(value).entries()) {
    if (!isRecord(memory)) throw notOfFormat("mem0", `memory ${before + i + 1} must be an object`, memory);
    const text = wordsOf(memory);
    if (text === undefined)
      throw notOfFormat("mem0", `memory ${before + i + 1} must have a text "memory"`, memory);
    if (text === "") skipped += 1;
    else items.push(itemOf(memory, text));
  }
  return { items, skipped };
}

/** Whether a value has the form of one. */
export function looksLikeMem0(value: unknown): boolean {
  const list = Array.isArray(value) ? value : isRecord(value) ? (value.results ?? value.memories) : undefined;
  return Array.isArray(list) && isRecord(list[0]) && wordsOf(list[0]) !== undefined;
}

function listOf(value: unknown): readonly unknown[] {
  const list = isRecord(value) ? (value.results ?? value.memories) : value;
  if (Array.isArray(list)) return list;
  throw notOfFormat(
    "mem0",
    'it must be a list of memories, or an object with "results" or "memories"',
    value,
  );
}

/** Older ones call it `data` or `text`. */
function wordsOf({ memory, data, text }: ForeignFields): string | undefined {
  const words = [memory, data, text].find((one) => typeof one === "string");
  return typeof words === "string" ? words.trim() : undefined;
}

function itemOf(memory: ForeignFields, text: string): ForeignItem {
  const metadata = isRecord(memory.metadata) ? memory.metadata : {};
  const user = foreignName(memory.user_id) ?? null;
  const first = Array.isArray(memory.categories) ? foreignName(memory.categories[0]) : undefined;
  const id = foreignId(FORMAT, memory.id, [user, text]);
  const event = withoutUndefined({
    id,
    role: "user" as const,
    text,
    platform: FORMAT,
    content: claimOf(FORMAT, first ?? foreignName(metadata.category)),
    session: foreignName(memory.run_id),
    at: foreignTime(memory.updated_at) ?? foreignTime(memory.created_at),
  });
  return { user, event };
}
