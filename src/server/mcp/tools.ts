import { randomBytes } from "node:crypto";
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { sanitise } from "../../domain/render/sanitise.ts";
import type { ToolName } from "../../domain/tool-definitions.ts";
import {
  type ForgottenResult,
  toolDefinition,
  toolEffect,
  toolWrites,
} from "../../domain/tool-definitions.ts";
import type { Memory, MemoryTool, ScopeHandle, ToolAnswer } from "../../index.ts";
import { type McpAccess, type McpOptions, messageOf, withProgress } from "./connection.ts";

type Schema = ReturnType<typeof fromJsonSchema<Record<string, unknown>>>;

/** Compiled once: over HTTP every request creates a server. */
const schemas = new Map<ToolName, { input: Schema; output: Schema }>();

function schemasOf(name: ToolName): { input: Schema; output: Schema } {
  const { parameters, output } = toolDefinition(name);
  const schemaPair = schemas.get(name) ?? {
    input: fromJsonSchema(parameters),
    output: fromJsonSchema(output),
  };
  schemas.set(name, schemaPair);
  return schemaPair;
}

/** The preset's tools, as far as this connection may use them. */
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
 * A tool call counts as the tool's claim. Actions it may not take alone are put to the user, where the client
 * supports it; the answer arrives with the repeated call, and counts as the user's own.
 */
async function run(
  { server, scope, tool, codec }: Running,
  args: Record<string, unknown>,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { signal } = context.mcpReq;
  const reply = consentReply(context);
  if (reply?.agreed === true) return toolResult(await carryOut(scope, reply.consent, signal));
  const answer = await tool.call(args, { signal });
  const consent = withTarget(consentFor(scope, answer), tool, args);
  if (reply !== undefined) return toolResult(answer, DECLINED);
  if (consent === null) return toolResult(answer);
  return canAsk(server, context) ? question(consent, codec, context) : toolResult(answer, NOBODY_ASKED);
}

function toolResult({ text, result }: ToolAnswer, also?: string): CallToolResult {
  const lines = also === undefined ? text : `${text}\n${also}`;
  if (result === null) return { content: [{ type: "text", text: lines }], isError: true };
  return { content: [{ type: "text", text: lines }], structuredContent: { ...result } };
}

/** A claim that waits for the user's word. */
interface Waiting {
  readonly id: string;
  readonly text: string;
  readonly key: string;
  readonly category: string;
}

/** A tool's request that the user has not made: it is put to the user, and carried out if they agree. */
type Consent =
  | { readonly store: Waiting }
  | { readonly update: Waiting & { readonly of: string } }
  | { readonly forget: readonly { readonly id: string; readonly text: string }[] };

const QUESTION = "consent";

/** Before the id of a message, in the ids of tools. */
const MESSAGE = "message:";

/** The most memories that one question names: a person has to read them all. */
const MAX_ASKED = 10;

/**
 * Data that passes through the client to the second round is signed: an answer counts for the question asked, in the
 * scope where it was asked, and by the key that asked. The secret is this process's own, so both rounds must reach the
 * same process.
 */
export function consentCodec(identity: string): RequestStateCodec<Consent> {
  return createRequestStateCodec<Consent>({ key: SECRET, bind: () => identity });
}

const SECRET = randomBytes(32);

/** The question to the user about an answer; `null` where there is nothing to ask. */
function consentFor(scope: ScopeHandle, { result }: ToolAnswer): Consent | null {
  // In a group nobody speaks for the others.
  if (result === null || scope.scope.startsWith("group:")) return null;
  if ("inUse" in result) {
    const { id, text, key, category, status } = result.memory;
    // Refused or forgotten claims are not asked about again.
    const waits = status === "pending" || status === "shadow";
    return result.inUse || !waits ? null : { store: { id, text, key, category } };
  }
  if (!("kept" in result) || result.kept.length === 0 || result.kept.length > MAX_ASKED) return null;
  return { forget: result.kept.map(({ id, text }) => ({ id, text })) };
}

/** An update that waits names the memory that it is of. */
function withTarget(
  consent: Consent | null,
  { name }: MemoryTool,
  { id }: Record<string, unknown>,
): Consent | null {
  if (name !== "memory_update" || typeof id !== "string" || consent === null || !("store" in consent))
    return consent;
  return { update: { ...consent.store, of: id } };
}

/** Whether the client can show its user a question. Newer ones say so with each request, older ones once. */
function canAsk({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const elicitation = (capabilities ?? server.getClientCapabilities())?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** The question itself: the words of the memory, and nothing of the model's besides. */
async function question(
  consent: Consent,
  codec: RequestStateCodec<Consent>,
  context: ServerContext,
): Promise<InputRequiredResult> {
  const message = !("forget" in consent)
    ? `Remember this? / 要记住这一条吗？\n\n${sanitise(("store" in consent ? consent.store : consent.update).text)}`
    : `Forget this? / 要忘记这些吗？\n\n${consent.forget.map(({ text }) => `- ${sanitise(text)}`).join("\n")}`;
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        mode: "form",
        message,
        requestedSchema: {
          type: "object",
          properties: {
            agree: { type: "boolean", title: "Yes / 是", description: "Your own word, not the model's." },
          },
          required: ["agree"],
        },
      }),
    },
    requestState: await codec.mint(consent, context),
  });
}

/** The user's answer to a question of an earlier round; `undefined`: this is the first round. */
function consentReply({ mcpReq }: ServerContext): { consent: Consent; agreed: boolean } | undefined {
  const consent = mcpReq.requestState<Consent>();
  if (consent === undefined) return undefined;
  const reply = inputResponse(mcpReq.inputResponses, QUESTION);
  return {
    consent,
    agreed: reply.kind === "elicit" && reply.action === "accept" && reply.content?.agree === true,
  };
}

/** Keeps what the user agreed to: as a new memory, or as the new words of the one that was to be updated. */
async function writeMemory(
  scope: ScopeHandle,
  consent: Exclude<Consent, { forget: unknown }>,
  signal: AbortSignal,
): Promise<Memory> {
  if ("store" in consent) {
    const { text, key, category } = consent.store;
    return (await scope.remember(text, { key, category, signal })).memory;
  }
  const { id, of, text } = consent.update;
  const how = { reason: "the user agreed", signal };
  // The proposal that waits is answered.
  await scope.forget({ id }, how);
  return scope.memories.update(of, { text }, how);
}

/** Does what the user agreed to, on the user's own word. */
async function carryOut(scope: ScopeHandle, consent: Consent, signal: AbortSignal): Promise<ToolAnswer> {
  if (!("forget" in consent)) {
    const memory = await writeMemory(scope, consent, signal);
    const inUse = memory.status === "active";
    const said = sanitise(memory.text);
    return {
      text: inUse
        ? `The user agreed. Stored ${sanitise(memory.key)}: ${said}`
        : `The user agreed, but the settings ask for an operator's approval, too (${memory.status}): ${said}`,
      result: {
        inUse,
        memory: {
          id: memory.id,
          text: said,
          category: sanitise(memory.category),
          key: sanitise(memory.key),
          status: memory.status,
        },
      },
    };
  }
  const forgotten: ForgottenResult["forgotten"][number][] = [];
  for (const { id, text: said } of consent.forget) {
    const how = { reason: "the user agreed", signal };
    if (id.startsWith(MESSAGE)) {
      const { found: isFound } = await scope.forget({ message: id.slice(MESSAGE.length) }, how);
      if (isFound) forgotten.push({ id, text: sanitise(said), category: "message" });
      continue;
    }
    const { memories } = await scope.forget({ id }, how);
    for (const { id: gone, text, category } of memories) {
      forgotten.push({ id: gone, text: sanitise(text), category: sanitise(category) });
    }
  }
  const lines = forgotten.map(({ text }) => `- ${text}`);
  return { text: ["The user agreed. Forgotten:", ...lines].join("\n"), result: { forgotten, kept: [] } };
}

/** The answer where the user does not agree, or where nobody can be asked. */
const DECLINED = "The user did not agree. Leave it, and do not ask again unless the user brings it up.";
const NOBODY_ASKED = "This client cannot ask the user, so it waits where a person reviews it: memoir review.";
