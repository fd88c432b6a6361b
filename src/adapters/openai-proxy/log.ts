/** One line of the proxy's log. It holds no words of anybody, no ids of users and no keys. */
export interface ProxyLogEntry {
  readonly level: "info" | "warn" | "error";
  /** `request`: one was answered. `memory`: a step of memory failed, and the request went on without it. */
  readonly event: "request" | "memory";
  readonly [field: string]: unknown;
}

export type ProxyLog = (entry: ProxyLogEntry) => void;
