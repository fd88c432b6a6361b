const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread only: for the writer's, where nothing else runs. */
export function sleep(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}
