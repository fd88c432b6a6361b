import { checkOneOf, checkWhole } from "../domain/arguments.ts";
import { invalidArgument, show } from "../domain/errors.ts";
import type { Store, StoreOptions } from "./port.ts";

/** Opens the database that the text names. Each driver is loaded only when it is needed. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { database } = options;
  if (typeof database !== "string" || database.trim() === "") {
    throw invalidArgument(`database must be a path, ":memory:" or a postgres:// URL, got ${show(database)}.`);
  }
  checkDetails(options);
  if (/^postgres(ql)?:\/\//.test(database)) {
    const { openPostgres } = await import("./postgres/driver.ts");
    return openPostgres(options);
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(database)) {
    throw invalidArgument(
      `database ${show(database.replace(/^([a-z][a-z0-9+.-]+:\/\/).*@/is, "$1…@"))} is of a kind Memoir does not know. ` +
        'Pass a path, ":memory:" or a postgres:// URL.',
    );
  }
  const { openSqlite } = await import("./sqlite/driver.ts");
  return openSqlite(options);
}

/** They become part of SQL texts and of timers. */
function checkDetails({ lockTimeoutMs, durability, partitions }: StoreOptions): void {
  if (lockTimeoutMs !== undefined) checkWhole(lockTimeoutMs, "lockTimeoutMs", 0, 3_600_000);
  if (durability !== undefined) checkOneOf(durability, ["full", "normal"], "durability");
  if (partitions !== undefined) checkWhole(partitions, "partitions", 0, 1_024);
}
