import { provingNamed } from "../support/prove.ts";

const number = (name: string, small: number, full: number): number =>
  Number(process.env[name] ?? (provingNamed ? full : small));

/** A round has a kill and at most one other fault; at full size it takes a minute. */
export const ROUND_MS = provingNamed ? 60_000 : 1_500;
export const ROUNDS = number("MEMOIR_SOAK_MINUTES", 3, 60);
export const CLIENTS = number("MEMOIR_SOAK_CLIENTS", 8, 200);
/** Between two things that a client does; half of it to one and a half. */
export const THINK_MS = number("MEMOIR_SOAK_THINK_MS", 100, 15_000);
/** The disk of a database: what an hour writes, and for PostgreSQL its write-ahead log of up to a gigabyte. */
export const DISK_MEGABYTES = provingNamed ? 1_000 : 400;
/** A fault that lasts, such as a full disk or a model that hangs. */
export const FAULT_MS = ROUND_MS / 4;
/** A request that was sent before a fault was over may be answered much later. */
export const GRACE_MS = provingNamed ? 15_000 : 60_000;
