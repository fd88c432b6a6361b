import { MemoirError } from "../../domain/errors.ts";
import type { Embedder, EmbedderState, Embedding } from "../embedder.ts";
import { ENGLISH, LOCAL_MODELS, modelFor } from "./catalogue.ts";
import { localEmbedder } from "./embedder.ts";
import type { LoadSettings } from "./loader.ts";
import { listModels } from "./manage.ts";

/** Should files vanish this very moment, nobody may go and fetch them. */
const NOWHERE = "http://127.0.0.1:9/";

/**
 * The local embedder for a command, which a person waits for: it works with the models that are on this machine, loads
 * each when its first text comes, and downloads nothing.
 */
export async function offlineEmbedder(places: LoadSettings, pull: string): Promise<OfflineEmbedder> {
  const here = (await listModels(places)).filter(({ installed }) => installed).map(({ id }) => id);
  return new OfflineEmbedder(places, new Set(here), pull);
}

export class OfflineEmbedder implements Embedder {
  readonly #local: Embedder;
  readonly #here: ReadonlySet<string>;
  readonly #pull: string;
  /** The models that were asked for and are not installed. */
  #lack: string | undefined;

  /** `pull` is the command that fetches what is missing. */
  constructor(places: LoadSettings, here: ReadonlySet<string>, pull: string) {
    this.#local = localEmbedder({ ...places, registry: NOWHERE, hub: NOWHERE, start: "first-use" });
    this.#here = here;
    this.#pull = pull;
    if (here.size === 0) this.#lack = this.#tell(LOCAL_MODELS.map(({ id }) => id));
  }

  get models(): Embedder["models"] {
    return this.#local.models;
  }

  state(): EmbedderState {
    const state = this.#local.state();
    return state.status === "loading" && this.#lack !== undefined
      ? { status: "failed", detail: this.#lack }
      : state;
  }

  async ready(): Promise<void> {
    const { id } = LOCAL_MODELS.find((model) => this.#here.has(model.id)) ?? ENGLISH;
    await this.embedQuery("ready", { models: [id] });
  }

  async embedDocuments(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<Embedding[]> {
    this.#need(texts.map((text) => modelFor(text).id));
    return this.#local.embedDocuments(texts, options);
  }

  async embedQuery(
    text: string,
    options: { readonly models?: readonly string[]; readonly signal?: AbortSignal } = {},
  ): Promise<Embedding[]> {
    this.#need(options.models ?? [modelFor(text).id]);
    return this.#local.embedQuery(text, options);
  }

  close(): Promise<void> {
    return this.#local.close();
  }

  #need(models: readonly string[]): void {
    const lacking = models.filter((id) => !this.#here.has(id));
    if (lacking.length === 0) return;
    this.#lack = this.#tell(lacking);
    throw new MemoirError("model_unavailable", this.#lack);
  }

  #tell(lacking: readonly string[]): string {
    const names = LOCAL_MODELS.filter(({ id }) => lacking.includes(id)).map(({ name }) => name);
    const [are, them] = names.length === 1 ? ["model is", "it"] : ["models are", "them"];
    return `The embedding ${are} not on this machine (${names.join(", ")}), so only words count. Fetch ${them}: ${this.#pull}`;
  }
}
