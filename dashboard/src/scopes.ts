import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ScopeStats } from "../../src/api/stats.ts";

interface ScopeContext {
  /** The scopes of the tenant with their counts, as last read. */
  readonly scopes: readonly ScopeStats[];
  /** What waits for a person in all of them. */
  readonly waiting: number;
  /** Reads them again: a switch is no change of a memory, which the feed would tell. */
  reload(): void;
}

export const Scopes = createContext<ScopeContext>({ scopes: [], waiting: 0, reload: () => undefined });

export function useScopes(): readonly ScopeStats[] {
  return useContext(Scopes).scopes;
}

export function useWaiting(): number {
  return useContext(Scopes).waiting;
}

/** The memories of a scope that are not forgotten. */
export function keptIn({ memories, byStatus }: ScopeStats): number {
  return memories - (byStatus.soft_deleted ?? 0);
}

export function useReloadScopes(): () => void {
  return useContext(Scopes).reload;
}

/** Nothing was ever said or remembered. */
export function isEmptyDatabase(scopes: readonly ScopeStats[]): boolean {
  return scopes.every(({ memories, events }) => memories + events === 0);
}

/** The scope that a view without one shows first: the one with most to see. */
export function useScope(wanted: string | undefined): string {
  const scopes = useScopes();
  if (wanted !== undefined && wanted !== "") return wanted;
  const [first, ...others] = scopes;
  if (first === undefined) return "";
  return others.reduce(
    (most, one) => (one.events + one.memories > most.events + most.memories ? one : most),
    first,
  ).scope;
}
