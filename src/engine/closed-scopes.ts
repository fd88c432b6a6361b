import { closedScopes, formatScope, type Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { Store } from "../store/port.ts";
import { writesDisabled } from "../store/tables/scopes.ts";
import { hasTrait } from "../store/writes/index.ts";

/** The store without writes to the scopes that the settings close. What upkeep does with what is there goes on. */
export function closeScopes(store: Store, settings: Settings): Store {
  const closed = closedScopes(settings);
  if (closed.size === 0) return store;
  return {
    ...store,
    write: (name, args, options) => {
      const { scope, node } = args as { scope?: Scope | null; node?: string };
      const refused = scope && node !== "worker" && hasTrait(name, "told") && closed.has(formatScope(scope));
      return refused ? Promise.reject(writesDisabled(scope)) : store.write(name, args, options);
    },
  };
}
