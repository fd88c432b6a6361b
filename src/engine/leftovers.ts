import type { Scope } from "../domain/scope.ts";
import { archiveOf, filesHere } from "../features/markdown/files.ts";
import { leftoversOf, removeLeftovers } from "../features/markdown/leftovers.ts";
import { withLock } from "../features/markdown/lock.ts";
import { removeAbandonedStaging } from "../features/transfer/staging-folder.ts";
import type { SqlReader } from "../store/tx.ts";

/**
 * Removes the files with memories that killed processes left: staged imports, and new versions of MEMORY.md beside it; of
 * one scope, or (`null`) of all. Resolves whatever happens.
 */
export async function removeAllLeftovers(reader: SqlReader, scope: Scope | null): Promise<void> {
  try {
    await removeAbandonedStaging();
    for (const file of await filesHere(reader, scope)) await removeBeside(file);
  } catch {
    // A later start or sync removes them.
  }
}

async function removeBeside(file: string): Promise<void> {
  const paths = [file, archiveOf(file)];
  if ((await leftoversOf(paths)).length === 0) return;
  const { signal } = new AbortController();
  // Whoever holds the lock is alive and has removed what was there before.
  await withLock(file, { signal, patienceMs: 0 }, () => removeLeftovers(paths)).catch(() => undefined);
}
