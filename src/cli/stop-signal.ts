import type { Io } from "./io.ts";

/** For a command that ends only when it is told to: Ctrl-C, a polite kill, or a reader of our output that has left. */
export function stopSignal(io: Io): AbortSignal {
  const left = new AbortController();
  io.stdout.once("error", () => left.abort());
  return AbortSignal.any([io.signal, io.terminated(), left.signal]);
}
