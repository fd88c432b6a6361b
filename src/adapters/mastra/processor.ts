import { isRecord, withoutUndefined } from "../../domain/arguments.ts";
import type { Memoir } from "../../index.ts";
import { BackgroundWork, deadlineOf, waitAtMost } from "../in-time.ts";
import { type MemoryLog, quietLog } from "../log.ts";
import type { CallMessage, Speaker } from "../model-call.ts";
import { type ModelTurn, takeTurn } from "../model-turn.ts";
import { checkCommon, checkScopeOption } from "../options.ts";

/** Mastra's context of a request. */
interface RequestContext {
  get(key: string): unknown;
}

/** A call of an agent, as far as it says who speaks. */
export interface MastraCall {
  /** `memory.resource` of the call. */
  readonly resourceId: string | undefined;
  /** `memory.thread` of the call. */
  readonly threadId: string | undefined;
  readonly requestContext: RequestContext | undefined;
}

export interface MemoirProcessorOptions {
  /** An engine, or a client of a server. */
  readonly memoir: Memoir;
  /**
   * Whose memory it is: a scope such as `"user:alice"`, or a function of the call that names the scope, or the scope with
   * `author`, `authorName` and `session`. Default: `user:` and the call's resource, with its thread as session.
   */
  readonly scope?: string | ((call: MastraCall) => string | Speaker | null | undefined);
  /** Default: the engine's `"default"`. */
  readonly tenant?: string;
  /** The agent that reads and writes. Default: none. */
  readonly agent?: string;
  /** How long a call may wait for its memory, in milliseconds. Default: the read policy's `deadlineMs`, else 2,000. */
  readonly deadlineMs?: number;
  /** Gets each step of memory that failed. Default: nobody listens. */
  readonly log?: MemoryLog;
}

interface RequestArgs<P> {
  readonly prompt: P;
  readonly state: object;
  readonly requestContext?: RequestContext | undefined;
  readonly messageList?: MessageList | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** The messages of a request, in the form that Mastra stores. */
interface MessageList {
  readonly get: { readonly all: { db(): readonly StoredMessage[] } };
}

interface StoredMessage {
  readonly resourceId?: string | undefined;
  readonly threadId?: string | undefined;
}

interface ResponseArgs {
  readonly chunks: readonly { readonly type: string; readonly payload?: unknown }[];
  readonly state: object;
}

/** For `inputProcessors` of an agent. */
export interface MemoirProcessor {
  readonly id: "memoir";
  processLLMRequest<P extends readonly CallMessage[]>(args: RequestArgs<P>): Promise<{ prompt: P }>;
  processLLMResponse(args: ResponseArgs): Promise<void>;
}

const OPTIONS = ["memoir", "scope", "tenant", "agent", "deadlineMs", "log"];
/** Mastra's key of the author of a message, in a request's context. */
const AUTHOR_KEY = "mastra__messageAuthor";

/** Memory for an agent: recalls before each call of its model, and observes what was said. It never costs an answer. */
export function memoirProcessor(rawOptions: MemoirProcessorOptions): MemoirProcessor {
  const { scope, ...options } = checkCommon(rawOptions, "memoirProcessor()", OPTIONS);
  const { memoir, tenant, agent } = options;
  checkScopeOption(memoir, scope, withoutUndefined({ tenant, agent }));
  const deadlineMs = deadlineOf(memoir, options.deadlineMs);
  const context = { ...options, prefix: "mastra", deadlineMs, log: quietLog(options.log) };
  const waiting = new BackgroundWork(context.log);
  // Mastra hands the same state to both methods of a step.
  const turns = new WeakMap<object, { turn: ModelTurn; heard: Promise<void> }>();
  return {
    id: "memoir",
    async processLLMRequest({ prompt: promptIn, state, abortSignal, ...args }) {
      const call = { prompt: promptIn, abortSignal };
      const { prompt, turn } = await takeTurn(
        { ...context, scope: () => speakerOf(scope, callOf(args)) },
        call,
      );
      const heard = waiting.start(() => turn.record(""));
      turns.set(state, { turn, heard });
      // Only the block is new.
      return { prompt: prompt as typeof promptIn };
    },
    async processLLMResponse({ chunks, state }) {
      const step = turns.get(state);
      if (step === undefined) return;
      const text = textOf(chunks);
      const record = async (): Promise<void> => {
        await step.heard;
        if (text.trim() !== "") await step.turn.record(text);
      };
      await waitAtMost(waiting.start(record), deadlineMs);
    },
  };
}

function callOf({ messageList, requestContext }: Omit<RequestArgs<never>, "prompt" | "state">): MastraCall {
  const messages = messageList?.get.all.db() ?? [];
  const { resourceId, threadId } = messages.findLast((message) => message.resourceId !== undefined) ?? {};
  return { resourceId, threadId, requestContext };
}

function speakerOf(option: MemoirProcessorOptions["scope"], call: MastraCall): Speaker | null {
  const { resourceId, threadId: session, requestContext } = call;
  const byDefault = resourceId === undefined ? null : `user:${resourceId}`;
  const speaker = typeof option === "function" ? option(call) : (option ?? byDefault);
  if (speaker === undefined || speaker === null) return null;
  if (typeof speaker !== "string") return speaker;
  const author: unknown = requestContext?.get(AUTHOR_KEY);
  const { id, name } = isRecord(author) ? author : {};
  // In a user's own scope the user speaks.
  if (speaker.startsWith("user:") || typeof id !== "string") return { scope: speaker, session };
  return { scope: speaker, session, author: id, authorName: typeof name === "string" ? name : undefined };
}

function textOf(chunks: ResponseArgs["chunks"]): string {
  let text = "";
  let last: unknown;
  for (const { type, payload } of chunks) {
    if (type !== "text-delta" || !isRecord(payload)) continue;
    if (text !== "" && payload.id !== last) text += "\n";
    last = payload.id;
    text += String(payload.text ?? "");
  }
  return text;
}
