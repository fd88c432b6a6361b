import { z } from "zod";
import { withoutUndefined } from "../../domain/arguments.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { callableName, toolDefinition } from "../../domain/tool-definitions.ts";
import { type Memoir, MemoirError, type MemoryTool } from "../../index.ts";
import { deadlineOf } from "../in-time.ts";
import { codeOf } from "../log.ts";
import { checkCommon, checkScopeOption } from "../options.ts";

/** What the AI SDK gives a tool beside its input. */
export interface ToolCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
  /** The context of the tool (AI SDK 7). */
  readonly context?: unknown;
  /** The context of the call (AI SDK 6). */
  readonly experimental_context?: unknown;
}

export interface MemoirToolsOptions {
  /** An engine, or a client of a server. */
  readonly memoir: Memoir;
  /** Whose memory it is: a scope such as `"user:alice"`, or a function of each tool call. */
  readonly scope: string | ((call: ToolCallOptions) => string | null | undefined);
  /** Default: the engine's `"default"`. */
  readonly tenant?: string;
  /** The agent that reads and writes. Default: none. */
  readonly agent?: string;
  /** How long a tool may take, in milliseconds. Default: the read policy's `deadlineMs`, else 2,000. */
  readonly deadlineMs?: number;
}

/** A tool for `generateText()` and `streamText()`. */
export interface MemoirTool {
  readonly description: string;
  readonly inputSchema: z.ZodType<Record<string, unknown>>;
  /** The answer for the model. Rejects only when the caller aborts. */
  execute(input: unknown, options: ToolCallOptions): Promise<string>;
}

const OPTIONS = ["memoir", "scope", "tenant", "agent", "deadlineMs"];

/** The preset's tools, by their names. */
export function memoirTools(rawOptions: MemoirToolsOptions): Record<string, MemoirTool> {
  const options = checkCommon(rawOptions, "memoirTools()", OPTIONS);
  const { memoir, scope, tenant, agent } = options;
  const place = withoutUndefined({ tenant, agent });
  if (scope === undefined) throw invalidArgument(`memoirTools() needs a scope, got ${show(scope)}.`);
  checkScopeOption(memoir, scope, place);
  const deadlineMs = deadlineOf(memoir, options.deadlineMs);
  const tools = memoir.settings.tools.map((name) => {
    const { description, parameters } = toolDefinition(name);
    const toolOf = (call: ToolCallOptions): MemoryTool | undefined => {
      const scopeName = typeof scope === "function" ? scope(call) : scope;
      if (scopeName === undefined || scopeName === null) return undefined;
      return memoir
        .scope(scopeName, place)
        .tools()
        .find((tool) => tool.name === name);
    };
    const tool: MemoirTool = {
      description,
      inputSchema: z.fromJSONSchema(parameters) as MemoirTool["inputSchema"],
      execute: (input, call) => runTool(() => toolOf(call), input, call.abortSignal, deadlineMs),
    };
    return [callableName(name), tool] as const;
  });
  return Object.fromEntries(tools);
}

/** The answer of a tool, or a sentence for the model that says why there is none. */
async function runTool(
  find: () => MemoryTool | undefined,
  input: unknown,
  abort: AbortSignal | undefined,
  deadlineMs: number,
): Promise<string> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new MemoirError("aborted", "The tool took too long.")),
    deadlineMs,
  );
  const signal = AbortSignal.any([late.signal, ...(abort === undefined ? [] : [abort])]);
  try {
    signal.throwIfAborted();
    const tool = find();
    if (tool === undefined) return unusable("no-scope");
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    return await Promise.race([tool.execute(input, { signal }), aborted]);
  } catch (error) {
    if (abort?.aborted) throw abort.reason;
    return unusable(late.signal.aborted ? "deadline" : codeOf(error));
  } finally {
    clearTimeout(timer);
  }
}

function unusable(code: string): string {
  return `The memory cannot be used now (${code}). Go on without it.`;
}
