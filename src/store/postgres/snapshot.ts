import type pg from "pg";
import { MemoirError } from "../../domain/errors.ts";
import { postgresDialect } from "../dialect.ts";
import type { Snapshot, Value } from "../tx.ts";
import { postgresError } from "./errors.ts";

/** Rows fetched at once: messages may be long. */
const PAGE = 100;

export interface PostgresSnapshots {
  take(): Promise<Snapshot>;
  /** For closing: a snapshot that is still open fails at its next row. */
  endAll(): Promise<void>;
}

/** Each snapshot is a read-only transaction on a separate connection; at most this many at once, the others wait. */
export function postgresSnapshots(pool: pg.Pool, most: number, location: string): PostgresSnapshots {
  const open = new Set<() => Promise<void>>();
  const inTurn = turns(most);
  return {
    async take() {
      const begun = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      void inTurn(() => {
        begun.resolve();
        return over.promise;
      });
      await begun.promise;
      let client: pg.PoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        over.resolve();
        throw postgresError(error, location);
      }
      const ended = new AbortController();
      const end = async (): Promise<void> => {
        if (ended.signal.aborted) return;
        ended.abort();
        open.delete(end);
        const broken = await client.query("rollback").then(
          () => undefined,
          (error: Error) => error,
        );
        client.release(broken);
        over.resolve();
      };
      open.add(end);
      try {
        await client.query("begin isolation level repeatable read read only");
        // The moment is that of the first read, not that of "begin".
        await client.query("select version from migration limit 1");
      } catch (error) {
        await end();
        throw postgresError(error, location);
      }
      return snapshotOn(client, location, ended.signal, end);
    },
    async endAll() {
      await Promise.all([...open].map((end) => end()));
    },
  };
}

function snapshotOn(
  client: pg.PoolClient,
  location: string,
  ended: AbortSignal,
  end: () => Promise<void>,
): Snapshot {
  const query = async <R extends object>(sql: string, params: readonly Value[] = []): Promise<R[]> => {
    if (ended.aborted) throw new MemoirError("closed", "This Memoir is closed. Open it again.");
    try {
      return (await client.query(sql, params as Value[])).rows as R[];
    } catch (error) {
      throw postgresError(error, location);
    }
  };
  let cursors = 0;
  return {
    dialect: postgresDialect,
    all: query,
    one: async <R extends object>(sql: string, params?: readonly Value[]) => (await query<R>(sql, params))[0],
    async *rows<R extends object>(sql: string, params?: readonly Value[]) {
      cursors += 1;
      const cursor = `walk_${cursors}`;
      await query(`declare ${cursor} no scroll cursor for ${sql}`, params);
      try {
        for (;;) {
          const page = await query<R>(`fetch ${PAGE} from ${cursor}`);
          yield* page;
          if (page.length < PAGE) return;
        }
      } finally {
        if (!ended.aborted) await query(`close ${cursor}`).catch(() => undefined);
      }
    },
    end,
  };
}

/** Lets so many run at once; the others wait for their turn in the order they came, however long it takes. */
export function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    // Whoever ends hands its place on, so that nobody who comes later takes it.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
