/** Lets a loop sleep until it is rung or a time has passed. */
export interface Bell {
  /** Wakes the sleeper; if nobody sleeps, the next one does not fall asleep. */
  ring(): void;
  /** Does not keep the process alive. */
  wait(ms: number): Promise<void>;
}

export function createBell(): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      if (wake === undefined) rung = true;
      else wake();
    },
    wait(ms) {
      if (rung) {
        rung = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          wake = undefined;
          resolve();
        };
        const timer = setTimeout(done, ms);
        timer.unref();
        wake = done;
      });
    },
  };
}
