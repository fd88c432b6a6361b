import { createBots } from "./server-bots.ts";
import { createClient, type Tally } from "./server-client.ts";
import { type ServerPlace, startBalancer } from "./servers-fleet.ts";

export interface Account {
  readonly tenant: string;
  readonly key: string;
}

interface Rolled {
  readonly restarts: number;
  readonly seconds: number;
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Requests without an answer. */
  readonly broken: number;
  readonly wrong: readonly string[];
  readonly looks: { readonly all: number; readonly elsewhere: number };
}

/**
 * Stops and starts one server after the other while bots write and look through a balancer that goes by `/ready` alone
 * and repeats nothing. `names` keeps the words of this run apart from those of others on the same database.
 */
export async function rollUnderLoad(
  places: readonly ServerPlace[],
  accounts: readonly Account[],
  next: () => number,
  { restarts, names }: { restarts: number; names: number },
): Promise<Rolled> {
  const balancer = startBalancer(places.map(({ url }) => url));
  const began = performance.now();
  let isOver = false;
  const load = accounts.map(({ key }, i) => {
    const client = createClient(balancer, key);
    const bots = createBots(client, next);
    return { client, bots, talking: bots.converse(names + i, () => !isOver && client.tally.broken === 0) };
  });
  try {
    for (let i = 0; i < restarts; i++) {
      const place = places[i % places.length]!;
      await place.stop();
      await place.start();
      while (!balancer.isReady(place.url)) await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    isOver = true;
    await Promise.all(load.map(({ talking }) => talking));
    await balancer.end();
  }
  const all = <T>(pick: (tally: Tally) => readonly T[]): T[] =>
    load.flatMap(({ client }) => pick(client.tally));
  const sum = (pick: (one: (typeof load)[number]) => number): number =>
    load.reduce((total, one) => total + pick(one), 0);
  return {
    restarts,
    seconds: (performance.now() - began) / 1_000,
    reads: all(({ reads }) => reads),
    writes: all(({ writes }) => writes),
    broken: sum(({ client }) => client.tally.broken),
    wrong: all(({ wrong }) => wrong),
    looks: {
      all: sum(({ bots }) => bots.looks.all),
      elsewhere: sum(({ bots }) => bots.looks.elsewhere),
    },
  };
}
