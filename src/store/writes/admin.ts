import type { Identity } from "../../api/operator.ts";
import type { ModelUsageRow, OpEvent } from "../../api/stats.ts";
import type { Scope } from "../../domain/scope.ts";
import { putIdentity, removeIdentity } from "../authors.ts";
import { findScope, isReadOnly, type Place, refuseReadOnly, setReadOnly, setScopeWrites } from "../scopes.ts";
import { addFigures, addUsage, recordOps } from "../statistics.ts";
import type { Tx } from "../tx.ts";
import { forgetSweptBy } from "./sweep.ts";

/** The operator's switches: they work while the tenant is read-only, or nobody could end it. */
export function switchReadOnly(
  tx: Tx,
  args: { tenant: string; readOnly: boolean; at: number },
): Promise<void> {
  return setReadOnly(tx, args.tenant, args.readOnly, args.at);
}

export async function switchScopeWrites(
  tx: Tx,
  args: { scope: Scope; enabled: boolean; at: number },
): Promise<void> {
  await setScopeWrites(tx, args.scope, args.enabled, args.at);
  // Sweeps passed it over, also one that brought the other scopes to new settings.
  if (args.enabled) await forgetSweptBy(tx, args.scope.tenant);
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

export interface NoteArgs {
  ops: { scope: Scope; op: OpEvent }[];
}

/** What was done without changing a memory. A scope that is not there, or not to be written to, is left alone. */
export async function note(tx: Tx, { ops }: NoteArgs): Promise<void> {
  const known = new Map<string, Place | null>();
  for (const { scope, op } of ops) {
    const name = JSON.stringify(scope);
    let place = known.get(name);
    if (place === undefined) {
      place = await writable(tx, scope);
      known.set(name, place);
    }
    if (place !== null) await recordOps(tx, place, [op]);
  }
}

async function writable(tx: Tx, scope: Scope): Promise<Place | null> {
  const row = await findScope(tx, scope);
  if (row === undefined || row.writes === 0 || (await isReadOnly(tx, scope.tenant))) return null;
  return { tenant: scope.tenant, num: row.num };
}

/** Adds to the figures of the day. */
export function countFigures(
  tx: Tx,
  args: { tenant: string; at: number; figures: Readonly<Record<string, number>> },
): Promise<void> {
  return addFigures(tx, args.tenant, args.at, args.figures);
}

/** Counts, not memories: what was spent while the tenant is read-only is spent all the same. */
export function addModelUsage(tx: Tx, args: { tenant: string; usage: ModelUsageRow }): Promise<void> {
  return addUsage(tx, args.tenant, args.usage);
}
