import { useCallback } from "preact/hooks";
import type { OwnedMemory } from "../../../../src/api/operator.ts";
import { useMemoir } from "../../connection.ts";
import { useAsync } from "../../ui/async.ts";

type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The current names of those whom memories of shared scopes are about: memories have their accounts. */
export function useNames(items: readonly OwnedMemory[]): (scope: string, account: string) => string {
  const memoir = useMemoir();
  const accounts = new Map<string, Set<string>>();
  for (const { scope, memory } of items) {
    if (scope.startsWith("user:") || memory.subject === null) continue;
    accounts.set(scope, (accounts.get(scope) ?? new Set()).add(memory.subject));
  }
  const wanted = JSON.stringify([...accounts].map(([scope, some]) => [scope, ...some]).sort());
  const { value } = useAsync(async (): Promise<Names> => {
    const found = [...accounts].map(
      async ([scope, some]) => [scope, await memoir.names([...some], { scope })] as const,
    );
    return new Map(await Promise.all(found));
  }, [memoir, wanted]);
  return useCallback((scope, account) => value?.get(scope)?.get(account) ?? account, [value]);
}
