import type { Store } from "../store/port.ts";
import type { WriteName } from "../store/writes/index.ts";
import { type Lanes, laneName } from "../write/lanes.ts";
import { scopeIn } from "./markdown-keeper.ts";

/** Claims tell their lane themselves; the others change nothing that a claim is compared with. */
const UNCHANGING: ReadonlySet<WriteName> = new Set(["commit", "observe", "deliver"]);

/** The store that tells the lanes what this process itself writes beside them, so that no claim is decided in vain. */
export function tellLanes(store: Store, lanes: Lanes): Store {
  return {
    ...store,
    write: (name, args, options) => {
      const written = store.write(name, args, options);
      const scope = UNCHANGING.has(name) ? undefined : scopeIn(args);
      if (scope !== undefined && scope !== null) {
        const moved = (): void => lanes.moved(laneName(scope));
        written.then(moved, moved);
      }
      return written;
    },
  };
}
