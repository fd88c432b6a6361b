import { randomBytes } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { sanitise } from "../domain/render/sanitise.ts";
import type { ForgottenResult } from "../domain/tool-definitions.ts";
import type { ScopeHandle, ToolAnswer } from "../index.ts";

/** What a tool asked for and the user has not said: what is put to the user, and done if they agree. */
export type Consent =
  | { readonly store: { readonly text: string; readonly key: string; readonly category: string } }
  | { readonly forget: readonly { readonly id: string; readonly text: string }[] };

const QUESTION = "consent";

/** The most memories that one question names: a person has to read them all. */
const MOST_ASKED = 10;

/**
 * What goes through the client to the second round is signed: an answer counts for what was asked, in the scope where it
 * was asked, and by the key that asked. The secret is this process's own, so both rounds must reach the same process.
 */
export function consentCodec(identity: string): RequestStateCodec<Consent> {
  return createRequestStateCodec<Consent>({ key: SECRET, bind: () => identity });
}

const SECRET = randomBytes(32);

/** What to put to the user about an answer; `null` where there is nothing to ask. */
export function consentFor(scope: ScopeHandle, { result }: ToolAnswer): Consent | null {
  // In a group nobody speaks for the others.
  if (result === null || scope.scope.startsWith("group:")) return null;
  if ("inUse" in result) {
    const { text, key, category, status } = result.memory;
    // What was refused or forgotten is not asked about again.
    const waits = status === "pending" || status === "shadow";
    return result.inUse || !waits ? null : { store: { text, key, category } };
  }
  if (!("kept" in result) || result.kept.length === 0 || result.kept.length > MOST_ASKED) return null;
  return { forget: result.kept.map(({ id, text }) => ({ id, text })) };
}

/** Whether the client can show its user a question. Newer ones say so with each request, older ones once. */
export function canAsk({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const own = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const elicitation = (own ?? server.getClientCapabilities())?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** The question itself: the words of the memory, and nothing of the model's besides. */
export async function question(
  consent: Consent,
  codec: RequestStateCodec<Consent>,
  context: ServerContext,
): Promise<InputRequiredResult> {
  const message =
    "store" in consent
      ? `Remember this? / 要记住这一条吗？\n\n${sanitise(consent.store.text)}`
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

/** What the user answered to a question of an earlier round; `undefined`: this is the first round. */
export function answered({ mcpReq }: ServerContext): { consent: Consent; agreed: boolean } | undefined {
  const consent = mcpReq.requestState<Consent>();
  if (consent === undefined) return undefined;
  const reply = inputResponse(mcpReq.inputResponses, QUESTION);
  return {
    consent,
    agreed: reply.kind === "elicit" && reply.action === "accept" && reply.content?.agree === true,
  };
}

/** Does what the user agreed to, on the user's own word. */
export async function carryOut(
  scope: ScopeHandle,
  consent: Consent,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  if ("store" in consent) {
    const { text, key, category } = consent.store;
    const { memory } = await scope.remember(text, { key, category, signal });
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
  for (const { id } of consent.forget) {
    const { memories } = await scope.forget({ id }, { reason: "the user agreed", signal });
    for (const { id: gone, text, category } of memories) {
      forgotten.push({ id: gone, text: sanitise(text), category: sanitise(category) });
    }
  }
  const lines = forgotten.map(({ text }) => `- ${text}`);
  return { text: ["The user agreed. Forgotten:", ...lines].join("\n"), result: { forgotten, kept: [] } };
}

/** What is said where the user does not agree, or where nobody can be asked. */
export const DECLINED =
  "The user did not agree. Leave it, and do not ask again unless the user brings it up.";
export const NOBODY_ASKED =
  "This client cannot ask the user, so it waits where a person reviews it: memoir review.";
