import { MemoirError } from "../../src/domain/errors.ts";
import type { Store } from "../../src/store/port.ts";
import type { SqlReader } from "../../src/store/tx.ts";

/** A test's control over the reads of a store. */
export interface Gate {
  /** How many reads were asked for since the gate was shut. */
  readonly reads: number;
  /** Resolves when a read waits. */
  readonly held: Promise<void>;
  /** From now on reads wait until the gate is open, or fail as with a database out of reach; the first few go through. */
  shut(how: "hang" | "fail", first?: number): void;
  /** Lets through whatever waits, and all that come. */
  open(): void;
}

/** The same store, whose reads a test can hold up or break. */
export function gatedStore(store: Store): { store: Store; gate: Gate } {
  let how: "hang" | "fail" | "pass" = "pass";
  let first = 0;
  let reads = 0;
  let held = Promise.withResolvers<void>();
  let opened = Promise.withResolvers<void>();
  const gate: Gate = {
    get reads() {
      return reads;
    },
    get held() {
      return held.promise;
    },
    shut(then, after = 0) {
      [how, first, reads] = [then, after, 0];
      held = Promise.withResolvers();
      opened = Promise.withResolvers();
    },
    open() {
      how = "pass";
      opened.resolve();
    },
  };
  const pass = async <T>(read: () => Promise<T>): Promise<T> => {
    reads += 1;
    if (how === "pass" || reads <= first) return read();
    if (how === "fail") throw new MemoirError("database_unavailable", "The test says no.");
    held.resolve();
    await opened.promise;
    return read();
  };
  const read: SqlReader = {
    dialect: store.read.dialect,
    all: (sql, params) => pass(() => store.read.all(sql, params)),
    one: (sql, params) => pass(() => store.read.one(sql, params)),
  };
  return { store: { ...store, read }, gate };
}
