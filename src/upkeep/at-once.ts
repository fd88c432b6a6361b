/**
 * Waits for steps in several scopes that were begun together: SQLite makes one commit of them instead of one for each. All
 * have ended when one's failure is thrown.
 */
export async function atOnce<T>(steps: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

/** Memories changed in one transaction: each is some statements, and others want to write too. */
const BATCH = 50;

/** Rows of one scope together, a transaction's worth at a time, in the order in which the scopes come. */
function batchesOf<T>(
  rows: readonly T[],
  placed: (row: T) => { readonly scope_kind: string; readonly scope_id: string },
): T[][] {
  const byScope = Map.groupBy(rows, (row) => {
    const { scope_kind, scope_id } = placed(row);
    return JSON.stringify([scope_kind, scope_id]);
  });
  return [...byScope.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / BATCH) }, (_, i) => own.slice(i * BATCH, (i + 1) * BATCH)),
  );
}

/** The same in groups of at most as many rows, or of one batch: the batches of a group are written together. */
export function groupsOf<T>(
  rows: readonly T[],
  placed: (row: T) => { readonly scope_kind: string; readonly scope_id: string },
): (readonly T[])[][] {
  const groups: (readonly T[])[][] = [];
  let held = BATCH;
  for (const batch of batchesOf(rows, placed)) {
    if (held + batch.length > BATCH) {
      groups.push([]);
      held = 0;
    }
    groups.at(-1)!.push(batch);
    held += batch.length;
  }
  return groups;
}

/** The first so many items of a group. */
export function firstOf<T>(group: readonly (readonly T[])[], most: number): (readonly T[])[] {
  let left = most;
  return group
    .map((batch) => {
      const some = batch.slice(0, left);
      left -= some.length;
      return some;
    })
    .filter((batch) => batch.length > 0);
}

export function countIn(group: readonly (readonly unknown[])[]): number {
  return group.reduce((sum, batch) => sum + batch.length, 0);
}
