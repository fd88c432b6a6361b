/** Lets one after the other do something in each scope of this process; others may wait in other processes. */
export interface Turns {
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
      const settled = turn.catch(() => undefined);
      last.set(name, settled);
      void settled.then(() => {
        if (last.get(name) === settled) last.delete(name);
      });
      return turn;
    },
  };
}
