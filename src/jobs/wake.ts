import type { Store } from "../store/port.ts";
import { ENQUEUING } from "../store/writes/index.ts";

/** The store with a listener: `wake` is called when a write through it may have queued something. */
export function wakeOnEnqueue(store: Store, wake: () => void): Store {
  return {
    ...store,
    write: (name, args, options) => {
      const written = store.write(name, args, options);
      if (ENQUEUING.has(name)) written.then(wake, () => undefined);
      return written;
    },
  };
}
