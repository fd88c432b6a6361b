import { checked } from "../../api/calls/index.ts";
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
  const found = async (id: unknown): ReturnType<typeof existingHook> =>
    existingHook(engine.use(), tenant, checkId(id, "id"));

  return checked("hooks", {
    list: async () => hooksOf(engine.use(), tenant),

    async add(options) {
      engine.use();
      return createHook(hooks, tenant, options);
    },

    async remove(wanted) {
      const { id } = await found(wanted);
      await store.write("removeHook", { tenant, id });
    },
    pause: async (wanted) => setHookStatus(hooks, tenant, (await found(wanted)).id, "paused"),
    resume: async (wanted) => setHookStatus(hooks, tenant, (await found(wanted)).id, "active"),

    async test(id, { signal } = {}) {
      const row = await found(id);
      const until = signal === undefined ? engine.closed : AbortSignal.any([engine.closed, signal]);
      return engine.accept(sendTest(hooks, tenant, row, until));
    },

    async deliveries(wanted, { status: wantedStatus, ...options } = {}) {
      const { id } = await found(wanted);
      const status =
        wantedStatus === undefined ? undefined : checkOneOf(wantedStatus, DELIVERY_STATUSES, "status");
      return deliveriesOf(engine, tenant, id, { ...options, status });
    },

    async retry(wanted, delivery) {
      const { id } = await found(wanted);
      return retryNow(hooks, tenant, id, delivery);
    },
  });
}
