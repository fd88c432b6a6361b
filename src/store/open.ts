import { MemoirError, show } from "../domain/errors.ts";
import type { Store, StoreOptions } from "./port.ts";

/** Opens the database that the text names. Each driver is loaded only when it is needed. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { database } = options;
  if (typeof database !== "string" || database.trim() === "") {
    throw new MemoirError(
      "invalid_argument",
      `database must be a path, ":memory:" or a postgres:// URL, got ${show(database)}.`,
    );
  }
  if (/^postgres(ql)?:\/\//.test(database)) {
    const { openPostgres } = await import("./postgres/driver.ts");
    return guarded(await openPostgres(options), options.readOnly === true);
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(database)) {
    throw new MemoirError(
      "invalid_argument",
      `database ${show(database.replace(/\/\/.*@/, "//…@"))} is of a kind Memoir does not know. ` +
        'Pass a path, ":memory:" or a postgres:// URL.',
    );
  }
  const { openSqlite } = await import("./sqlite/driver.ts");
  return guarded(await openSqlite(options), options.readOnly === true);
}

/** Emergency read-only by configuration (R66): refused here, below every caller. */
function guarded(store: Store, readOnly: boolean): Store {
  if (!readOnly) return store;
  return {
    ...store,
    write: () =>
      Promise.reject(
        new MemoirError(
          "read_only",
          "Emergency read-only is on: nothing is written. Switch emergencyReadOnly off to write again.",
        ),
      ),
  };
}
