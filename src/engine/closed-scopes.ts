import { closedScopes, formatScope, type Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { Store } from "../store/port.ts";
import { writesDisabled } from "../store/scopes.ts";
import { names } from "../store/tx.ts";
import type { WriteName } from "../store/writes/index.ts";

/** By these, people, tools and models change a scope. The others are the engine's own book-keeping. */
const CHANGES: ReadonlySet<WriteName> = new Set(
  names(`observe, editEvent, allowCore, commit, revise, forget, restore, undo, undoBatch, purge, approve, reject,
    askForget, answerForget, proposeProfile, decideProfile, removeProfile, compressSession, saveThread, putStep,
    putStepWrites, removeThreads, putDocuments, eraseDocuments, forgetStep, eraseStep`),
);

/** The store without writes to the scopes that the settings close (R67). What upkeep does with what is there goes on. */
export function closeScopes(store: Store, settings: Settings): Store {
  const closed = closedScopes(settings);
  if (closed.size === 0) return store;
  return {
    ...store,
    write: (name, args, options) => {
      const { scope, node } = args as { scope?: Scope | null; node?: string };
      const refused = scope && node !== "worker" && CHANGES.has(name) && closed.has(formatScope(scope));
      return refused ? Promise.reject(writesDisabled(scope)) : store.write(name, args, options);
    },
  };
}
