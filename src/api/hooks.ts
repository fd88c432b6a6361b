import type { Change, ChangeEvent } from "../domain/change.ts";
import type { DeliveryStatus, HookOptions, HookStatus } from "../domain/hook.ts";
import type { Memory } from "../domain/memory.ts";
import type { CallOptions, Page, PageOptions } from "./options.ts";

/** An address that is told of changes, without its secret, which is shown only once, when it is added. */
export interface Hook {
  readonly id: string;
  readonly url: string;
  /** The changes it is told of; `null` = all. */
  readonly events: readonly ChangeEvent[] | null;
  /** The scopes it is told of; `null` = all of the tenant. */
  readonly scopes: readonly string[] | null;
  readonly status: HookStatus;
  /** Deliveries that are still to be made. */
  readonly waiting: number;
  /** Deliveries that were given up; `retry()` tries them again. */
  readonly parked: number;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** A new hook with its secret. It cannot be shown again. */
export interface NewHook extends Hook {
  readonly secret: string;
}

/** One change for one hook, and how its attempts went. */
export interface HookDelivery extends Omit<Change, "cursor" | "tenant"> {
  /** The same for every attempt: a receiver drops what it has had already. */
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** When it is tried next; `null` unless it is the first of its scope that waits. */
  readonly nextAt: Date | null;
  /** When it was tried last. */
  readonly lastAt: Date | null;
  /** The HTTP status of the last answer. */
  readonly code: number | null;
  /** The kind of failure where there was no answer, such as `timeout` or `ECONNREFUSED`. */
  readonly error: string | null;
}

/** The body of a delivery, as JSON. `event` is `"test"` for one that `test()` sends. */
export interface HookBody {
  readonly id: string;
  readonly event: ChangeEvent | "test";
  readonly tenant: string;
  /** `null` for a test. */
  readonly scope: string | null;
  readonly rev: number | null;
  readonly memoryId: string | null;
  readonly batch: string | null;
  /** When the change was made. */
  readonly at: Date;
  /** The memory as it is when this is sent; `null` if it was forgotten or erased meanwhile. */
  readonly memory: Memory | null;
}

/** How a receiver answered a test. */
export interface HookTest {
  /** It answered with a status from 200 to 299. */
  readonly delivered: boolean;
  readonly code: number | null;
  readonly error: string | null;
}

export interface DeliveriesOptions extends PageOptions {
  /** Only these. Default: all that are kept. */
  status?: DeliveryStatus | undefined;
}

/** The hooks of a tenant. They can be changed while the tenant is read-only; nothing is sent then. */
export interface HooksHandle {
  /** Tells an address of every change that is committed from now on. */
  add(options: HookOptions): Promise<NewHook>;
  /** Oldest first. */
  list(): Promise<Hook[]>;
  /** Removes a hook and everything it was still to be told. */
  remove(id: string): Promise<void>;
  /** Stops sending. Changes are kept for it until `resume()`. */
  pause(id: string): Promise<Hook>;
  resume(id: string): Promise<Hook>;
  /** Sends a body with the event `test` at once, and says how it was answered. It is not repeated, nor listed. */
  test(id: string, options?: CallOptions): Promise<HookTest>;
  /** Newest first. */
  deliveries(id: string, options?: DeliveriesOptions): Promise<Page<HookDelivery>>;
  /** Tries parked and waiting deliveries now: all of a hook, or one of them. Returns how many. */
  retry(id: string, delivery?: string): Promise<number>;
}
