import { setFlagsFromString } from "node:v8";

/** How far V8's heap may grow beyond what was alive, in percent, before it is collected. V8 itself chooses up to 300. */
const GROWTH_PERCENT = 50;

/**
 * Keeps the heap of this process, its worker threads included, near what is alive. For a process that only serves: it collects
 * more often, and its memory does not grow for an hour towards what V8 would let it have. What a burst of requests has left
 * in pieces is put together again, and compiled code that nobody runs any longer goes.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString("--compact-on-every-full-gc");
  setFlagsFromString("--flush-baseline-code");
}
