import { hash as digest } from "node:crypto";
import type { OpenScope } from "./scopes.ts";

/**
 * What may be kept of words that are gone: a hash with the scope's random salt, so that nobody compares it with a list
 * of hashes made elsewhere, and nobody can once the scope is gone. A scope of an older export has no salt.
 */
export function saltedHash({ salt }: Pick<OpenScope, "salt">, text: string): string {
  return salted(salt, sha256(text));
}

/** The same for what is a hash already. */
export function salted(salt: string | null, hash: string): string {
  return salt === null ? hash : sha256(salt + hash);
}

export function sha256(text: string): string {
  return digest("sha256", text);
}
