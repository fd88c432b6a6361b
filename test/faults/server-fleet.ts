import { type Child, startChild } from "../support/child.ts";

/** Servers on one database, of which some may be dead. */
export interface Fleet {
  /** Where the server is whose turn it is; another one's while it is down, or its own once it is up again. */
  address(turn: number): Promise<string>;
  /** SIGKILL in the middle of whatever it does, and a new server in its place. */
  replace(which: number): Promise<void>;
  /** SIGTERM to all; each must end by itself. */
  stop(): Promise<void>;
  /** Whatever happened, nobody stays. */
  end(): Promise<void>;
}

interface Place {
  child: Child;
  /** `undefined` while it is down. */
  url: string | undefined;
  up: Promise<string>;
}

const CHILD = new URL("./server-child.ts", import.meta.url);

/** Starts them and waits until all are up. Their clocks are `aheadMs` ahead. */
export async function startFleet(database: string, servers: number, aheadMs = 0): Promise<Fleet> {
  const launch = (): Place => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const place: Place = {
      child: startChild(CHILD, [database, String(aheadMs)], resolve),
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
  const places = Array.from({ length: servers }, launch);
  const end = async (): Promise<void> => {
    for (const { child } of places) child.process.kill("SIGKILL");
    await Promise.all(places.map(({ child }) => child.ended));
  };
  try {
    await Promise.all(places.map(({ up }) => up));
  } catch (error) {
    await end();
    throw error;
  }

  return {
    end,
    async address(turn) {
      const own = places[turn % servers]!;
      return own.url ?? places.find(({ url }) => url !== undefined)?.url ?? own.up;
    },
    async replace(which) {
      const { child } = places[which % servers]!;
      child.process.kill("SIGKILL");
      const place = launch();
      places[which % servers] = place;
      await Promise.all([child.ended, place.up]);
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
