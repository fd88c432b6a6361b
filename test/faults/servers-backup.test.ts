import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { expect, it } from "vitest";
import { type MemoirEngine, openMemoir } from "../../src/index.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { findPrograms, postgresAccount, temporaryFolder } from "../support/postgres-programs.ts";

const account = postgresAccount();
const folder = mkdtempSync(join(temporaryFolder(account), "memoir-backup-"));
if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
const basebackup = join(findPrograms(account, folder), "pg_basebackup");

const TENANTS = ["acme", "globex"];
const open = (database: string): Promise<MemoirEngine> =>
  openMemoir({ database, embedder: "none", background: false, partitions: 4 });

/** The programs that came with npm have no `pg_basebackup`. */
it.skipIf(!existsSync(basebackup))(
  "a partitioned database is restored to a moment: all until then is there, nothing after",
  async () => {
    const archive = `cp %p ${folder}/%f`;
    const settings = { wal_level: "replica", max_wal_senders: "4", archive_mode: "on" };
    const started: PostgresServer[] = [];
    const start = async (options: Parameters<typeof startPostgres>[0]): Promise<PostgresServer> => {
      const server = await startPostgres(options);
      started.push(server);
      return server;
    };
    try {
      const first = await start({ settings: { ...settings, archive_command: archive } });
      const database = await first.createDatabase();
      const name = new URL(database).pathname.slice(1);
      const memoir = await open(database);
      await remember(memoir, "Alice plays the cello");
      const backup = join(folder, "base");
      const args = ["-d", first.url, "-D", backup, "--checkpoint=fast"];
      await promisify(execFile)(basebackup, args, { ...account, cwd: folder });
      await remember(memoir, "Alice keeps bees in the orchard");
      const moment = await only<string>(first.url, "select clock_timestamp()::text");
      // The mistake, and the loss of the machine.
      for (const tenant of TENANTS) await memoir.operator(tenant).dropScope("user:alice");
      await remember(memoir, "Alice sails on Sundays");
      await memoir.close();
      const last = await only<string>(first.url, "select pg_walfile_name(pg_switch_wal())");
      while (!existsSync(join(folder, last))) await sleep(20);
      await first.stop();

      writeFileSync(join(backup, "recovery.signal"), "");
      const recovery = {
        restore_command: `cp ${folder}/%f %p`,
        recovery_target_time: moment,
        recovery_target_action: "promote",
      };
      const second = await start({ backup, settings: { ...settings, ...recovery } });
      while (await only<boolean>(second.url, "select pg_is_in_recovery()")) await sleep(20);
      await using restored = await open(second.adminUrl(name));
      for (const tenant of TENANTS) {
        const alice = restored.scope("user:alice", { tenant });
        const { items } = await alice.memories.list();
        const texts = items.map(({ text }) => text).sort();
        expect(texts).toEqual(["Alice keeps bees in the orchard", "Alice plays the cello"]);
        expect((await alice.recall("Where are the bees?")).hits[0]?.text).toContain("orchard");
      }
      expect(await restored.check()).toEqual([]);
      await remember(restored, "Alice has moved to Oslo");
    } finally {
      for (const server of started) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

async function remember(memoir: MemoirEngine, text: string): Promise<void> {
  for (const tenant of TENANTS) await memoir.scope("user:alice", { tenant }).remember(text);
}

/** The one value that a query gives. */
async function only<T>(url: string, sql: string): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows[0])[0] as T;
  } finally {
    await client.end();
  }
}
