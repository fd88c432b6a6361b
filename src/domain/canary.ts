import { formatScope, type Scope } from "./scope.ts";

/** The policy versions that a tenant's scopes go by. */
export interface PolicyState {
  /** The version in force. */
  readonly stable: number;
  /** A candidate that is in force in a share of the scopes; `null` = none. */
  readonly canary: { readonly version: number; readonly share: number } | null;
}

/** The version that a scope goes by. Another candidate is tried in other scopes. */
export function versionFor(scope: Scope, { stable, canary }: PolicyState): number {
  if (canary === null) return stable;
  const { version, share } = canary;
  return isInShare(`canary ${version} ${formatScope(scope)}`, share) ? version : stable;
}

/** Whether a name falls into a share of all names: the same name always does or never, whoever asks. */
export function isInShare(name: string, share: number): boolean {
  return hashOf(name) < share * 2 ** 32;
}

/** FNV-1a with the last step of MurmurHash3, which spreads names that differ in one letter. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
