import type { MemoirOptions } from "../../src/index.ts";
import { type Child, startChild } from "../support/child.ts";

/** Servers on one database, of which some may be dead. */
export interface Fleet {
  /** Where the server is whose turn it is; another one's while it is down, or its own once it is up again. */
  address(turn: number): Promise<string>;
  /** The process ids of the servers; `undefined` while one is down. */
  pids(): (number | undefined)[];
  /** SIGKILL in the middle of whatever it does, and a new server in its place, on the same port. */
  replace(which: number): Promise<void>;
  /** SIGTERM to all; each must end by itself. */
  stop(): Promise<void>;
  /** Whatever happened, nobody stays. */
  end(): Promise<void>;
}

export interface ServerOptions {
  /** How far its clock is ahead. Default: 0. */
  readonly aheadMs?: number;
  /** A file that says so instead, at any moment. */
  readonly clock?: string;
  /** Default: a free one. */
  readonly port?: number;
  readonly settings?: MemoirOptions["settings"];
}

interface Place {
  child: Child;
  /** `undefined` while it is down. */
  url: string | undefined;
  up: Promise<string>;
}

const CHILD = new URL("./server-child.ts", import.meta.url);
/** As the image and `memoir serve --workers` set it. */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
  NODE_OPTIONS: "--max-semi-space-size=16",
};
/** Another program's connection may sit on the port of a server that died. */
const STARTS = 5;

/** Starts them and waits until all are up. `model`: its address. Default: none. */
export async function startFleet(
  database: string,
  servers: number,
  options: ServerOptions = {},
  model?: string,
): Promise<Fleet> {
  const launch = (port: number): Place => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const place: Place = {
      child: startChild(CHILD, [database, JSON.stringify({ ...options, port })], resolve, {
        ...ALLOCATOR,
        ...(model === undefined ? {} : { MEMOIR_MODEL_BASE_URL: model }),
      }),
      url: undefined,
      up: promise,
    };
    promise.then(
      (url) => {
        place.url = url;
      },
      () => undefined, // everybody who waits for it is notified
    );
    void place.child.ended.then((code) => {
      place.url = undefined;
      reject(new Error(`A server ended with ${code} before it was up: ${place.child.errors()}`));
    });
    return place;
  };
  const places = Array.from({ length: servers }, () => launch(0));
  const ports: number[] = [];
  const end = async (): Promise<void> => {
    for (const { child } of places) child.process.kill("SIGKILL");
    await Promise.all(places.map(({ child }) => child.ended));
  };
  try {
    for (const { up } of places) ports.push(Number(new URL(await up).port));
  } catch (error) {
    await end();
    throw error;
  }

  const restart = async (position: number, tries = STARTS): Promise<void> => {
    const started = launch(ports[position]!);
    places[position] = started;
    try {
      await started.up;
    } catch (error) {
      if (tries === 1) throw error;
      await restart(position, tries - 1);
    }
  };

  return {
    end,
    async address(turn) {
      const own = places[turn % servers]!;
      return own.url ?? places.find(({ url }) => url !== undefined)?.url ?? own.up;
    },
    pids: () => places.map(({ child, url }) => (url === undefined ? undefined : child.process.pid)),
    async replace(which) {
      const position = which % servers;
      const { child } = places[position]!;
      const { promise: up, resolve, reject } = Promise.withResolvers<string>();
      up.catch(() => undefined); // whoever asked for its address is told
      places[position] = { child, url: undefined, up };
      child.process.kill("SIGKILL");
      await child.ended;
      await restart(position).catch((error: unknown) => {
        reject(error);
        throw error;
      });
      resolve(places[position]!.up);
    },
    async stop() {
      for (const { child } of places) child.process.kill("SIGTERM");
      for (const { child } of places) {
        const code = await child.ended;
        if (code !== 0) throw new Error(`A server ended with ${code}: ${child.errors()}`);
      }
    },
  };
}
