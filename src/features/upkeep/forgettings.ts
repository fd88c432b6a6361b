import { openForgettings, tenantsWithOpenForgettings } from "../../store/tables/forgettings.ts";
import type { WriteTools } from "../../write/tools/write-tools.ts";
import { finishForgetting } from "../../write/verbs/forget-person.ts";
import type { Run } from "./task.ts";

/** A forgetting without a step for so long was interrupted. */
const STALE_MS = 60_000;

function timesOf({ now }: Pick<WriteTools, "now">): { stale: number; now: number } {
  return { stale: now() - STALE_MS, now: now() };
}

/** Tenants with forgettings of people that were interrupted, or whose time to be restored is over. */
export function tenantsToGoOn({ store, now }: Pick<WriteTools, "store" | "now">): Promise<string[]> {
  return tenantsWithOpenForgettings(store.read, timesOf({ now }));
}

/** Finishes forgettings of people that were interrupted, and erases those whose time to be restored is over. */
export async function finishForgettings(run: Run): Promise<void> {
  const { tools, tenant, signal } = run;
  const access = { agent: null, categories: null };
  for (const row of await openForgettings(tools.store.read, { tenant, ...timesOf(tools) })) {
    const due = row.status === "done";
    const detail = due ? "its time to be restored is over" : "was interrupted";
    run.change({ action: "forget", scope: null, detail, at: row.begun_at });
    run.count("people", 1);
    if (run.dryRun) continue;
    await finishForgetting(tools, tenant, row, { acting: { actor: row.actor, access }, signal, due });
  }
}
