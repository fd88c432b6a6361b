import type { SharedSettings } from "../api/memoir.ts";
import type { Principal } from "../domain/api-key.ts";
import { MemoirError, type MemoirErrorCode } from "../domain/errors.ts";
import type { PresetName } from "../domain/names.ts";
import { formatScope, parseScope, type ScopeInput } from "../domain/scope.ts";
import { checkId, checkTime } from "../domain/text.ts";

/** A server's description of itself and of the key. */
export interface ServerInfo {
  readonly version: string;
  readonly preset: PresetName;
  readonly key: Omit<Principal, "keyId">;
  readonly settings: SharedSettings;
}

/** The scope and the actor of every request. */
export interface Where {
  readonly scope: string;
  readonly agent: string | undefined;
  readonly thread: string | undefined;
  readonly legacy?: readonly string[] | undefined;
}

/** An id as a part of an address. */
export function segment(id: string, name: string = "id"): string {
  return encodeURIComponent(checkId(id, name));
}

/** A moment as a query string has it. */
export function moment(at: Date | string | number | undefined, name: string): string | undefined {
  return at === undefined ? undefined : new Date(checkTime(at, name)).toISOString();
}

export function scopeText(scope: ScopeInput): string {
  return formatScope(parseScope(scope));
}

/** The answer, or `null` where the server says that there is none. */
export async function orNull<T>(
  asked: Promise<T>,
  codes: readonly MemoirErrorCode[] = ["not_found"],
): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (MemoirError.is(error) && codes.includes(error.code)) return null;
    throw error;
  }
}

/** For an option that an engine has and a server cannot honour: it is rejected, never passed over. */
export function refuse(options: object | undefined, name: string, call: string, advice: string): void {
  if ((options as Record<string, unknown> | undefined)?.[name] === undefined) return;
  throw new MemoirError("not_allowed", `${call} takes no ${name} over a server: ${advice}`, {
    details: { option: name },
  });
}

export const KEY_ACTS = "the history names the key that was used. Use a key with the name you want.";
