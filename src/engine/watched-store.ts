import type { Scope } from "../domain/scope.ts";
import type { Store } from "../store/port.ts";
import { hasTrait, type WriteTrait } from "../store/writes/index.ts";

/** A write of this process that has ended. */
interface EndedWrite {
  /** The scope that it is about; `null`: none, or many. */
  readonly scope: Scope | null;
  readonly isWritten: boolean;
  has(trait: WriteTrait): boolean;
}

/** A store that tells of each write of this process once it has ended. */
export interface WatchedStore extends Store {
  onWrite(listener: (write: EndedWrite) => void): void;
}

export function watchWrites(store: Store): WatchedStore {
  const listeners: ((write: EndedWrite) => void)[] = [];
  return {
    ...store,
    onWrite: (listener) => void listeners.push(listener),
    write: (name, args, options) => {
      const written = store.write(name, args, options);
      const tell = (isWritten: boolean): void => {
        const write = { scope: scopeIn(args), isWritten, has: (trait: WriteTrait) => hasTrait(name, trait) };
        for (const listener of listeners) listener(write);
      };
      written.then(
        () => tell(true),
        () => tell(false),
      );
      return written;
    },
  };
}

/** The scope whose memories a write changes; an upkeep job's write is inside its step. */
function scopeIn(args: unknown): Scope | null {
  const { scope, effect } = args as { scope?: Scope | null; effect?: { args?: { scope?: Scope } } | null };
  return scope ?? effect?.args?.scope ?? null;
}
