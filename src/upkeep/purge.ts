import { formatScope } from "../domain/scope.ts";
import { type DueMemory, findDue, tenantsWithDue } from "../store/writes/retain.ts";
import { atOnce } from "./at-once.ts";
import type { Run, UpkeepTask, UpkeepTools } from "./task.ts";

/** Memories erased at once: each is some statements, and others want to write too. */
const BATCH = 20;
/** Memories that one look of a dry run takes. */
const PAGE = 200;
/** How often forgotten memories are looked for whose time has come. */
const LOOK_MS = 60_000;

/** Erases a tenant's forgotten memories whose time has come, as a hard forget does. */
export const purgeTask: UpkeepTask = {
  name: "purge",
  about: "Erases forgotten memories for good once their time to be restored is over.",
  reversible: false,
  look: (tools, ask) => ({
    everyMs: LOOK_MS,
    run: async () => {
      const { store, now } = tools();
      for (const tenant of await tenantsWithDue(store.read, now())) await ask(tenant);
    },
  }),
  run: async (run, tools) => (run.dryRun ? show(run, tools) : erase(run, tools)),
};

async function erase(run: Run, tools: UpkeepTools): Promise<boolean> {
  for (;;) {
    run.signal.throwIfAborted();
    if (run.isFull()) return true;
    const limit = Math.min(BATCH, run.left("rows"));
    const due = await findDue(tools.store.read, run.tenant, tools.now(), { after: null, limit });
    if (due.length === 0) return false;
    // At once: SQLite makes one commit of them, and clears its log once for all.
    const byScope = [...Map.groupBy(due, ({ num }) => num).values()];
    await atOnce(byScope.map((own) => eraseFrom(run, tools, own))).finally(() => run.save());
  }
}

/** Erases memories of one scope. Not a step of the run: after an erasure the database also cleans its log files. */
async function eraseFrom(
  run: Run,
  { store, context, erased }: UpkeepTools,
  own: readonly DueMemory[],
): Promise<void> {
  const { scope } = own[0]!;
  const purged = await store.write("purge", {
    ...context(scope, "its time to be restored is over"),
    ids: own.map(({ id }) => id),
    batch: run.batch,
    due: true,
  });
  if (purged.length > 0) erased(scope);
  for (const { id, purge_at } of purged) run.change(changeOf(scope, id, purge_at));
  run.count("rows", purged.length);
}

async function show(run: Run, { store }: UpkeepTools): Promise<boolean> {
  for (let after: DueMemory | null = null; ; ) {
    if (run.isFull()) return true;
    const limit = Math.min(PAGE, run.left("rows"));
    const due: DueMemory[] = await findDue(store.read, run.tenant, run.at, { after, limit });
    for (const { scope, id, purgeAt } of due) run.change(changeOf(scope, id, purgeAt));
    run.count("rows", due.length);
    after = due.at(-1) ?? null;
    if (after === null) return false;
  }
}

/** Without its words: they are about to be erased, and this may be printed or logged. */
function changeOf(
  scope: DueMemory["scope"],
  memoryId: string,
  at: number | null,
): Parameters<Run["change"]>[0] {
  return {
    action: "purge",
    scope: formatScope(scope),
    memoryId,
    text: null,
    detail: "soft_deleted → erased for good",
    at: new Date(at ?? 0),
  };
}
