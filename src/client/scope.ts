import { checked } from "../api/calls/index.ts";
import type { CommandsHandle } from "../api/commands.ts";
import type { ReplyContext } from "../api/context.ts";
import type { DigestContext, DigestDay, DigestHandle } from "../api/digest.ts";
import type { MarkdownHandle } from "../api/markdown.ts";
import type { AboutPerson } from "../api/person.ts";
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
  SessionEndOptions,
  SessionHandle,
  SessionResult,
  ToolAnswer,
} from "../api/scope.ts";
import type { Remembered } from "../api/write.ts";
import { checkAgent } from "../domain/allowlist.ts";
import { withResolver } from "../domain/chat-commands/person.ts";
import type { Source } from "../domain/enums.ts";
import { invalidArgument } from "../domain/errors.ts";
import type { EventInput } from "../domain/event.ts";
import { injectInto } from "../domain/inject.ts";
import { checkId } from "../domain/text.ts";
import { type ToolName, toolDefinition } from "../domain/tool-definitions.ts";
import { remoteEvents, remoteMemories, remoteProfile } from "./memories.ts";
import { fetchPage, orNull, refuse, type ServerInfo, segment, type Where } from "./request.ts";
import { remoteConversation } from "./streams.ts";
import type { Transport } from "./transport.ts";

type Recalled<S extends Source> = Pick<Recall<S>, "hits" | "degraded" | "unsure" | "receipt"> & {
  readonly prompt: string;
};

/** A scope on a server: each call is a request. */
export function remoteScope(transport: Transport, server: ServerInfo, where: Where): ScopeHandle {
  const { send } = transport;
  const { scope, agent } = where;
  const delivered: ScopeHandle["delivered"] = async (receipt, { reply, question, signal } = {}) => {
    const body = { ...where, receipt, reply, question };
    await send("POST", "/api/ltm/recall/delivered", { body, signal });
  };
  return checked("scope", {
    scope,
    tenant: server.key.tenant,
    legacy: where.legacy ?? [],
    memories: remoteMemories(transport, where),
    events: remoteEvents(transport, where),
    digest: remoteDigest(transport, server, where),
    commands: remoteCommands(transport, where),
    profile: remoteProfile(transport, where),
    markdown: remoteMarkdown(transport, where),
    tools: () => remoteTools(transport, server.settings.tools, where),

    observe: (messages, { signal } = {}) =>
      send("POST", "/api/ltm/events", { body: { ...where, messages: named(messages) }, once: true, signal }),
    flush: ({ signal } = {}) => send("POST", "/api/ltm/flush", { body: where, once: true, signal }),
    remember: async (text, { signal, ...options } = {}) => {
      const body = { ...where, text, ...options };
      const asked = { body, once: true, signal };
      const { memory, outcome } = await send<Remembered>("POST", "/api/ltm/remember", asked);
      return { memory, outcome };
    },

    async recall<S extends Source = "memories" | "quotes">(query: string, given: RecallCallOptions<S> = {}) {
      const { signal, thread = where.thread, ...options } = given;
      const body = { ...where, thread, query, ...options, explain: true };
      const found = await send<Recalled<S>>("POST", "/api/ltm/recall", { body, signal });
      const { hits, degraded, unsure, prompt, receipt } = found;
      return {
        hits,
        degraded,
        unsure,
        receipt,
        toPrompt: () => prompt,
        injectInto: (messages) => injectInto(messages, prompt, server.settings.render.placement),
        delivered: (options) => delivered(receipt, options),
      } satisfies Recall<S>;
    },
    core: ({ signal, asker } = {}) =>
      send("GET", "/api/ltm/core", { query: { scope, agent, legacy: where.legacy, asker }, signal }),
    person: (person, { signal, limit } = {}) =>
      orNull(
        send<AboutPerson>("GET", "/api/ltm/person", {
          query: { scope, agent, legacy: where.legacy, person, limit },
          signal,
        }),
      ),
    explain: (query, { signal, ...options } = {}) =>
      send("POST", "/api/ltm/explain", { body: { ...where, thread: undefined, query, ...options }, signal }),
    preview: (messages, { signal } = {}) =>
      send("POST", "/api/ltm/preview", { body: { ...where, messages }, signal }),
    delivered,
    context: async (reply, { openOnly, signal } = {}) => {
      refuse({ openOnly }, "openOnly", "context()", "the role of the key says which words it may see.");
      const query = { scope, agent, legacy: where.legacy };
      return orNull(
        send<ReplyContext>("GET", `/api/ltm/contexts/${segment(reply, "reply")}`, { query, signal }),
      );
    },
    conversation: (options) => fetchPage(transport, "/api/ltm/conversation", { scope, agent, ...options }),
    followConversation: ({ signal } = {}) => remoteConversation(transport, { scope, agent }, signal),
    contexts: (options) => fetchPage(transport, "/api/ltm/contexts", { scope, agent, ...options }),
    feedback: (input, { signal } = {}) =>
      send("POST", "/api/ltm/feedback", { body: { ...input, scope, agent }, once: true, signal }),
    feedbacks: (options) => fetchPage(transport, "/api/ltm/feedback", { scope, agent, ...options }),

    query: (async (request: QueryRequest, { signal, onDegraded }: QueryCallOptions = {}) => {
      checkAgent(agent ?? server.key.agent, request.agent);
      const asked = { body: { ...request, ...where }, signal };
      const { value, headers } = await transport.sendFull<QueryAnswer>("POST", "/memory/query", asked);
      const reason = headers.get("x-memoir-degraded");
      if (reason !== null) {
        onDegraded?.({ reason, detail: decodeURIComponent(headers.get("x-memoir-degraded-detail") ?? "") });
      }
      return value;
    }) as ScopeHandle["query"],

    forget: (target, { signal, ...options } = {}) =>
      send("POST", "/api/ltm/forget", {
        body: { ...where, ...target, ...options },
        // A dry run is not a write, and is answered even where writes are not allowed.
        once: !("dryRun" in target && target.dryRun === true),
        signal,
      }),

    review: (options) => fetchPage(transport, "/api/ltm/review", { scope, agent, ...options }),

    session: (id) => remoteSession(transport, where, id),
  });
}

/** The id that a message would be given there, so that sending it again is harmless. */
function named(messages: readonly EventInput[]): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message: EventInput | null) => {
    const isNameless = typeof message === "object" && message !== null && message.id === undefined;
    return isNameless ? { ...message, id: crypto.randomUUID() } : message;
  });
}

function remoteSession({ send }: Transport, where: Where, session: string): SessionHandle {
  const id = checkId(session, "session");
  const path = `/api/ltm/sessions/${encodeURIComponent(id)}`;
  const say = <T>(call: string, { signal, ...more }: SessionEndOptions = {}): Promise<T> =>
    send("POST", `${path}/${call}`, { body: { ...where, ...more }, once: true, signal });
  async function compress<M extends object>(
    messages?: readonly M[],
    { signal, contextWindow }: CompressOptions = {},
  ): Promise<Compressed<M> | SessionResult> {
    if (messages === undefined) return say("compress", signal === undefined ? {} : { signal });
    const body = { ...where, messages, contextWindow };
    // Harmless twice, and answered where no write is allowed: no key of a request is needed.
    const answer = await send<Compressed<M>>("POST", `${path}/compress`, { body, signal });
    const { kept, summaryAt } = answer;
    const short = new Set(answer.shortened);
    // The caller's own messages, not copies of them.
    const own = kept.map((at, i) => {
      const place = summaryAt !== null && i >= summaryAt ? i + 1 : i;
      return short.has(at) ? answer.messages[place]! : messages[at]!;
    });
    return {
      ...answer,
      messages: summaryAt === null ? own : own.toSpliced(summaryAt, 0, answer.messages[summaryAt]!),
    };
  }
  return checked("session", {
    id,
    end: (options) => say("end", options),
    compress: compress as SessionHandle["compress"],
    consolidate: (options) => say("consolidate", options),
    heartbeat: (options) => say("heartbeat", options),
  });
}

type SentContext = Omit<DigestContext, "toPrompt" | "injectInto"> & { readonly prompt: string };

/** Contexts of a scope on a server. */
function remoteDigest({ send }: Transport, server: ServerInfo, where: Where): DigestHandle {
  return checked("digest", {
    async context(person, { signal, deadlineMs } = {}) {
      const asked = { body: { ...where, person, deadlineMs }, signal };
      const { prompt, ...found } = await send<SentContext>("POST", "/api/ltm/digest/context", asked);
      return {
        ...found,
        toPrompt: () => prompt,
        injectInto: (messages) => injectInto(messages, prompt, server.settings.render.placement),
      };
    },

    async days(person, { limit, signal } = {}) {
      const query = { scope: where.scope, agent: where.agent, person, limit };
      return (await send<{ items: DigestDay[] }>("GET", "/api/ltm/digest/days", { query, signal })).items;
    },
  });
}

/** Commands of a scope on a server; names that it does not know are resolved here. */
function remoteCommands({ send }: Transport, where: Where): CommandsHandle {
  return checked("commands", {
    handle: (message, { signal, resolve } = {}) =>
      withResolver(message, resolve, (one) =>
        send("POST", "/api/ltm/commands", { body: { ...where, message: one }, once: true, signal }),
      ),
  });
}

/** The preset's tools, run where the engine is. */
function remoteTools({ send }: Transport, names: readonly ToolName[], where: Where): MemoryTool[] {
  return names.map((name) => {
    const path = `/api/ltm/tools/${encodeURIComponent(name)}`;
    const call: MemoryTool["call"] = async (args, { signal } = {}) => {
      const asked = { body: { ...where, arguments: args }, signal };
      const { answer, result } = await send<Pick<ToolAnswer, "result"> & { answer: string }>(
        "POST",
        path,
        asked,
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

const MARKDOWN = "/api/ltm/markdown";

/** The Markdown file of a scope on a server: the file lies there, at the place that the server's settings name. */
function remoteMarkdown({ send }: Transport, where: Where): MarkdownHandle {
  const asked = { scope: where.scope, agent: where.agent };
  return checked("markdown", {
    async sync({ file, acceptRemovals, signal } = {}) {
      refuseFile(file);
      return send("POST", `${MARKDOWN}/sync`, { body: { ...asked, acceptRemovals }, once: true, signal });
    },
    async diff({ file, acceptRemovals, signal } = {}) {
      refuseFile(file);
      return send("GET", `${MARKDOWN}/diff`, { query: { ...asked, acceptRemovals }, signal });
    },
    async status({ file, signal } = {}) {
      refuseFile(file);
      return send("GET", `${MARKDOWN}/status`, { query: asked, signal });
    },
    render: async ({ format, signal } = {}) =>
      (await send<{ text: string }>("GET", MARKDOWN, { query: { ...asked, format }, signal })).text,
    // biome-ignore lint/correctness/useYield: a feed that fails before its first item.
    async *watch() {
      throw invalidArgument(
        "watch() works where the file is. Run `memoir markdown watch` beside the server.",
      );
    },
  });
}

function refuseFile(file: string | undefined): void {
  if (file === undefined) return;
  throw invalidArgument(
    "A server writes only the file in its settings (markdown.path). Leave file out, or write the result of render().",
  );
}
