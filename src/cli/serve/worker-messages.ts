/** What the process that holds the port says to those that answer on it: say where it is, or end. */
export interface ToWorker {
  readonly kind: "announce" | "stop";
}

/** It answers requests. */
export interface FromWorker {
  readonly kind: "up";
}
