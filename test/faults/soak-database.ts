import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startPostgres } from "../support/postgres.ts";
import { mountDisk, type SmallDisk } from "./soak-disk.ts";
import { DISK_MEGABYTES } from "./soak-size.ts";

export const ENGINES = ["sqlite", "postgres"] as const;
export type Engine = (typeof ENGINES)[number];

/** A database on a disk of its own, to disturb. */
export interface Disturbed {
  /** As `openMemoir()` takes it. */
  readonly database: string;
  readonly disk: SmallDisk;
  /**
   * PostgreSQL stops and starts again; a SQLite file has nothing that could, so another program locks it. Gives what was
   * done. `hold` resolves when it has lasted long enough.
   */
  interrupt(hold: () => Promise<unknown>): Promise<string>;
  /** After the disk was full: a server that gave up is started again. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

export async function createDisturbed(engine: Engine): Promise<Disturbed> {
  const disk = mountDisk(DISK_MEGABYTES);
  return engine === "sqlite" ? onSqlite(disk) : onPostgres(disk);
}

function onSqlite(disk: SmallDisk): Disturbed {
  const database = join(disk.folder, "memoir.db");
  return {
    database,
    disk,
    async interrupt(hold) {
      const other = new DatabaseSync(database, { timeout: 10_000 });
      other.exec("begin immediate");
      await hold();
      other.close();
      return "locked by another program";
    },
    revive: async () => undefined,
    close: async () => disk.close(),
  };
}

async function onPostgres(disk: SmallDisk): Promise<Disturbed> {
  const server = await startPostgres({ dataUnder: disk.folder });
  let times = 0;
  return {
    database: await server.createDatabase(),
    disk,
    async interrupt() {
      times += 1;
      // Every other time it dies.
      if (times % 2 === 0) await server.kill();
      await server.restart();
      return times % 2 === 0 ? "PostgreSQL killed and started" : "PostgreSQL stopped and started";
    },
    async revive() {
      if (server.pid === undefined) await server.restart();
    },
    async close() {
      await server.stop();
      disk.close();
    },
  };
}
