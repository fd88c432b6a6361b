import { afterAll, beforeAll } from "vitest";
import { type KeyOptions, type MemoirEngine, type MemoirOptions, openMemoir } from "../../index.ts";
import { createApp } from "./app.ts";
import type { ErrorBody } from "./errors.ts";
import { createMetrics } from "./metrics.ts";
import type { LogEntry, Service } from "./service.ts";

export interface Asked {
  readonly key?: string;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer<T> {
  readonly status: number;
  /** JSON where it is JSON, else the text. */
  readonly body: T;
  readonly headers: Headers;
}

export interface Door {
  readonly memoir: MemoirEngine;
  readonly service: Service;
  /** The log lines so far. */
  readonly logged: LogEntry[];
  /** A new key. Default: an operator's, of the tenant `default`. */
  key(options?: Partial<KeyOptions> & { tenant?: string }): Promise<string>;
  /** The whole response of one request, as a caller on this machine would make it. */
  fetch(method: string, path: string, asked?: Asked): Promise<Response>;
  /** `T` is what the test expects in the body; without it, an error. */
  call<T = ErrorBody>(method: string, path: string, asked?: Asked): Promise<Answer<T>>;
}

/** For the body of a `describe`: one engine in memory, without an embedder or jobs, behind the complete server. */
export function useDoor(options: MemoirOptions = {}): Door {
  let memoir: MemoirEngine;
  let service: Service;
  let app: ReturnType<typeof createApp>;
  let keys = 0;
  const logged: LogEntry[] = [];
  beforeAll(async () => {
    memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false, ...options });
    service = {
      memoir,
      version: "0.0.0",
      settings: memoir.settings.server,
      metrics: createMetrics(),
      log: (entry) => logged.push(entry),
      stopping: new AbortController().signal,
    };
    app = createApp(service);
  });
  afterAll(() => memoir.close());

  const fetch: Door["fetch"] = async (method, path, { key, body, headers } = {}) => {
    const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
    return app.request(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          host: "localhost",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(text === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(text === undefined ? {} : { body: text }),
      }),
    );
  };
  return {
    get memoir() {
      return memoir;
    },
    get service() {
      return service;
    },
    logged,
    async key({ tenant, ...given } = {}) {
      keys += 1;
      const made = { name: `key ${keys}`, role: "operator" as const, ...given };
      return (await memoir.operator(tenant).keys.create(made)).key;
    },
    fetch,
    async call<T>(method: string, path: string, asked?: Asked) {
      const response = await fetch(method, path, asked);
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
      const body = (isJson ? JSON.parse(text) : text) as T;
      return { status: response.status, headers: response.headers, body };
    },
  };
}
