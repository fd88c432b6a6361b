import { withOptionChecks } from "../../api/calls/index.ts";
import type { HooksHandle } from "../../api/hooks.ts";
import { checkOneOf } from "../../domain/arguments.ts";
import { DELIVERY_STATUSES } from "../../domain/hook.ts";
import { checkId } from "../../domain/text.ts";
import { sendTest } from "../../features/hooks/deliver.ts";
import {
  createHook,
  deliveriesOf,
  existingHook,
  hooksOf,
  retryNow,
  setHookStatus,
} from "../../features/hooks/hooks.ts";
import type { Engine } from "../engine.ts";

export function hooksHandle(engine: Engine, tenant: string): HooksHandle {
  const { store, hooks } = engine;
  const hookRow = async (id: unknown): ReturnType<typeof existingHook> =>
    existingHook(engine.use(), tenant, checkId(id, "id"));

  return withOptionChecks("hooks", {
    list: async () => hooksOf(engine.use(), tenant),

    async add(options) {
      engine.use();
      return createHook(hooks, tenant, options);
    },

    async remove(hookId) {
      const { id } = await hookRow(hookId);
      await store.write("removeHook", { tenant, id });
    },
    pause: async (hookId) => setHookStatus(hooks, tenant, (await hookRow(hookId)).id, "paused"),
    resume: async (hookId) => setHookStatus(hooks, tenant, (await hookRow(hookId)).id, "active"),

    async test(id, { signal } = {}) {
      const row = await hookRow(id);
      const until = signal === undefined ? engine.closed : AbortSignal.any([engine.closed, signal]);
      return engine.accept(sendTest(hooks, tenant, row, until));
    },

    async deliveries(hookId, { status: wantedStatus, ...options } = {}) {
      const { id } = await hookRow(hookId);
      const status =
        wantedStatus === undefined ? undefined : checkOneOf(wantedStatus, DELIVERY_STATUSES, "status");
      return deliveriesOf(engine, tenant, id, { ...options, status });
    },

    async retry(hookId, delivery) {
      const { id } = await hookRow(hookId);
      return retryNow(hooks, tenant, id, delivery);
    },
  });
}
