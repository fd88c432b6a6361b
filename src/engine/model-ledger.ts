import type { UsageLedger } from "../models/language/budget.ts";
import type { Store } from "../store/port.ts";
import { tokensSpent } from "../store/statistics.ts";

/** Keeps the usage of models in the database, where every process on it finds it. */
export function storeLedger(store: Pick<Store, "read" | "write">): UsageLedger {
  return {
    spent: (tenant, day, role) => tokensSpent(store.read, tenant, day, role),
    async add({ tenant, day, role, model, calls, failures, inputTokens, outputTokens }) {
      const usage = { day, role, model, calls, failures };
      await store.write("addModelUsage", {
        tenant,
        usage: { ...usage, input_tokens: inputTokens, output_tokens: outputTokens },
      });
    },
  };
}
