/** Lets a loop sleep until it is woken or a time has passed. */
export interface WakeSignal {
  /** Ends the current wait; without one, the next wait ends at once. */
  wake(): void;
  /** Does not keep the process alive. */
  wait(ms: number): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let isWoken = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      if (end === undefined) isWoken = true;
      else end();
    },
    wait(ms) {
      if (isWoken) {
        isWoken = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          end = undefined;
          resolve();
        };
        const timer = setTimeout(done, ms);
        timer.unref();
        end = done;
      });
    },
  };
}
