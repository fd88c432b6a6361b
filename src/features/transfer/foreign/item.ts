import { hash } from "node:crypto";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { invalidArgument, type MemoirError, show } from "../../../domain/errors.ts";
import type { EventInput } from "../../../domain/event.ts";
import { LIMITS } from "../../../domain/text.ts";
import type { ImportNote } from "../../../write/extract/stated-claims.ts";

/** Something that another program has kept: a message of a chat, or a claim. */
export interface ForeignItem {
  /** The user that it belongs to, where the file names one. */
  readonly user: string | null;
  /** With an id that the same file gives again, so that it is taken once. */
  readonly event: EventInput & { readonly id: string };
}

export interface ForeignFile {
  readonly items: readonly ForeignItem[];
  /** Items without usable text: pictures, the program's own notes, empty messages. */
  readonly skipped: number;
}

/** The content of an event that was imported and is a claim. */
export function claimOf(format: ImportNote["format"], category: string | undefined): Record<string, unknown> {
  return { import: withoutUndefined({ format, claim: true, category }) satisfies ImportNote };
}

/** An id of the file under the format's name; a missing or too long one is replaced by a hash of the content. */
export function foreignId(format: string, id: unknown, instead: readonly unknown[]): string {
  const ownId = typeof id === "string" || typeof id === "number" ? String(id).trim() : "";
  const key = `${format}:${ownId}`;
  if (ownId !== "" && key.length <= LIMITS.id && key.isWellFormed() && !key.includes("\0")) return key;
  const what = ownId === "" ? instead : [ownId];
  return `${format}:${hash("sha256", JSON.stringify(what)).slice(0, 32)}`;
}

/** From here on a number of seconds would be a day in the far future: it counts milliseconds. */
const MILLISECONDS = 100_000_000_000;
const LATEST = Date.UTC(9999, 11, 31);

/** A time of the file: seconds, as ChatGPT has them, milliseconds or a text. `undefined` where it is none. */
export function foreignTime(value: unknown): Date | undefined {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return undefined;
  const at = new Date(typeof value === "number" && value < MILLISECONDS ? value * 1_000 : value);
  return at.getTime() >= 0 && at.getTime() < LATEST ? at : undefined;
}

export type ForeignFields = Readonly<Record<string, unknown>>;

/** A name that the file gives to something; `undefined` for what is none. */
export function foreignName(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" && value.length <= LIMITS.id ? value : undefined;
}

export function notOfFormat(format: string, expected: string, value: unknown): MemoirError {
  return invalidArgument(`This is no ${format} file: ${expected}, got ${show(value)}. Nothing was imported.`);
}
