import { MODEL_ROLES, type ModelRole } from "../../domain/settings/models.ts";
import type { ModelsByRole } from "./call.ts";
import type { LanguageModel } from "./port.ts";
import type { Environment } from "./providers.ts";
import { type LanguageModelSpec, resolveLanguageModel } from "./resolve.ts";

/**
 * The model of each role (R103): its own where the settings name one, else the engine's. One name is one model,
 * so that roles that share it share what is known about it. No model at all is a normal state.
 */
export function modelsByRole(
  names: Readonly<Record<ModelRole, string>>,
  engineModel: LanguageModelSpec | undefined,
  env: Environment = process.env,
): ModelsByRole {
  const resolved = new Map<LanguageModelSpec, LanguageModel>();
  const modelOf = (spec: LanguageModelSpec): LanguageModel => {
    const model = resolved.get(spec) ?? resolveLanguageModel(spec, env);
    resolved.set(spec, model);
    return model;
  };
  const models: Partial<Record<ModelRole, LanguageModel>> = {};
  for (const role of MODEL_ROLES) {
    const spec = names[role] || engineModel;
    if (spec !== undefined && spec !== "") models[role] = modelOf(spec);
  }
  return models;
}
