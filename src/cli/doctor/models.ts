import { MemoirError } from "../../domain/errors.ts";
import { MODEL_ROLES, type ModelRole } from "../../domain/settings/models.ts";
import type { Embedder } from "../../models/embedder.ts";
import { createModelCaller, type ModelsByRole } from "../../models/language/call.ts";
import { modelsByRole } from "../../models/language/resolve.ts";
import { FAMILIES, type Family, modelsOf, OWN } from "../../models/local/catalogue.ts";
import { embedderOf } from "../../models/local/offline-embedder.ts";
import { resolveEmbedder } from "../../models/resolve-embedder.ts";
import type { Config } from "../config.ts";
import { type InspectedModel, inspectModels, modelLocations, pullLine } from "../embedder.ts";
import { countText, duration } from "../format.ts";
import type { Io } from "../io.ts";
import { badBecause, type Check, ok, warn } from "./machine.ts";

/** A slow machine needs seconds to load a model; one that needs longer is of no use. */
const PATIENCE_MS = 60_000;
const REMOTE_MS = 10_000;
const FIX = "Check its name, its key and its address.";

const FASTER = "The native runtime is seven times as fast or more: npm install onnxruntime-node.";

/** One sentence for each model of a family, in its language. */
const ENGLISH_SENTENCE = "I take my tea without sugar.";
const CHINESE_SENTENCE = "我每周六早上练习书法。";

/** Whether texts can become vectors. It fetches nothing, and asks a server only with `online`. */
export async function embedderCheck({ embedder }: Config, io: Io, online: boolean): Promise<Check> {
  if (embedder === "none")
    return ok("embedder", "none, as configured: memories are found by their words alone");
  const family = FAMILIES.find((one) => one.embedder === embedder);
  if (family !== undefined) return localCheck(family, io);
  const { env, signal } = io;
  try {
    const remote = resolveEmbedder(embedder, { env });
    if (remote === null || !online) return ok("embedder", `${embedder}, not asked; --online does`);
    try {
      const ms = await embedTime(remote, [ENGLISH_SENTENCE], { signal, patienceMs: REMOTE_MS });
      return ok("embedder", `${embedder} answers: one sentence in ${duration(ms)}`);
    } finally {
      await remote.close();
    }
  } catch (error) {
    return badBecause("embedder", error, FIX);
  }
}

async function localCheck(family: Family, { env, self, signal }: Io): Promise<Check> {
  const locations = modelLocations(env);
  const names = new Set(modelsOf(family).map(({ name }) => name));
  const models = (await inspectModels(locations)).filter(({ name }) => names.has(name));
  const usable = models.filter(({ verified }) => verified);
  const lacking = models.filter(({ verified }) => !verified).map(lackOf);
  const { embedder } = family;
  const pull = pullLine(self, family);
  const get = family === OWN ? "Install memoir again." : `Fetch it now: ${pull}.`;
  const fix = `${get} Until then memories are found by their words alone.`;
  if (usable.length === 0) return warn("embedder", `${embedder}: ${lacking.join("; ")}`, fix);
  const here = usable.map(({ name }) => name);
  const local = embedderOf(family, here, locations, pull);
  try {
    const sentences = here.map((name) =>
      name === family.chinese.name ? CHINESE_SENTENCE : ENGLISH_SENTENCE,
    );
    const ms = await embedTime(local, sentences, { signal, patienceMs: PATIENCE_MS });
    const { detail } = local.state();
    const faster = detail.includes("(wasm)") ? ` ${FASTER}` : "";
    const done = `${embedder}, ${countText(sentences.length, "sentence", "sentences")} embedded in ${duration(ms)}: ${detail}${faster}`;
    return lacking.length === 0
      ? ok("embedder", done)
      : warn("embedder", `${embedder}: ${lacking.join("; ")}. The rest works: ${done}`, fix);
  } catch (error) {
    const again = `Fetch the files again: ${self} models remove, then ${pull}.`;
    return badBecause("embedder", error, family === OWN ? "Install memoir again." : again);
  } finally {
    await local.close();
  }
}

/** How long the embedder needs for these, its loading included. */
async function embedTime(
  embedder: Embedder,
  sentences: readonly string[],
  { signal, patienceMs }: { signal: AbortSignal; patienceMs: number },
): Promise<number> {
  const began = performance.now();
  const late = AbortSignal.timeout(patienceMs);
  try {
    await embedder.embedDocuments(sentences, { signal: AbortSignal.any([signal, late]) });
  } catch (error) {
    if (!late.aborted) throw error;
    throw new MemoirError("model_timeout", `It gave no answer in ${duration(patienceMs)}.`, { cause: error });
  }
  return performance.now() - began;
}

function lackOf({ name, files }: InspectedModel): string {
  const refused = files.find(({ why }) => why !== null);
  return refused === undefined ? `${name} is not on this machine` : `${refused.why}`;
}

/** The configured language models. They are called only with `online`, because a call costs money. */
export async function modelCheck({ model, settings }: Config, io: Io, online: boolean): Promise<Check> {
  let models: ModelsByRole;
  try {
    models = modelsByRole(settings, model, io.env);
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
    settings: { ...settings.models, timeoutMs: REMOTE_MS, retries: 0, dailyTokenBudget: null },
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
