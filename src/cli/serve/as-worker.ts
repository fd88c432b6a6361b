import cluster from "node:cluster";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

/** This process as one of several behind a port. */
export interface AsWorker {
  readonly id: number;
  /** Aborts when the process that started this one tells it to end. Where that process dies, Node ends this one at once. */
  readonly stop: AbortSignal;
  /** Says that requests are answered; resolves where this process is to say so to people. */
  up(): Promise<void>;
  /** Lets go of whoever started it, so that the process can end. */
  leave(): void;
}

/** `null` for a process that nobody else started for that. */
export function asWorker(): AsWorker | null {
  const { worker } = cluster;
  if (worker === undefined) return null;
  const stopping = new AbortController();
  const announced = Promise.withResolvers<void>();
  process.on("message", ({ kind }: ToWorker) => {
    if (kind === "stop") stopping.abort();
    else announced.resolve();
  });
  return {
    id: worker.id,
    stop: stopping.signal,
    up() {
      worker.send({ kind: "up" } satisfies FromWorker);
      return announced.promise;
    },
    leave() {
      if (worker.isConnected()) worker.disconnect();
    },
  };
}
