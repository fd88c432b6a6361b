import type { CallOptions } from "../../api/options.ts";
import type { ForgetTarget, Remembered, RememberOptions } from "../../api/write.ts";
import { checkAllowed } from "../../domain/allowlist.ts";
import { withoutUndefined } from "../../domain/arguments.ts";
import type { SourceEvent } from "../../domain/candidate.ts";
import { checkAborted, MemoirError, type MemoirErrorCode } from "../../domain/errors.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import type { ToolName } from "../../domain/tool-definitions.ts";
import { isUsersWord } from "../../domain/trust.ts";
import { ownForgetRequests } from "../../language/forget.ts";
import { isOfSpeaker, retold } from "../../language/third-person.ts";
import { nameOfAccount, namesIn } from "../../store/tables/authors.ts";
import { findEvent, listEvents, type NewEvent } from "../../store/tables/events.ts";
import { type MemoryRow, toMemory } from "../../store/tables/memories.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { NO_PROGRESS, submitClaim } from "../commit/commit.ts";
import { scopeNum } from "../commit/decide-now.ts";
import type { Refused } from "../decide/decide.ts";
import type { AuthorNamesById } from "../decide/match-known.ts";
import { readEvents } from "../extract/load-batch.ts";
import { saidSo } from "../extract/said-so.ts";
import { checkEnabled } from "../tools/proposal.ts";
import type { Acting, WriteTools } from "../tools/write-tools.ts";
import { forgetByTool, forgetIn } from "./forget.ts";
import { asksToForget } from "./forget-requests.ts";
import { type ActingSpeaker, type Commanded, explicitProposal } from "./remember-options.ts";

/** Where a claim goes, and who makes it. */
interface ClaimOrigin {
  readonly scope: Scope;
  readonly acting: Acting;
  readonly speaker: ActingSpeaker;
  /** It is a command that a member of a group gives in chat; their word, or (`stranger`) only hearsay. Default: `null`. */
  readonly member?: { readonly role: "user" | "stranger" } | null;
  /** A person gives it in chat as a command. Default: false. */
  readonly inChat?: boolean;
  /** The tool through which a model asks for it; `null`: it is the user's word. */
  readonly tool: ToolName | null;
}

/** Keeps a claim: the user's, or what a model asks to keep through a tool. */
export async function rememberClaim(
  tools: WriteTools,
  { scope, acting, speaker, tool, member = null, inChat = false }: ClaimOrigin,
  text: string,
  options: RememberOptions & CallOptions,
): Promise<Remembered> {
  checkEnabled(tools.settings, "remembered");
  const { signal } = options;
  const context = tools.context(scope, tool ?? "remember", acting);
  const entered = await tools.accept(
    (async () => {
      const commandedClaim = await explicitProposal(
        text,
        options,
        { ...speaker, at: context.at, inChat },
        tools.settings,
      );
      checkAllowed(acting.access, commandedClaim.proposal.candidate.category);
      const num = await scopeNum(tools, scope);
      const names =
        num === undefined
          ? NOBODY
          : await namesIn(tools.store.read, { tenant: scope.tenant, num }, tools.settings.identity);
      const isRetold =
        !inChat &&
        isOfSpeaker(commandedClaim.proposal.candidate.text) &&
        (await tools.tenants.now(scope)).settings.writePolicy.thirdPerson;
      const command = isRetold ? inThirdPerson(commandedClaim, scope, names, tools) : commandedClaim;
      const { proposal, event } =
        member !== null
          ? byMember(command, member.role)
          : tool === null
            ? command
            : byTool(command, tool, scope, await recentWords(tools, scope));
      return submitClaim(tools, { proposal, source: event, names, context, done: NO_PROGRESS, signal });
    })(),
  );
  if ("refused" in entered) throw refusal(entered.refused, tool !== null);
  tools.embedLater(scope);
  return { memory: toMemory(entered.memory!, context.at), outcome: entered.outcome };
}

/** The event keeps the words; the claim is told as a memory tells it. In a group nobody without a name is "I". */
function inThirdPerson(
  { proposal, event }: Commanded,
  scope: Scope,
  names: AuthorNamesById,
  { settings }: WriteTools,
): Commanded {
  const { candidate } = proposal;
  const account = event.actor;
  const name =
    account === null ? null : (names.get(account)?.name ?? nameOfAccount(scope, account, settings.identity));
  if (scope.kind !== "user" && name === null) return { proposal, event };
  const text = retold(candidate.text, { name, at: event.at }) ?? candidate.text;
  return { event, proposal: { ...proposal, candidate: { ...candidate, text } } };
}

function byMember({ proposal, event }: Commanded, role: "user" | "stranger"): Commanded {
  return { event, proposal: { ...proposal, role, overrides: { ...proposal.overrides, byMember: true } } };
}

const NOBODY: AuthorNamesById = new Map();

/** The advice that goes with a refusal. */
const ADVICE: Partial<Record<MemoirErrorCode, string>> = {
  invalid_argument: "writePolicy.allowedTypes lists those that are.",
  writes_disabled: "Switch it on to remember.",
  rate_limited: "Try again later, or raise the writePolicy's limit.",
  quota_exceeded: "Forget some of them, or raise writePolicy.maxItemsPerScope.",
};

function refusal({ code, reason }: Refused, byTool: boolean): MemoirError {
  const why = reason.replace(/^quarantined: /, "");
  const advice =
    byTool && code === "not_allowed" ? "Do not try again unless the user asks for it." : ADVICE[code];
  const sentences = [`${why.charAt(0).toUpperCase()}${why.slice(1)}.`, "Nothing was stored.", advice ?? ""];
  return new MemoirError(code, sentences.join(" ").trim());
}

/** The user's own messages that a tool call is held against. */
const RECENT = 20;

/** The user's latest messages in a scope, newest first, without text that Memoir or the bot added. */
async function recentWords(tools: WriteTools, scope: Scope): Promise<SourceEvent[]> {
  const { store } = tools;
  const scopeRef = await findScope(store.read, scope);
  if (scopeRef === undefined) return [];
  const filter = { role: "user", type: "message" } as const;
  const events = await listEvents(store.read, scopeRef, filter, { limit: RECENT });
  const names = await namesIn(store.read, scopeRef, tools.settings.identity);
  return readEvents(events, { scope, names }, tools);
}

/**
 * A claim that a model wants to remember through a tool, with the tool as its source. It is the user's only
 * where their own messages say it; in a shared scope nobody's message speaks for all.
 */
function byTool(
  { proposal, event }: Commanded,
  tool: ToolName,
  scope: Scope,
  words: readonly SourceEvent[],
): Commanded {
  const { candidate, overrides } = proposal;
  const called: NewEvent = {
    ...event,
    ...{ type: "tool_result", role: "tool", actor: overrides.agent, content: JSON.stringify({ tool }) },
  };
  const role = scope.kind === "user" && saidSo(candidate.text, words) ? "user" : "tool";
  return {
    proposal: { ...proposal, role, tool, source: called, candidate: { ...candidate, method: "llm_extract" } },
    event: called,
  };
}

/** The memories a tool forgot, and those that stay. */
export interface Forgot {
  readonly forgotten: readonly Memory[];
  readonly kept: readonly Memory[];
}

/** How tools write: what a model wants is not what the user said. */
export interface ToolWriter {
  /** Stores a claim as the tool's word, or as the user's where their own messages say it. */
  store(tool: ToolName, text: string, options: RememberOptions, call: CallOptions): Promise<Memory>;
  /** Forgets, restorably, what the user asked to forget or what tools stored; the rest stays, and waits for a person. */
  forget(tool: ToolName, target: ForgetTarget, call: CallOptions): Promise<Forgot>;
  /** The same for a message, which nobody is asked about: `done` is false where the user has not asked for it. */
  forgetMessage(
    tool: ToolName,
    message: string,
    call: CallOptions,
  ): Promise<{ text: string; done: boolean } | null>;
}

/** `scopes`: the scope first, then those that are forgotten from together with it. */
export function rememberTool(
  tools: WriteTools,
  origin: Omit<ClaimOrigin, "tool">,
  scopes: readonly Scope[],
): ToolWriter {
  return {
    async store(tool, text, options, { signal }) {
      tools.use();
      const call = { ...options, ...withoutUndefined({ signal }) };
      return (await rememberClaim(tools, { ...origin, tool }, text, call)).memory;
    },
    async forget(tool, target, { signal }) {
      checkAborted(signal);
      const { writePolicy } = (await tools.tenants.now(origin.scope)).settings;
      const requests = (await recentWords(tools, origin.scope)).flatMap((one) =>
        ownForgetRequests(one, tools.settings.commands.names),
      );
      checkAborted(signal);
      // A tool may forget memories that a tool stored and nobody confirmed.
      const mayForget = ({ role, trust, text }: MemoryRow): boolean =>
        writePolicy.tools === "trusted" ||
        (role === "tool" && !isUsersWord(trust)) ||
        asksToForget(requests, text);
      const caller = { scopes, acting: origin.acting, tool, agent: origin.speaker.agent };
      return forgetByTool(tools, caller, target, mayForget);
    },
    async forgetMessage(tool, message, { signal }) {
      const { scope, acting } = origin;
      const scopeRef = await findScope(tools.use(), scope);
      if (scopeRef === undefined || acting.access.categories !== null) return null;
      const event = await findEvent(tools.use(), scopeRef, message);
      if (event === undefined || event.hiddenAt !== null || event.erasedAt !== null) return null;
      const { writePolicy } = (await tools.tenants.now(scope)).settings;
      const requests = (await recentWords(tools, scope)).flatMap((one) =>
        ownForgetRequests(one, tools.settings.commands.names),
      );
      checkAborted(signal);
      const done = writePolicy.tools === "trusted" || asksToForget(requests, event.text);
      if (done) await forgetIn(tools, { scopes: [scope], acting }, { message }, { reason: tool });
      return { text: event.text, done };
    },
  };
}
