/// <reference lib="esnext.disposable" preserve="true" />
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LanguageModel } from "../models/language/port.ts";
import { resolveLanguageModel } from "../models/language/resolve.ts";
import { embedBadly, misserve, sendEvents, sendJson } from "./misserve.ts";
import {
  chatBody,
  chatChunks,
  countTokens,
  embeddingsBody,
  errorBody,
  readRequest,
  withinLimit,
} from "./protocol.ts";
import {
  isBadAnswer,
  type Misbehaviour,
  NoReply,
  type Particulars,
  particulars,
  type Recording,
  type ReplySource,
  replies,
  type ScriptedRequest,
  spoil,
  textOf,
} from "./replies.ts";

export interface ScriptedModelOptions extends ReplySource {
  /**
   * The faults to inject: the first for the first request and so on, `null` for none; or a function of the request.
   * Default: none.
   */
  readonly misbehave?:
    | readonly (Misbehaviour | null)[]
    | ((request: ScriptedRequest) => Misbehaviour | null | undefined);
  /** The length of embedding vectors. Default: 64. */
  readonly dimensions?: number;
}

/** The requests so far, so that a test can limit their cost. */
export interface ScriptedCalls {
  /** Requests, the failed ones too. */
  readonly count: number;
  /** Of whole answers. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly requests: readonly ScriptedRequest[];
}

export interface ScriptedModel extends AsyncDisposable {
  /** The base URL, for any client of OpenAI's protocol: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** For `openMemoir({ model })`. */
  readonly model: LanguageModel;
  readonly calls: ScriptedCalls;
  /** Does these wrong next, one a request, before anything the options say. */
  misbehave(...next: (Misbehaviour | null)[]): void;
  /** All answers given so far, for `startScriptedModel({ recording })`. */
  recording(): Recording;
  /** Forgets the calls counted so far. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts a language model for tests: an HTTP server on loopback that speaks OpenAI's chat completions, structured
 * output and embeddings, says what the test tells it to, misbehaves on demand, and counts.
 */
export async function startScriptedModel(options: ScriptedModelOptions = {}): Promise<ScriptedModel> {
  const script = new Script(options);
  const server = createServer((incoming, response) => {
    script.serve(incoming, response).catch((error: unknown) => {
      // 400, because no client tries that again: the test sees it at once.
      const why = error instanceof NoReply ? error.message : `The scripted model failed: ${String(error)}`;
      if (!response.headersSent) sendJson(response, 400, errorBody(why, "scripted_model"));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  // A test that forgets to close it still ends.
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return closing;
  };
  return {
    url,
    model: resolveLanguageModel("openai-compatible/scripted", { MEMOIR_MODEL_BASE_URL: url }),
    get calls() {
      return script.calls();
    },
    misbehave: (...next) => script.misbehave(next),
    recording: () => script.recording(),
    reset: () => script.reset(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Answers the requests, and counts them. */
class Script {
  readonly #options: ScriptedModelOptions;
  readonly #dimensions: number;
  readonly #nextReply: ReturnType<typeof replies>;
  readonly #queue: (Misbehaviour | null)[] = [];
  readonly #requests: ScriptedRequest[] = [];
  readonly #recording: Recording[number][] = [];
  #inputTokens = 0;
  #outputTokens = 0;
  #number = 0;

  constructor(options: ScriptedModelOptions) {
    this.#options = options;
    this.#dimensions = options.dimensions ?? 64;
    this.#nextReply = replies(options);
  }

  calls(): ScriptedCalls {
    return {
      count: this.#requests.length,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      requests: [...this.#requests],
    };
  }

  misbehave(next: readonly (Misbehaviour | null)[]): void {
    this.#queue.push(...next);
  }

  recording(): Recording {
    return [...this.#recording];
  }

  reset(): void {
    this.#requests.length = 0;
    this.#inputTokens = 0;
    this.#outputTokens = 0;
  }

  async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = endpointOf(incoming);
    if (endpoint === "models") {
      sendJson(response, 200, {
        object: "list",
        data: [{ id: "scripted", object: "model", owned_by: "memoir" }],
      });
      return;
    }
    if (endpoint === undefined) {
      sendJson(response, 404, errorBody(`Unknown request: ${incoming.method} ${incoming.url}`, "not_found"));
      return;
    }
    this.#number += 1;
    const number = this.#number;
    const key = incoming.headers.authorization?.replace(/^Bearer /, "");
    const request = readRequest({ endpoint, number, key }, JSON.parse(await bodyOf(incoming)));
    this.#requests.push(request);
    const scheduled = this.#misbehaviourFor(request);
    if (scheduled !== undefined && (await misserve(scheduled, request, response))) return;
    if (endpoint === "chat") return this.#chat(request, scheduled, response);
    if (scheduled !== undefined && isBadAnswer(scheduled.kind)) {
      embedBadly(scheduled.kind, request, this.#dimensions, response);
      return;
    }
    this.#inputTokens += countTokens(request, "").inputTokens;
    sendJson(response, 200, embeddingsBody(request, this.#dimensions));
  }

  async #chat(
    request: ScriptedRequest,
    scheduled: Particulars | undefined,
    response: ServerResponse,
  ): Promise<void> {
    const reply = await this.#nextReply(request);
    const misbehaviour =
      typeof reply === "string" || reply.misbehave === undefined ? undefined : particulars(reply.misbehave);
    if (misbehaviour !== undefined && (await misserve(misbehaviour, request, response))) return;
    const text = textOf(reply);
    const kind = (scheduled ?? misbehaviour)?.kind;
    const bad = kind !== undefined && isBadAnswer(kind);
    const answer = withinLimit(request, bad ? spoil(text, kind) : { text, finish: "stop", refusal: null });
    const usage = typeof reply === "string" ? undefined : reply.usage;
    const tokens = usage ?? countTokens(request, answer.text ?? answer.refusal ?? "");
    this.#inputTokens += tokens.inputTokens;
    this.#outputTokens += tokens.outputTokens;
    this.#recording.push({ system: request.system, messages: request.messages, reply });
    const reportedUsage = usage === null ? null : tokens;
    if (request.body.stream === true) sendEvents(response, chatChunks(request, answer, reportedUsage));
    else sendJson(response, 200, chatBody(request, answer, reportedUsage));
  }

  #misbehaviourFor(request: ScriptedRequest): Particulars | undefined {
    const { misbehave } = this.#options;
    const now =
      this.#queue.length > 0
        ? this.#queue.shift()
        : typeof misbehave === "function"
          ? misbehave(request)
          : misbehave?.[request.number - 1];
    return now == null ? undefined : particulars(now);
  }
}

function endpointOf({
  method,
  url = "",
}: IncomingMessage): ScriptedRequest["endpoint"] | "models" | undefined {
  const path = url.split("?")[0]!;
  if (method === "GET" && path === "/v1/models") return "models";
  if (method !== "POST") return undefined;
  if (path === "/v1/chat/completions") return "chat";
  return path === "/v1/embeddings" ? "embeddings" : undefined;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
