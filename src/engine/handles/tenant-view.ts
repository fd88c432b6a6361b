import { withOptionChecks } from "../../api/calls/index.ts";
import type { OperatorHandle, TenantEvents, TenantMemories } from "../../api/operator.ts";
import {
  countInTenant,
  findInTenant,
  listTenantEvents,
  listTenantMemories,
  tenantActivity,
  tenantHistory,
} from "../../read/views/tenant-lists.ts";
import type { Engine } from "../engine.ts";

export function tenantMemories(engine: Engine, tenant: string): TenantMemories {
  return withOptionChecks("tenantMemories", {
    list: (options) => listTenantMemories(engine, tenant, options),
    count: (options) => countInTenant(engine, tenant, options),
    find: (id) => findInTenant(engine, tenant, id),
  });
}

export function tenantEvents(engine: Engine, tenant: string): TenantEvents {
  return withOptionChecks("tenantEvents", { list: (options) => listTenantEvents(engine, tenant, options) });
}

/** The history of the memories of a tenant. */
export function tenantChanges(engine: Engine, tenant: string): Pick<OperatorHandle, "history" | "activity"> {
  return {
    history: (options) => tenantHistory(engine, tenant, options),
    activity: (options) => tenantActivity(engine, tenant, options),
  };
}
