import { MemoirError } from "../../domain/errors.ts";
import type { Embedder } from "../embedder.ts";
import { ENGLISH, LOCAL_MODELS, modelFor } from "./catalogue.ts";
import { localEmbedder } from "./embedder.ts";
import { type LoadSettings, listModels } from "./loader.ts";

/** Should files vanish this very moment, nobody may go and fetch them. */
const NOWHERE = "http://127.0.0.1:9/";

/**
 * The local embedder for a command, which a person waits for: it works with the models that are on this machine, loads
 * each when its first text comes, and downloads nothing.
 */
export async function offlineEmbedder(places: LoadSettings, pull: string): Promise<Embedder> {
  const here = (await listModels(places)).filter(({ installed }) => installed).map(({ id }) => id);
  return embedderOf(here, places, pull);
}

/** The same with these models. `pull` is the command that fetches what is missing. */
export function embedderOf(here: readonly string[], places: LoadSettings, pull: string): Embedder {
  const local = localEmbedder({ ...places, registry: NOWHERE, hub: NOWHERE, start: "first-use" });
  const tell = (lacking: readonly string[]): string => {
    const names = LOCAL_MODELS.filter(({ id }) => lacking.includes(id)).map(({ name }) => name);
    const [are, them] = names.length === 1 ? ["model is", "it"] : ["models are", "them"];
    return `The embedding ${are} not on this machine (${names.join(", ")}), so only words count. Fetch ${them}: ${pull}`;
  };
  /** The models that were asked for and are not installed. */
  let lack = here.length === 0 ? tell(LOCAL_MODELS.map(({ id }) => id)) : undefined;
  const need = (models: readonly string[]): void => {
    const lacking = models.filter((id) => !here.includes(id));
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
      const { id } = LOCAL_MODELS.find((model) => here.includes(model.id)) ?? ENGLISH;
      await embedder.embedQuery("ready", { models: [id] });
    },
    async embedDocuments(texts, options) {
      need(texts.map((text) => modelFor(text).id));
      return local.embedDocuments(texts, options);
    },
    async embedQuery(text, options = {}) {
      need(options.models ?? [modelFor(text).id]);
      return local.embedQuery(text, options);
    },
    close: () => local.close(),
  };
  return embedder;
}
