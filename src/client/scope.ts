import { SESSION_CALLS } from "../api/calls/events.ts";
import { RECALL_CALLS } from "../api/calls/recall.ts";
import { COMMANDS_CALLS, DIGEST_CALLS, WRITE_CALLS } from "../api/calls/write.ts";
import type { CommandResult, CommandsHandle } from "../api/commands.ts";
import type { ReplyContext } from "../api/context.ts";
import type { DigestContext, DigestHandle } from "../api/digest.ts";
import type { MarkdownHandle } from "../api/markdown.ts";
import type {
  QueryAnswer,
  QueryCallOptions,
  QueryRequest,
  Recall,
  RecallCallOptions,
} from "../api/recall.ts";
import type {
  Compressed,
  CompressOptions,
  MemoryTool,
  ScopeHandle,
  SessionHandle,
  SessionResult,
  ToolAnswer,
} from "../api/scope.ts";
import type { ForgetResult, ObserveResult } from "../api/write.ts";
import { checkAgent } from "../domain/allowlist.ts";
import { withResolver } from "../domain/chat-commands/person.ts";
import type { Source } from "../domain/enums.ts";
import { invalidArgument } from "../domain/errors.ts";
import type { EventInput } from "../domain/event.ts";
import { injectInto } from "../domain/inject.ts";
import { checkId } from "../domain/text.ts";
import { type ToolName, toolDefinition } from "../domain/tool-definitions.ts";
import { remoteEvents, remoteMemories, remoteProfile } from "./memories.ts";
import { randomId } from "./random-id.ts";
import { type Remote, remote, request } from "./remote.ts";
import { refuse, type ServerInfo, type Where } from "./request.ts";
import { remoteConversation } from "./streams.ts";
import type { Transport } from "./transport.ts";

type SentRecall<S extends Source> = Pick<Recall<S>, "hits" | "degraded" | "unsure" | "receipt"> & {
  readonly prompt: string;
};

/** A scope on a server: each call is a request. */
export function remoteScope(transport: Transport, server: ServerInfo, where: Where): ScopeHandle {
  const to = { transport, where };
  const { scope, agent } = where;
  const handle: ScopeHandle = remote("scope", to, {
    scope,
    tenant: server.key.tenant,
    legacy: where.legacy ?? [],
    memories: remoteMemories(to),
    events: remoteEvents(to),
    digest: remoteDigest(to, server),
    commands: remoteCommands(to),
    profile: remoteProfile(to),
    markdown: remoteMarkdown(to),
    tools: () => remoteTools(transport, server.settings.tools, where),
    session: (id) => remoteSession(to, id),

    observe: async (messages, options) =>
      (await request(to, WRITE_CALLS.observe, [messagesWithIds(messages), options])) as ObserveResult,

    async recall<S extends Source = "memories" | "quotes">(
      query: string,
      options: RecallCallOptions<S> = {},
    ) {
      const recall = await request(to, RECALL_CALLS.recall, [query, { ...options, explain: true }]);
      const { hits, degraded, unsure, prompt, receipt } = recall as SentRecall<S>;
      return {
        hits,
        degraded,
        unsure,
        receipt,
        toPrompt: () => prompt,
        injectInto: (messages) => injectInto(messages, prompt, server.settings.render.placement),
        delivered: (options) => handle.delivered(receipt, options),
      } satisfies Recall<S>;
    },
    context: async (reply, { openOnly, signal } = {}) => {
      refuse({ openOnly }, "openOnly", "context()", "the role of the key says which words it may see.");
      return (await request(to, RECALL_CALLS.context, [reply, { signal }])) as ReplyContext | null;
    },
    followConversation: ({ signal } = {}) => remoteConversation(transport, { scope, agent }, signal),

    query: (async (queryRequest: QueryRequest, options?: QueryCallOptions) => {
      checkAgent(agent ?? server.key.agent, queryRequest.agent);
      return remoteQuery(transport, { ...queryRequest, ...where }, options);
    }) as ScopeHandle["query"],

    forget: async (target, options) => {
      const { once, ...dry } = WRITE_CALLS.forget;
      // A dry run is not a write, and is answered even where writes are not allowed.
      const isDry = "dryRun" in target && target.dryRun === true;
      return (await request(to, isDry ? dry : WRITE_CALLS.forget, [target, options])) as ForgetResult;
    },
  });
  return handle;
}

async function remoteQuery(
  transport: Transport,
  body: unknown,
  { signal, onDegraded }: QueryCallOptions = {},
): Promise<QueryAnswer> {
  const { value, headers } = await transport.sendFull<QueryAnswer>("POST", "/memory/query", { body, signal });
  const reason = headers.get("x-memoir-degraded");
  if (reason !== null) {
    onDegraded?.({ reason, detail: decodeURIComponent(headers.get("x-memoir-degraded-detail") ?? "") });
  }
  return value;
}

/** The id that a message would be given there, so that sending it again is harmless. */
function messagesWithIds(messages: readonly EventInput[]): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message: EventInput | null) => {
    const isNameless = typeof message === "object" && message !== null && message.id === undefined;
    return isNameless ? { ...message, id: randomId() } : message;
  });
}

function remoteSession({ transport, where }: Remote, session: string): SessionHandle {
  const id = checkId(session, "session");
  const to = { transport, ...(where === undefined ? {} : { where }), path: { id } };
  async function compress<M extends object>(
    messages?: readonly M[],
    options: CompressOptions = {},
  ): Promise<Compressed<M> | SessionResult> {
    if (messages === undefined) {
      const { signal } = options;
      return (await request(to, { ...SESSION_CALLS.compress, once: true }, [
        undefined,
        { signal },
      ])) as SessionResult;
    }
    // Harmless twice, and answered where no write is allowed: no key of a request is needed.
    const answer = (await request(to, SESSION_CALLS.compress, [messages, options])) as Compressed<M>;
    const { kept: positions, summaryAt } = answer;
    const short = new Set(answer.shortened);
    // The caller's own messages, not copies of them.
    const ownMessages = positions.map((at, i) => {
      const position = summaryAt !== null && i >= summaryAt ? i + 1 : i;
      return short.has(at) ? answer.messages[position]! : messages[at]!;
    });
    return {
      ...answer,
      messages:
        summaryAt === null ? ownMessages : ownMessages.toSpliced(summaryAt, 0, answer.messages[summaryAt]!),
    };
  }
  return remote("session", to, { id, compress: compress as SessionHandle["compress"] });
}

type SentContext = Omit<DigestContext, "toPrompt" | "injectInto"> & { readonly prompt: string };

/** Contexts of a scope on a server. */
function remoteDigest(to: Remote, server: ServerInfo): DigestHandle {
  return remote("digest", to, {
    async context(person, options) {
      const { prompt, ...contextFields } = (await request(to, DIGEST_CALLS.context, [
        person,
        options,
      ])) as SentContext;
      return {
        ...contextFields,
        toPrompt: () => prompt,
        injectInto: (messages) => injectInto(messages, prompt, server.settings.render.placement),
      };
    },
  });
}

/** Commands of a scope on a server; names that it does not know are resolved here. */
function remoteCommands(to: Remote): CommandsHandle {
  return remote("commands", to, {
    handle: (message, { signal, resolve } = {}) =>
      withResolver(
        message,
        resolve,
        async (one) => (await request(to, COMMANDS_CALLS.handle, [one, { signal }])) as CommandResult,
      ),
  });
}

/** The preset's tools, run where the engine is. */
function remoteTools({ send }: Transport, names: readonly ToolName[], where: Where): MemoryTool[] {
  return names.map((name) => {
    const path = `/api/ltm/tools/${encodeURIComponent(name)}`;
    const call: MemoryTool["call"] = async (args, { signal } = {}) => {
      const requestOptions = { body: { ...where, arguments: args }, signal };
      const { answer, result } = await send<Pick<ToolAnswer, "result"> & { answer: string }>(
        "POST",
        path,
        requestOptions,
      );
      return { text: answer, result };
    };
    return {
      ...toolDefinition(name),
      call,
      execute: async (args, options) => (await call(args, options)).text,
    };
  });
}

/** The Markdown file of a scope on a server: the file lies there, at the place that the server's settings name. */
function remoteMarkdown(to: Remote): MarkdownHandle {
  const { sync, diff, status, ...calls } = remote("markdown", to, {
    // biome-ignore lint/correctness/useYield: a feed that fails before its first item.
    async *watch() {
      throw invalidArgument(
        "watch() works where the file is. Run `memoir markdown watch` beside the server.",
      );
    },
  });
  return {
    ...calls,
    sync: async (options) => sync(withoutFile(options)),
    diff: async (options) => diff(withoutFile(options)),
    status: async (options) => status(withoutFile(options)),
  };
}

function withoutFile<T extends { file?: string | undefined }>(options: T | undefined): T | undefined {
  if (options?.file === undefined) return options;
  throw invalidArgument(
    "A server writes only the file in its settings (markdown.path). Leave file out, or write the result of render().",
  );
}
