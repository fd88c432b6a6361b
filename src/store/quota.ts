import { MemoirError } from "../domain/errors.ts";
import type { Settings } from "../domain/settings.ts";
import type { OpenScope } from "./scopes.ts";

/** The most bytes of words that events may hold; `null` = any number. */
export interface Quota {
  scope: number | null;
  tenant: number | null;
}

const MEGABYTE = 1_048_576;

/** The settings' quota in bytes; `undefined` where nothing is limited. */
export function quotaOf({ events }: Pick<Settings, "events">): Quota | undefined {
  const { maxMegabytesPerScope: scope, maxMegabytesPerTenant: tenant } = events;
  if (scope === null && tenant === null) return undefined;
  const bytes = (megabytes: number | null): number | null =>
    megabytes === null ? null : megabytes * MEGABYTE;
  return { scope: bytes(scope), tenant: bytes(tenant) };
}

/** Refuses what was just added when there is no room for it; the transaction then leaves nothing of it. */
export async function refuseOverQuota(scope: OpenScope, quota: Quota): Promise<void> {
  if (quota.scope !== null && scope.eventBytes > quota.scope) throw exceeded("scope", quota.scope);
  if (quota.tenant === null) return;
  const others = await scope.one<{ bytes: number }>(
    "select coalesce(sum(event_bytes), 0) as bytes from scope where tenant = $1 and num <> $2",
  );
  if (Number(others?.bytes ?? 0) + scope.eventBytes > quota.tenant) throw exceeded("tenant", quota.tenant);
}

function exceeded(of: "scope" | "tenant", bytes: number): MemoirError {
  const name = of === "scope" ? "events.maxMegabytesPerScope" : "events.maxMegabytesPerTenant";
  return new MemoirError(
    "quota_exceeded",
    `The events of this ${of} would hold more than ${bytes} bytes (${name}); nothing was stored. ` +
      "Raise the limit, set events.retentionDays, or erase what is not needed.",
    { details: { of, limit: bytes } },
  );
}
