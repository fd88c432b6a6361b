import { parentPort, workerData } from "node:worker_threads";
import { MemoirError } from "../../domain/errors.ts";
import { BoundedMap } from "../../runtime/bounded-map.ts";
import { nextTurn } from "../../runtime/yield.ts";
import { untilDone } from "../embedder.ts";
import { LOCAL_MODELS } from "./catalogue.ts";
import { loadModel } from "./loader.ts";
import { openPipeline, type Pipeline, type Read } from "./pipeline.ts";
import { openRuntime } from "./runtime.ts";
import {
  type EmbedderRequest,
  type EmbedderResponse,
  failure,
  LockedSection,
  type WorkerData,
} from "./wire.ts";

/**
 * The embedder's thread: it fetches and checks the models' files and runs them. Inference blocks the thread it is
 * on, and this one has nothing else to do.
 */
const port = parentPort;
if (port === null) throw new MemoirError("internal", "The embedder must run in a worker thread.");
const data = workerData as WorkerData;

type EmbedRequest = Extract<EmbedderRequest, { kind: "embed" }>;

const native = new LockedSection(data.lock);
/** Texts whose reading is kept. */
const MAX_READ = 256;
const pipelines = new Map<string, Pipeline>();
const lanes: Record<EmbedRequest["lane"], EmbedRequest[]> = { query: [], document: [] };
const closing = new AbortController();
const runtime = untilDone(() => native.run(() => openRuntime()));
let running = false;

const reply = (response: EmbedderResponse): void => port.postMessage(response);

port.on("message", (request: EmbedderRequest) => {
  if (request.kind === "load") void load(request);
  else if (request.kind === "cancel") cancel(request.id);
  else if (request.kind === "close") close();
  else {
    lanes[request.lane].push(request);
    if (!running) void drain();
  }
});

async function load({ id, model: name }: Extract<EmbedderRequest, { kind: "load" }>): Promise<void> {
  const model = LOCAL_MODELS.find((one) => one.name === name);
  if (model === undefined) return;
  try {
    // First, because it is quick and its absence makes a download useless.
    const opened = await runtime();
    const loaded = await loadModel(model, {
      ...data.load,
      signal: closing.signal,
      onProgress: (progress) => reply({ kind: "progress", progress }),
      onRefused: (message) => reply({ kind: "refused", message }),
    });
    const pipeline = await native.run(async () => {
      const pipeline = await openPipeline(model, loaded, opened);
      // The first run prepares buffers and is slow; nobody should wait for it.
      await pipeline.read("warm up", true);
      await pipeline.ask("warm up");
      return pipeline;
    });
    if (closing.signal.aborted) await pipeline.close();
    else {
      pipelines.set(name, pipeline);
      reply({ kind: "done", id, result: opened.kind });
    }
  } catch (error) {
    if (!closing.signal.aborted) reply({ kind: "error", id, error: failure(error) });
  }
}

async function drain(): Promise<void> {
  running = true;
  try {
    for (;;) {
      const request = lanes.query.shift() ?? lanes.document.shift();
      if (request === undefined || closing.signal.aborted) break;
      await runEmbedRequest(request);
      // Lets in the messages that arrived meanwhile: a query goes before the documents that wait.
      await nextTurn();
    }
  } finally {
    running = false;
  }
  if (closing.signal.aborted) await end();
}

/** Texts that were read a moment ago: whose words a message holds is asked before its vector is. */
const read = new BoundedMap<string, Read>(MAX_READ);

async function runEmbedRequest({ id, model, lane, text, whose }: EmbedRequest): Promise<void> {
  try {
    const pipeline = pipelines.get(model);
    if (pipeline === undefined) throw new MemoirError("internal", `The model ${model} is not loaded.`);
    if (lane === "query") {
      reply({ kind: "done", id, result: await native.run(() => pipeline.ask(text)) });
      return;
    }
    const key = `${model}\n${text}`;
    const cached = read.get(key);
    if (cached !== undefined && (whose || cached.vector !== null)) {
      reply({ kind: "done", id, result: cached });
      return;
    }
    const result = await native.run(() => pipeline.read(text, whose));
    if (whose) read.set(key, result);
    reply({ kind: "done", id, result: result });
  } catch (error) {
    reply({ kind: "error", id, error: failure(error) });
  }
}

function cancel(id: number): void {
  for (const lane of Object.values(lanes)) {
    const at = lane.findIndex((request) => request.id === id);
    if (at >= 0) lane.splice(at, 1);
  }
}

function close(): void {
  closing.abort();
  if (!running) void end();
}

async function end(): Promise<void> {
  for (const pipeline of pipelines.values()) await native.run(() => pipeline.close());
  pipelines.clear();
  port?.close();
}
