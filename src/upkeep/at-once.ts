/**
 * Waits for steps in several scopes that were begun together: SQLite makes one commit of them instead of one for each. All
 * have ended when one's failure is thrown.
 */
export async function atOnce<T>(steps: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

/** Batches one after another in groups of at most so many items, or of one batch. */
export function grouped<T>(batches: readonly (readonly T[])[], most: number): (readonly T[])[][] {
  const groups: (readonly T[])[][] = [];
  let held = most;
  for (const batch of batches) {
    if (held + batch.length > most) {
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
