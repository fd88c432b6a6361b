import { MODEL_ROLES, type ModelRole } from "../../domain/settings/models.ts";
import { createModelCaller, type ModelsByRole } from "../../models/language/call.ts";
import { modelsByRole } from "../../models/language/roles.ts";
import type { Config } from "../config.ts";
import { duration } from "../format.ts";
import type { Io } from "../io.ts";
import { badBecause, type Check, ok } from "./check.ts";

const PATIENCE_MS = 10_000;
const FIX = "Check its name, its key and its address.";

/** The configured language models. They are called only with `online`, because a call costs money. */
export async function modelCheck({ model, settings }: Config, io: Io, online: boolean): Promise<Check> {
  let models: ModelsByRole;
  try {
    models = modelsByRole(settings.models.roles, model, io.env);
  } catch (error) {
    return badBecause("model", error, FIX);
  }
  const roles = rolesByModel(models);
  if (roles.size === 0) return ok("model", "no language model is configured, and none is needed");
  const configured = [...roles].map(
    ([id, own]) => `${id} for ${own.length === MODEL_ROLES.length ? "everything" : own.join(", ")}`,
  );
  if (!online) return ok("model", `${configured.join("; ")}; not asked, --online does`);

  const caller = createModelCaller({
    models,
    settings: { ...settings.models, timeoutMs: PATIENCE_MS, retries: 0, dailyTokenBudget: null },
    // A call of the doctor's is on nobody's account.
    ledger: { spent: async () => 0, add: async () => undefined },
  });
  const answers: string[] = [];
  for (const [id, [role]] of roles) {
    const began = performance.now();
    try {
      const request = { prompt: "Answer with the word: ready", signal: io.signal };
      const { usage } = await caller.call(role!, "default", request);
      const tokens = usage.inputTokens + usage.outputTokens;
      answers.push(`${id} answers in ${duration(performance.now() - began)} (${tokens} tokens)`);
    } catch (error) {
      return badBecause("model", error, FIX);
    }
  }
  return ok("model", answers.join("; "));
}

function rolesByModel(models: ModelsByRole): Map<string, ModelRole[]> {
  const roles = new Map<string, ModelRole[]>();
  for (const role of MODEL_ROLES) {
    const id = models[role]?.id;
    if (id !== undefined) roles.set(id, [...(roles.get(id) ?? []), role]);
  }
  return roles;
}
