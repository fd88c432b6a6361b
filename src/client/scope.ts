import type { CommandsHandle } from "../api/commands.ts";
import type { DigestContext, DigestDay, DigestHandle } from "../api/digest.ts";
import type { Hit } from "../api/hit.ts";
import type { QueryAnswer, QueryCallOptions, QueryRequest } from "../api/query.ts";
import type { Degraded, Recall, RecallCallOptions, Receipt } from "../api/recall.ts";
import type { MemoryTool, ScopeHandle, ToolAnswer } from "../api/scope.ts";
import type {
  Compressed,
  CompressOptions,
  SessionEndOptions,
  SessionHandle,
  SessionResult,
} from "../api/session.ts";
import type { Remembered } from "../api/write.ts";
import { checkAgent } from "../domain/allowlist.ts";
import { withResolver } from "../domain/commands/person.ts";
import type { EventInput } from "../domain/event.ts";
import { injectInto } from "../domain/inject.ts";
import type { Source } from "../domain/names.ts";
import { checkId } from "../domain/text.ts";
import { type ToolName, toolDefinition } from "../domain/tool-definitions.ts";
import { COMMANDS_CALLS, DIGEST_CALLS, SCOPE_CALLS, SESSION_CALLS } from "../handles/calls.ts";
import { checked } from "../handles/checked.ts";
import { remoteEvents } from "./events.ts";
import { remoteMarkdown } from "./markdown.ts";
import { remoteMemories } from "./memories.ts";
import { pageFrom } from "./page.ts";
import { remoteProfile } from "./profile.ts";
import type { ServerInfo, Where } from "./request.ts";
import type { Transport } from "./transport.ts";

interface Recalled<S extends Source> {
  readonly hits: readonly Hit<S>[];
  readonly degraded: Degraded | null;
  readonly prompt: string;
  readonly receipt: Receipt;
}

/** A scope on a server: each call is a request. */
export function remoteScope(transport: Transport, server: ServerInfo, where: Where): ScopeHandle {
  const { send } = transport;
  const { scope, agent } = where;
  const delivered = async (receipt: Receipt): Promise<void> => {
    await send("POST", "/api/ltm/recall/delivered", { body: { ...where, receipt } });
  };
  const handle: ScopeHandle = {
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
      const { hits, degraded, prompt, receipt } = found;
      return {
        hits,
        degraded,
        receipt,
        toPrompt: () => prompt,
        injectInto: (messages) => injectInto(messages, prompt, server.settings.render.placement),
        delivered: () => delivered(receipt),
      } satisfies Recall<S>;
    },
    explain: (query, { signal, ...options } = {}) =>
      send("POST", "/api/ltm/explain", { body: { ...where, thread: undefined, query, ...options }, signal }),
    preview: (messages, { signal } = {}) =>
      send("POST", "/api/ltm/preview", { body: { ...where, messages }, signal }),
    delivered,

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

    review: ({ cursor, signal, ...filter } = {}) =>
      pageFrom(
        (at) => send("GET", "/api/ltm/review", { query: { scope, agent, ...filter, cursor: at }, signal }),
        cursor,
      ),

    session: (id) => remoteSession(transport, where, id),
  };
  return checked(handle, SCOPE_CALLS);
}

/** The id that a message would be given there, so that sending it again is harmless. */
function named(messages: readonly EventInput[]): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message: EventInput) =>
    isNameless(message) ? { ...message, id: crypto.randomUUID() } : message,
  );
}

function isNameless(message: unknown): boolean {
  return typeof message === "object" && message !== null && (message as EventInput).id === undefined;
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
  const handle: SessionHandle = {
    id,
    end: (options) => say("end", options),
    compress: compress as SessionHandle["compress"],
    consolidate: (options) => say("consolidate", options),
    heartbeat: (options) => say("heartbeat", options),
  };
  return checked(handle, SESSION_CALLS);
}

type SentContext = Omit<DigestContext, "toPrompt" | "injectInto"> & { readonly prompt: string };

/** Contexts of a scope on a server. */
function remoteDigest({ send }: Transport, server: ServerInfo, where: Where): DigestHandle {
  const handle: DigestHandle = {
    async context(person, { signal, deadlineMs } = {}) {
      const body = { ...where, person, deadlineMs };
      const { prompt, ...found } = await send<SentContext>("POST", "/api/ltm/digest/context", {
        body,
        signal,
      });
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
  };
  return checked(handle, DIGEST_CALLS, "digest.");
}

/** Commands of a scope on a server; names that it does not know are resolved here. */
function remoteCommands({ send }: Transport, where: Where): CommandsHandle {
  const handle: CommandsHandle = {
    handle: (message, { signal, resolve } = {}) =>
      withResolver(message, resolve, (one) =>
        send("POST", "/api/ltm/commands", { body: { ...where, message: one }, once: true, signal }),
      ),
  };
  return checked(handle, COMMANDS_CALLS, "commands.");
}

interface ToolReply {
  readonly answer: string;
  readonly result: ToolAnswer["result"];
}

/** The preset's tools, run where the engine is. */
function remoteTools({ send }: Transport, names: readonly ToolName[], where: Where): MemoryTool[] {
  return names.map((name) => {
    const path = `/api/ltm/tools/${encodeURIComponent(name)}`;
    const call: MemoryTool["call"] = async (args, { signal } = {}) => {
      const asked = { body: { ...where, arguments: args }, signal };
      const { answer, result } = await send<ToolReply>("POST", path, asked);
      return { text: answer, result };
    };
    return {
      ...toolDefinition(name),
      call,
      execute: async (args, options) => (await call(args, options)).text,
    };
  });
}
