import type { UpkeepCounts } from "../../api/upkeep.ts";
import { type ColdRules, coldSince, isCold } from "../cold.ts";
import { findMemory, type MemoryRow, statusAt } from "../memories.ts";
import type { Tx } from "../tx.ts";
import { changeMemory } from "./change-memory.ts";
import { inScope, type WriteContext } from "./context.ts";
import { hideSources } from "./hide-sources.ts";

export interface CoolArgs extends WriteContext {
  /** Those that were found; each is looked at again here. */
  ids: string[];
  rules: ColdRules;
  /** How long one must not have been used. */
  afterMs: number;
  purgeAt: number;
}

/** Forgets memories that nobody uses, restorably (R267, R268). The history has the moment at which they became cold. */
export function cool(tx: Tx, args: CoolArgs): Promise<UpkeepCounts> {
  return inScope(tx, args, async (scope) => {
    let cooled = 0;
    for (const id of args.ids) {
      const before = await findMemory(tx, scope, id);
      if (before === undefined || !isCold(before, args.rules)) continue;
      // What time has ended is the sweep's.
      if (statusAt(before, args.at) !== before.status) continue;
      const after: MemoryRow = { ...before, status: "soft_deleted", purge_at: args.purgeAt };
      const context = { ...args, at: coldSince(before, args.afterMs) };
      await changeMemory(scope, context, { before, after, event: "soft_deleted" });
      await hideSources(scope, id, args);
      cooled += 1;
    }
    return { rows: cooled, cold: cooled };
  });
}
