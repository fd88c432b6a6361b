import {
  type CallToolResult,
  fromJsonSchema,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type ToolName, toolDefinition, toolEffect, toolWrites } from "../domain/tool-definitions.ts";
import type { MemoryTool, ScopeHandle, ToolAnswer } from "../index.ts";
import type { McpAccess, McpOptions } from "./access.ts";
import {
  answered,
  canAsk,
  carryOut,
  type consentCodec,
  consentFor,
  DECLINED,
  NOBODY_ASKED,
  question,
} from "./consent.ts";
import { messageOf } from "./failures.ts";
import { withProgress } from "./progress.ts";

type Schema = ReturnType<typeof fromJsonSchema<Record<string, unknown>>>;

/** Compiled once: over HTTP every request has a server of its own. */
const schemas = new Map<ToolName, { input: Schema; output: Schema }>();

function schemasOf(name: ToolName): { input: Schema; output: Schema } {
  const known = schemas.get(name);
  if (known !== undefined) return known;
  const { parameters, output } = toolDefinition(name);
  const made = {
    input: fromJsonSchema<Record<string, unknown>>(parameters),
    output: fromJsonSchema<Record<string, unknown>>(output),
  };
  schemas.set(name, made);
  return made;
}

/** The preset's tools (C22), as far as this connection may use them. */
export function addTools(
  server: McpServer,
  { scope, mayWrite }: McpAccess,
  codec: ReturnType<typeof consentCodec>,
  options: McpOptions,
): void {
  for (const tool of scope.tools()) {
    if (toolWrites(tool.name) && !mayWrite) continue;
    const { input, output } = schemasOf(tool.name);
    const effect = toolEffect(tool.name);
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: input,
        outputSchema: output,
        annotations: {
          title: tool.title,
          readOnlyHint: effect === "reads",
          destructiveHint: effect === "removes",
          idempotentHint: effect !== "adds",
          openWorldHint: false,
        },
      },
      async (args, context) => {
        try {
          return await withProgress(context, tool.title, () =>
            run({ server, scope, tool, codec }, args, context),
          );
        } catch (error) {
          return { content: [{ type: "text", text: messageOf(error, options) }], isError: true };
        }
      },
    );
  }
}

interface Running {
  readonly server: McpServer;
  readonly scope: ScopeHandle;
  readonly tool: MemoryTool;
  readonly codec: ReturnType<typeof consentCodec>;
}

/**
 * A tool's call is the tool's word (S5). What it may not do by itself is put to the user, where the client can; the
 * answer comes with the same call again, and is the user's own word.
 */
async function run(
  { server, scope, tool, codec }: Running,
  args: Record<string, unknown>,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { signal } = context.mcpReq;
  const reply = answered(context);
  if (reply?.agreed === true) return shown(await carryOut(scope, reply.consent, signal));
  const answer = await tool.call(args, { signal });
  const consent = consentFor(scope, answer);
  if (reply !== undefined) return shown(answer, DECLINED);
  if (consent === null) return shown(answer);
  return canAsk(server, context) ? question(consent, codec, context) : shown(answer, NOBODY_ASKED);
}

function shown({ text, result }: ToolAnswer, also?: string): CallToolResult {
  const lines = also === undefined ? text : `${text}\n${also}`;
  if (result === null) return { content: [{ type: "text", text: lines }], isError: true };
  return { content: [{ type: "text", text: lines }], structuredContent: { ...result } };
}
