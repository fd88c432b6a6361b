import { isRecord, withoutUndefined } from "../../../domain/arguments.ts";
import { invalidArgument, type MemoirError, show } from "../../../domain/errors.ts";
import { EVENT_ROLES, type EventRole } from "../../../domain/event.ts";
import { giveWay } from "../../../runtime/yield.ts";
import {
  claimOf,
  type ForeignFields,
  type ForeignFile,
  type ForeignItem,
  foreignId,
  foreignName,
  foreignTime,
} from "./item.ts";

const FORMAT = "jsonl";

/**
 * One object a line. With a `role` it is a message of a chat (`{"role":"user","content":"…"}`), without one it is a
 * claim (`{"text":"Alice is allergic to nuts"}`). Other known fields are used, too.
 */
export async function readJsonLines(text: string): Promise<ForeignFile> {
  const items: ForeignItem[] = [];
  const seen = new Map<string, number>();
  let skipped = 0;
  for (const [i, whole] of text.split("\n").entries()) {
    await giveWay();
    const line = whole.trim();
    if (line === "") continue;
    const fields = parse(line, i + 1);
    const words = wordsOf(fields);
    if (words === undefined)
      throw bad(
        i + 1,
        `has no text: ${show(fields)}. Write one such as {"text":"Alice is allergic to nuts"}.`,
      );
    if (words === "") {
      skipped += 1;
      continue;
    }
    // The same line again is another message; the same file again is not.
    const nth = seen.get(line) ?? 0;
    seen.set(line, nth + 1);
    items.push(itemOf(fields, words, i + 1, [line, nth]));
  }
  return { items, skipped };
}

/** Whether a text has the form of one. */
export function looksLikeJsonLines(text: string): boolean {
  try {
    const fields: unknown = JSON.parse(text.trimStart().split("\n", 1)[0] ?? "");
    return isRecord(fields) && wordsOf(fields) !== undefined;
  } catch {
    return false;
  }
}

function wordsOf({ text, content, memory }: ForeignFields): string | undefined {
  const words = [text, content, memory].find((one) => typeof one === "string");
  return typeof words === "string" ? words.trim() : undefined;
}

function itemOf(fields: ForeignFields, text: string, line: number, instead: readonly unknown[]): ForeignItem {
  const at = timeOf(fields, line);
  const role = fields.role === undefined ? undefined : roleOf(fields.role, line);
  const event = withoutUndefined({
    id: foreignId(FORMAT, fields.id, instead),
    role: role ?? "user",
    text,
    content: role === undefined ? claimOf(FORMAT, foreignName(fields.category)) : undefined,
    author: foreignName(fields.author ?? fields.name),
    authorName: foreignName(fields.authorName),
    session: foreignName(fields.session),
    thread: foreignName(fields.thread),
    turn: foreignName(fields.turn),
    platform: foreignName(fields.platform),
    at,
  });
  return { user: foreignName(fields.user) ?? foreignName(fields.user_id) ?? null, event };
}

function roleOf(role: unknown, line: number): EventRole {
  if ((EVENT_ROLES as readonly unknown[]).includes(role)) return role as EventRole;
  throw bad(line, `has the role ${show(role)}; there are ${EVENT_ROLES.join(", ")}.`);
}

/** Here whoever writes the file can mend it; so what cannot be read is said. */
function timeOf(fields: ForeignFields, line: number): Date | undefined {
  const value = fields.at ?? fields.created_at ?? fields.timestamp ?? null;
  const at = foreignTime(value);
  if (value !== null && at === undefined)
    throw bad(line, `has the time ${show(value)}. Write one such as "2026-03-01T12:00:00Z".`);
  return at;
}

function parse(line: string, number: number): ForeignFields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw bad(number, `is no JSON: ${show(line)}. Write one object a line.`);
  }
  if (isRecord(value)) return value;
  throw bad(number, `is no object: ${show(value)}. Write one such as {"role":"user","content":"hello"}.`);
}

function bad(line: number, what: string): MemoirError {
  return invalidArgument(`Line ${line} ${what} Nothing was imported.`, { line });
}
