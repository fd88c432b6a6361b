import type { IncomingHttpHeaders } from "node:http";
import { isRecord, withoutUndefined } from "../../domain/arguments.ts";
import type { Memoir, Recall, ScopeHandle } from "../../index.ts";
import { type Recalled, recallInTime, record } from "../in-time.ts";
import { codeOf } from "../log.ts";
import { turnEvents } from "../turn-events.ts";
import type { Api, ProxyPrompt } from "./api.ts";
import { insertBlockInRequest } from "./insert-block.ts";
import type { ProxyLog } from "./log.ts";
import { type ProxySpeaker, proxySpeaker } from "./speaker.ts";

export interface MemoryOptions {
  readonly memoir: Memoir;
  readonly tenant: string | undefined;
  readonly deadlineMs: number;
  readonly log: ProxyLog;
}

/** One request with its memory. */
export interface ProxyTurn {
  /** The request's body as it goes on. */
  readonly body: Uint8Array;
  /** The headers that tell the client about it. */
  readonly headers: Readonly<Record<string, string>>;
  /** For the log: `on`, or why there is no memory. */
  readonly memory: string;
  readonly recalled: number;
  readonly degraded: string | null;
  /** Observes what was said, once the answer is there; never rejects. `null`: there is nothing to observe. */
  readonly observe: ((answer: string) => Promise<void>) | null;
}

/** More ids than these would make a header that some clients refuse. */
const MAX_IDS = 40;

/** A request that goes on as it came, and why. */
export function withoutMemory(body: Uint8Array, reason: string): ProxyTurn {
  const memory = `off; ${reason}`;
  return { body, headers: { "x-memoir-memory": memory }, memory, recalled: 0, degraded: null, observe: null };
}

/** Puts what is remembered into a request. It never rejects: without an answer in time the request goes on as it came. */
export async function withMemory(
  options: MemoryOptions,
  api: Api,
  headers: IncomingHttpHeaders,
  bytes: Uint8Array,
): Promise<ProxyTurn> {
  // A page of another site can send anything but this without asking first.
  if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
    return withoutMemory(bytes, "content-type");
  const request = readRequest(api, bytes);
  if (request === null) return withoutMemory(bytes, "unreadable");
  const { text, prompt } = request;
  const speaker = proxySpeaker(headers, prompt.user);
  if (speaker === null) return withoutMemory(bytes, "no-user");
  let scope: ScopeHandle;
  try {
    const { tenant } = options;
    scope = options.memoir.scope(speaker.scope, withoutUndefined({ tenant, thread: speaker.session }));
  } catch (error) {
    return withoutMemory(bytes, codeOf(error));
  }
  const { recall, failure } = await recallForQuestion(options, scope, prompt, speaker);
  const degraded = failure ?? recall?.degraded?.reason ?? null;
  const hasBlock = recall !== null && recall.toPrompt() !== "";
  const body = hasBlock ? insertBlock(options, text, prompt, recall) : bytes;
  const hits = recall?.hits ?? [];
  return {
    body: body ?? bytes,
    memory: "on",
    recalled: hits.length,
    degraded,
    headers: {
      "x-memoir-memory": "on",
      "x-memoir-recalled": String(hits.length),
      ...(hits.length === 0
        ? {}
        : {
            "x-memoir-ids": hits
              .slice(0, MAX_IDS)
              .map(({ id }) => encodeURIComponent(id))
              .join(","),
          }),
      ...(degraded === null ? {} : { "x-memoir-degraded": encodeURIComponent(degraded) }),
    },
    observe: (answer) =>
      record(
        scope,
        turnEvents({ prefix: "proxy", ...prompt, ...speaker }, answer),
        body && recall,
        options.log,
      ),
  };
}

function readRequest(api: Api, bytes: Uint8Array): { text: string; prompt: ProxyPrompt } | null {
  try {
    // Only what comes out as the same bytes may be changed.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const body: unknown = JSON.parse(text);
    const prompt = isRecord(body) ? api.read(text, body) : null;
    return prompt === null ? null : { text, prompt };
  } catch {
    return null;
  }
}

function recallForQuestion(
  { deadlineMs, log }: MemoryOptions,
  scope: ScopeHandle,
  { said, hasTools: tools }: ProxyPrompt,
  { author: asker }: ProxySpeaker,
): Recalled | Promise<Recalled> {
  const question = said.findLast(({ role, words }) => role === "user" && words.trim() !== "");
  if (question === undefined) return { recall: null, failure: null };
  return recallInTime(scope, { words: question.words, asker, tools, deadlineMs }, log);
}

/** `null`: the block could not be put in, and the request goes on as it came. */
function insertBlock(
  { memoir, log }: MemoryOptions,
  text: string,
  prompt: ProxyPrompt,
  recall: Recall,
): Uint8Array | null {
  try {
    return Buffer.from(insertBlockInRequest(text, prompt, recall, memoir.settings.render.placement));
  } catch (error) {
    log({ level: "error", event: "memory", step: "inject", code: codeOf(error) });
    return null;
  }
}
