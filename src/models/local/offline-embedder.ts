import { MemoirError } from "../../domain/errors.ts";
import type { Embedder } from "../embedder.ts";
import { type Family, type LocalModel, modelFor, modelsOf } from "./catalogue.ts";
import { localEmbedder, modelIn } from "./embedder.ts";
import { type LoadSettings, listModels } from "./loader.ts";

/** Should files vanish this very moment, nobody may go and fetch them. */
const NOWHERE = "http://127.0.0.1:9/";

/**
 * A local embedder for a command, which a person waits for: it works with the models that are on this machine, loads
 * each when its first text comes, and downloads nothing.
 */
export async function offlineEmbedder(
  family: Family,
  locations: LoadSettings,
  pull: string,
): Promise<Embedder> {
  const here = (await listModels(locations)).filter(({ installed }) => installed).map(({ name }) => name);
  return embedderOf(family, here, locations, pull);
}

/** The same with the models of these names. `pull` is the command that fetches what is missing. */
export function embedderOf(
  family: Family,
  here: readonly string[],
  locations: LoadSettings,
  pull: string,
): Embedder {
  const local = localEmbedder({ ...locations, family, registry: NOWHERE, hub: NOWHERE, start: "first-use" });
  const tell = (lacking: readonly LocalModel[]): string => {
    const names = lacking.map(({ name }) => name);
    const [are, them] = names.length === 1 ? ["model is", "it"] : ["models are", "them"];
    return `The embedding ${are} not on this machine (${names.join(", ")}), so only words count. Fetch ${them}: ${pull}`;
  };
  const all = modelsOf(family);
  /** The models that were asked for and are not installed. */
  let lack = all.some(({ name }) => here.includes(name)) ? undefined : tell(all);
  const need = (models: readonly LocalModel[]): void => {
    const lacking = [...new Set(models)].filter(({ name }) => !here.includes(name));
    if (lacking.length === 0) return;
    lack = tell(lacking);
    throw new MemoirError("model_unavailable", lack);
  };
  const embedder: Embedder = {
    models: local.models,
    state() {
      const state = local.state();
      return state.status === "loading" && lack !== undefined ? { status: "failed", detail: lack } : state;
    },
    async ready() {
      const { id } = all.find(({ name }) => here.includes(name)) ?? family.english;
      await embedder.embedQuery("ready", { models: [id] });
    },
    async embedDocuments(texts, options) {
      need(texts.map((text) => modelFor(text, family)));
      return local.embedDocuments(texts, options);
    },
    async whoseWords(text, options) {
      need([modelFor(text, family)]);
      return (await local.whoseWords?.(text, options)) ?? null;
    },
    async embedQuery(text, options = {}) {
      const spaces = options.models ?? [modelFor(text, family).id];
      need(spaces.flatMap((space) => modelIn(space, text, family)));
      return local.embedQuery(text, options);
    },
    close: () => local.close(),
  };
  return embedder;
}
