import { type Principal, type Role, roleAllows } from "../domain/api-key.ts";
import { type MemoirEngine, MemoirError } from "../index.ts";
import { sessionIn } from "./session-cookie.ts";

/** The key of a request: `Authorization: Bearer …` (or `Token …`, as mem0's client says), `X-API-Key`, the cookie. */
export function keyOf({ headers }: Request): string | undefined {
  const authorization = /^(?:bearer|token) +(\S+) *$/i.exec(headers.get("authorization") ?? "");
  return authorization?.[1] ?? headers.get("x-api-key") ?? sessionIn(headers);
}

/** Who asks. Why a key is no good is not said: it would help only who guesses. */
export async function identify(memoir: MemoirEngine, key: string | undefined): Promise<Principal> {
  const principal = key === undefined ? null : await memoir.authenticate(key);
  if (principal !== null) return principal;
  throw new MemoirError(
    "unauthorized",
    key === undefined
      ? "This needs a key: send the header Authorization: Bearer KEY. `memoir keys create` makes one."
      : "This key is not valid here, has expired or was revoked. `memoir keys create` makes a new one.",
  );
}

export function checkRole({ role }: Principal, least: Role): void {
  if (roleAllows(role, least)) return;
  throw new MemoirError(
    "not_allowed",
    `This needs a key with the role ${least} or more; this key has the role ${role}.`,
    { details: { role, needs: least } },
  );
}
