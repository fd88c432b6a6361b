import { type DueMemory, findDue, tenantsWithDue } from "../../store/writes/retain.ts";
import { finishForgettings, tenantsToGoOn } from "./forgettings.ts";
import { awaitAll } from "./steps.ts";
import type { Run, UpkeepTask } from "./task.ts";

/** Memories erased at once: each is some statements, and others want to write too. */
const BATCH = 20;
/** Memories that one look of a dry run takes. */
const PAGE = 200;
/** How often forgotten memories are looked for whose time has come. */
const LOOK_MS = 60_000;

export const purgeTask: UpkeepTask = {
  name: "purge",
  about: "Erases forgotten memories for good once their time to be restored is over.",
  reversible: false,
  look: (tools, ask) => ({
    everyMs: LOOK_MS,
    run: async () => {
      const { store, now } = tools;
      const due = await tenantsWithDue(store.read, now());
      for (const tenant of new Set([...due, ...(await tenantsToGoOn({ store, now }))])) await ask(tenant);
    },
  }),
  async run(run) {
    await finishForgettings(run);
    return run.dryRun ? show(run) : erase(run);
  },
};

async function erase(run: Run): Promise<boolean> {
  for (;;) {
    run.signal.throwIfAborted();
    if (run.isFull()) return true;
    const limit = Math.min(BATCH, run.rowsLeft());
    const due = await findDue(run.tools.store.read, run.tenant, run.tools.now(), { after: null, limit });
    if (due.length === 0) return false;
    // At once: SQLite makes one commit of them, and clears its log once for all.
    const byScope = [...Map.groupBy(due, ({ num }) => num).values()];
    await awaitAll(byScope.map((own) => eraseFrom(run, own))).finally(() => run.save());
  }
}

/** Erases memories of one scope. Not a step of the run: after an erasure the database also cleans its log files. */
async function eraseFrom(run: Run, dueMemories: readonly DueMemory[]): Promise<void> {
  const { store, erased } = run.tools;
  const { scope } = dueMemories[0]!;
  const { forgotten: purged } = await store.write("purge", {
    ...run.context(scope, "its time to be restored is over"),
    ids: dueMemories.map(({ id }) => id),
    due: true,
  });
  if (purged.length > 0) erased(scope);
  for (const { id, purge_at } of purged) note(run, scope, id, purge_at);
  run.count("rows", purged.length);
}

async function show(run: Run): Promise<boolean> {
  for (let after: DueMemory | null = null; ; ) {
    if (run.isFull()) return true;
    const limit = Math.min(PAGE, run.rowsLeft());
    const due: DueMemory[] = await findDue(run.tools.store.read, run.tenant, run.at, { after, limit });
    for (const { scope, id, purgeAt } of due) note(run, scope, id, purgeAt);
    run.count("rows", due.length);
    after = due.at(-1) ?? null;
    if (after === null) return false;
  }
}

/** Without its words: they are about to be erased, and this may be printed or logged. */
function note(run: Run, scope: DueMemory["scope"], id: string, at: number | null): void {
  const detail = "soft_deleted → erased for good";
  run.change({ action: "purge", scope, memory: { id }, detail, at: at ?? 0 });
}
