import { withOptionChecks } from "../../api/calls/index.ts";
import type { Explanation, QueryCallOptions, QueryRequest, RecallCallOptions } from "../../api/recall.ts";
import type { ScopeHandle, ScopeOptions } from "../../api/scope.ts";
import { accessOf } from "../../domain/allowlist.ts";
import { checkList } from "../../domain/arguments.ts";
import { invalidArgument, MemoirError } from "../../domain/errors.ts";
import { formatScope, parseScope, type Scope, type ScopeInput } from "../../domain/scope.ts";
import { resolveSettings } from "../../domain/settings.ts";
import { checkId } from "../../domain/text.ts";
import type { CommandOrigin } from "../../features/chat-commands/tools.ts";
import { askForTool, askQuery, askRecall } from "../../read/entry.ts";
import { checkCategories } from "../../read/parse/filter.ts";
import { deliver } from "../../read/render/delivery.ts";
import type { ReadingHandle } from "../../read/shared/request.ts";
import { conversation, followConversation } from "../../read/views/conversation.ts";
import { coreLines } from "../../read/views/core-lines.ts";
import { explain } from "../../read/views/explain.ts";
import { listFeedback } from "../../read/views/feedback-list.ts";
import { listContexts, replyContext } from "../../read/views/reply-context.ts";
import { review } from "../../read/views/review-queue.ts";
import { visibleReport } from "../../write/commit/report.ts";
import { extractPending } from "../../write/extract-pending.ts";
import { observe } from "../../write/observe/observe.ts";
import { previewMessages } from "../../write/preview.ts";
import { giveFeedback } from "../../write/verbs/feedback.ts";
import { forgetIn } from "../../write/verbs/forget.ts";
import { rememberClaim, rememberTool } from "../../write/verbs/remember.ts";
import type { Engine } from "../engine.ts";
import { presetNamed } from "../presets/presets.ts";
import { commandsHandle } from "./commands.ts";
import { digestHandle } from "./digest.ts";
import { markdownHandle } from "./markdown.ts";
import { eventsHandle, memoriesHandle } from "./memories.ts";
import { aboutPerson } from "./person.ts";
import { profileHandle } from "./profile.ts";
import { sessionHandle } from "./session.ts";
import { withTelemetry } from "./telemetry.ts";
import { toolsOf } from "./tools.ts";

/** A scope as one handle sees it: what it reads, and for whom it acts. */
interface BoundScope {
  readonly scope: Scope;
  readonly thread: string | null;
  /** Where its commands and claims come from. */
  readonly origin: CommandOrigin;
  readonly reading: ReadingHandle;
}

/** The way into one scope, for who `options` say acts through it. */
export function scopeHandle(engine: Engine, scope: Scope, options: ScopeOptions): ScopeHandle {
  const bound = bindScope(engine, scope, options);
  const { origin, reading, thread } = bound;
  const { acting } = origin;
  const [, ...legacy] = reading.scopes;
  const handle: ScopeHandle = {
    scope: formatScope(scope),
    tenant: scope.tenant,
    legacy: legacy.map(formatScope),
    memories: memoriesHandle(engine, scope, acting),
    events: eventsHandle(engine, scope, acting.access),
    digest: digestHandle(engine, scope, acting.access),
    commands: commandsHandle(engine, origin),
    profile: profileHandle(engine, scope, acting, thread),
    markdown: markdownHandle(engine, scope, acting),
    ...writesOf(engine, bound),
    ...readsOf(engine, bound),

    async person(person, options = {}) {
      await engine.markdown.loaded(scope);
      return aboutPerson(engine, handle, reading, [person, options]);
    },

    explain: (query, options) => explainIn(engine, handle, reading, [query, options]),

    tools: () =>
      toolsOf(engine.settings.tools, {
        scope: handle,
        ask: (query, options) => askForTool(engine, reading, query, options),
        writer: rememberTool(engine, origin, reading.scopes),
      }),

    session: (id) => sessionHandle(engine, scope, { acting, thread }, id),
  };
  return withTelemetry(withOptionChecks("scope", handle));
}

function bindScope(engine: Engine, scope: Scope, options: ScopeOptions): BoundScope {
  const agent = options.agent === undefined ? null : checkId(options.agent, "agent");
  const thread = options.thread === undefined ? null : checkId(options.thread, "thread");
  const actor = options.actor === undefined ? (agent ?? "library") : checkId(options.actor, "actor");
  const categories = options.categories === undefined ? null : checkCategories(options.categories);
  const access = accessOf(engine.settings.allowlists, agent, categories);
  // Read, never written, and forgotten from together with the scope.
  const legacy = Array.from(checkList(options.legacy ?? [], "legacy"), (item) =>
    parseScope(item as ScopeInput, scope.tenant),
  ).filter((one) => one.kind !== scope.kind || one.id !== scope.id);
  return {
    scope,
    thread,
    origin: {
      scope,
      acting: { actor, access },
      speaker: { user: scope.kind === "user" ? scope.id : null, agent, thread },
    },
    reading: { scopes: [scope, ...legacy], access, thread },
  };
}

type ScopeWrites = Pick<ScopeHandle, "observe" | "flush" | "remember" | "preview" | "feedback" | "forget">;

function writesOf(engine: Engine, { scope, thread, origin, reading }: BoundScope): ScopeWrites {
  const { acting } = origin;
  const { access } = acting;
  return {
    async observe(messages, { signal } = {}) {
      engine.use();
      return observe(engine, scope, messages, { thread, signal });
    },

    async flush({ signal } = {}) {
      engine.use();
      if (!engine.settings.enable) return { events: 0, entries: [] };
      const report = await engine.accept(
        engine.markdown.loaded(scope).then(() => extractPending(engine, scope, { signal })),
      );
      await engine.accept(engine.background.embedRequests.embedNow(scope, signal));
      return visibleReport(access, report);
    },

    async remember(text, options = {}) {
      engine.use();
      const claimOrigin = { ...origin, tool: null };
      // Accepted from here on: who closes the engine now waits for it.
      return engine.accept(
        engine.markdown.loaded(scope).then(() => rememberClaim(engine, claimOrigin, text, options)),
      );
    },

    async preview(messages, { signal } = {}) {
      engine.use();
      if (access.categories !== null) {
        throw new MemoirError(
          "not_allowed",
          "preview() shows what a claim meets in the whole scope; this handle sees some categories only.",
        );
      }
      return engine.accept(previewMessages(engine, scope, messages, { thread, signal }));
    },

    feedback: async (input, options) => giveFeedback({ tools: engine, scope, acting }, input, options),
    forget: (target, options) => forgetIn(engine, { scopes: reading.scopes, acting }, target, options),
  };
}

type ScopeReads = Pick<
  ScopeHandle,
  | "recall"
  | "query"
  | "core"
  | "delivered"
  | "context"
  | "contexts"
  | "conversation"
  | "followConversation"
  | "feedbacks"
  | "review"
>;

function readsOf(engine: Engine, { scope, reading }: BoundScope): ScopeReads {
  return {
    recall: (async (query: string, options: RecallCallOptions = {}) => {
      await engine.markdown.loaded(scope);
      const recall = await askRecall(engine, reading, query, options);
      engine.background.triggers.fireSoon("read", scope);
      return recall;
    }) as ScopeHandle["recall"],

    async core(options = {}) {
      await engine.markdown.loaded(scope);
      return coreLines(engine, reading, options);
    },

    query: (async (request: QueryRequest, options?: QueryCallOptions) => {
      await engine.markdown.loaded(scope);
      const answer = await askQuery(engine, reading, request, options);
      engine.background.triggers.fireSoon("read", scope);
      return answer;
    }) as ScopeHandle["query"],

    delivered: async (receipt, options) => deliver(engine, reading, receipt, options),
    context: async (reply, options) => replyContext(engine, reading, reply, options),
    contexts: async (options) => listContexts(engine, reading, options),
    conversation: async (options) => conversation(engine, reading, options),
    followConversation: (options) => followConversation(engine, reading, options),
    feedbacks: async (options) => listFeedback(engine, reading, options),

    review: (options) => review(engine, { tenant: scope.tenant, access: reading.access }, scope, options),
  };
}

/** Explains one line, a whole recall, or a recall under the settings of a preset. */
async function explainIn(
  engine: Engine,
  { memories, events }: ScopeHandle,
  reading: ReadingHandle,
  [query, { preset, memory, event, ...options } = {}]: Parameters<ScopeHandle["explain"]>,
): Promise<Explanation> {
  const { settings } = preset === undefined ? { settings: null } : presetNamed(preset, "explain({ preset })");
  const resolvedSettings = settings === null ? null : resolveSettings(settings);
  const reads = resolvedSettings && {
    readPolicy: resolvedSettings.readPolicy,
    render: resolvedSettings.render,
    categories: resolvedSettings.categories,
  };
  if (memory !== undefined && event !== undefined)
    throw invalidArgument("explain() answers for one line: name a memory or an event, not both.");
  const subject = memory === undefined ? null : await memories.get(memory);
  const said = event === undefined ? null : await events.get(event);
  const about = subject !== null ? { memory: subject } : said !== null ? { event: said } : null;
  return explain(engine, reading, query, { ...options, preset: reads, about });
}
