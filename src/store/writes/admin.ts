import type { Scope } from "../../domain/scope.ts";
import { type Identity, putIdentity, removeIdentity } from "../identities.ts";
import { type OpEvent, recordOps } from "../op-events.ts";
import { refuseReadOnly, setReadOnly, setScopeWrites } from "../scopes.ts";
import type { Tx } from "../tx.ts";
import { inScope, type WriteContext } from "./context.ts";

/** The operator's switches: they work while the tenant is read-only, or nobody could end it. */
export function switchReadOnly(
  tx: Tx,
  args: { tenant: string; readOnly: boolean; at: number },
): Promise<void> {
  return setReadOnly(tx, args.tenant, args.readOnly, args.at);
}

export function switchScopeWrites(
  tx: Tx,
  args: { scope: Scope; enabled: boolean; at: number },
): Promise<void> {
  return setScopeWrites(tx, args.scope, args.enabled, args.at);
}

export async function identify(
  tx: Tx,
  args: { tenant: string; identity: Identity; at: number },
): Promise<void> {
  await refuseReadOnly(tx, args.tenant);
  await putIdentity(tx, args.tenant, args.identity, args.at);
}

export async function unidentify(tx: Tx, args: { tenant: string; account: string }): Promise<boolean> {
  await refuseReadOnly(tx, args.tenant);
  return removeIdentity(tx, args.tenant, args.account);
}

export interface NoteArgs extends Pick<WriteContext, "scope" | "at"> {
  ops: OpEvent[];
}

/** Operational events that come with no change of a memory. */
export function note(tx: Tx, args: NoteArgs): Promise<void> {
  return inScope(tx, args, (scope) => recordOps(tx, scope, args.ops));
}
