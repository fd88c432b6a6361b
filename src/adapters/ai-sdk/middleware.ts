import { withoutUndefined } from "../../domain/arguments.ts";
import { wordsOf } from "../../domain/chat-message.ts";
import type { Memoir } from "../../index.ts";
import { BackgroundWork, deadlineOf, waitAtMost } from "../in-time.ts";
import { type MemoryLog, quietLog } from "../log.ts";
import type { ModelCall, ModelCallResult, StreamResult } from "../model-call.ts";
import { type MemoirMetadata, type ModelTurn, takeTurn } from "../model-turn.ts";
import { checkCommon, checkScopeOption } from "../options.ts";
import { type SpeakerOption, withoutMemoirOptions } from "../speaker.ts";
import { readAlong } from "./read-along.ts";

export interface MemoirMiddlewareOptions {
  /** An engine, or a client of a server. */
  readonly memoir: Memoir;
  /**
   * Whose memory it is: a scope such as `"user:alice"`, or a function of the call that names the scope, or the scope with
   * `author`, `authorName` and `session`. Default: `providerOptions.memoir` of the call.
   */
  readonly scope?: SpeakerOption;
  /** Default: the engine's `"default"`. */
  readonly tenant?: string;
  /** The agent that reads and writes. Default: none. */
  readonly agent?: string;
  /** How long a call may wait for its memory, in milliseconds. Default: the read policy's `deadlineMs`, else 2,000. */
  readonly deadlineMs?: number;
  /** Gets each step of memory that failed. Default: nobody listens. */
  readonly log?: MemoryLog;
}

/** For `wrapLanguageModel()` of AI SDK 6 and 7. */
export interface MemoirMiddleware {
  readonly specificationVersion: "v3";
  transformParams<P extends ModelCall>(options: { readonly params: P }): Promise<P>;
  wrapGenerate<R extends ModelCallResult>(options: {
    readonly doGenerate: () => PromiseLike<R>;
    readonly params: ModelCall;
  }): Promise<R>;
  wrapStream<R extends StreamResult>(options: {
    readonly doStream: () => PromiseLike<R>;
    readonly params: ModelCall;
  }): Promise<R>;
}

const OPTIONS = ["memoir", "scope", "tenant", "agent", "deadlineMs", "log"];

/** Memory for a model: recalls before each call, and observes what was said after it. It never costs an answer. */
export function memoirMiddleware(rawOptions: MemoirMiddlewareOptions): MemoirMiddleware {
  const options = checkCommon(rawOptions, "memoirMiddleware()", OPTIONS);
  const { memoir, scope, tenant, agent } = options;
  checkScopeOption(memoir, scope, withoutUndefined({ tenant, agent }));
  const deadlineMs = deadlineOf(memoir, options.deadlineMs);
  const context = { ...options, prefix: "ai", deadlineMs, log: quietLog(options.log) };
  const waiting = new BackgroundWork(context.log);
  const turns = new WeakMap<object, ModelTurn>();
  const recorded = (turn: ModelTurn, answer: string): Promise<void> =>
    waitAtMost(
      waiting.start(() => turn.record(answer)),
      context.deadlineMs,
    );
  return {
    specificationVersion: "v3",
    async transformParams({ params }) {
      const { prompt, turn } = await takeTurn(context, params);
      const callParams = withoutMemoirOptions({ ...params, prompt: prompt.map(withoutMemoirOptions) });
      turns.set(callParams, turn);
      return callParams;
    },
    async wrapGenerate({ doGenerate, params }) {
      const turn = turns.get(params);
      const result = await doGenerate();
      if (turn === undefined) return result;
      await recorded(turn, wordsOf(result.content));
      return withMetadata(result, turn.metadata);
    },
    async wrapStream({ doStream, params }) {
      const turn = turns.get(params);
      const result = await doStream();
      if (turn === undefined) return result;
      // The user's words first: a tool that the model calls may ask for them.
      const heard = recorded(turn, "");
      const stream = readAlong(result.stream, {
        async part(part) {
          if (part.type === "tool-call") await heard;
          return part.type === "finish" ? withMetadata(part, turn.metadata) : part;
        },
        end: async (text) => {
          await heard;
          if (text.trim() !== "") await recorded(turn, text);
        },
      });
      return { ...result, stream };
    },
  };
}

function withMetadata<T extends { readonly providerMetadata?: object | undefined }>(
  carrier: T,
  memoir: MemoirMetadata,
): T {
  return { ...carrier, providerMetadata: { ...carrier.providerMetadata, memoir } };
}
