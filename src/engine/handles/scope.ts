import { checked } from "../../api/calls/index.ts";
import { COMMAND_MESSAGE } from "../../api/calls/write.ts";
import type { CommandsHandle } from "../../api/commands.ts";
import type { DigestHandle } from "../../api/digest.ts";
import type { MarkdownHandle, MarkdownSyncOptions } from "../../api/markdown.ts";
import type { QueryCallOptions, QueryRequest, RecallCallOptions } from "../../api/recall.ts";
import type { ScopeHandle, ScopeOptions } from "../../api/scope.ts";
import { type Access, accessOf, checkUnbound } from "../../domain/allowlist.ts";
import {
  checkFlag,
  checkList,
  checkNames,
  checkOneOf,
  checkOptions,
  checkWhole,
  MAX_PER_PAGE,
  withoutUndefined,
} from "../../domain/arguments.ts";
import { withResolver } from "../../domain/chat-commands/person.ts";
import { renderContext } from "../../domain/digest.ts";
import { checkAborted, invalidArgument, MemoirError } from "../../domain/errors.ts";
import { injectInto } from "../../domain/inject.ts";
import type { Memory } from "../../domain/memory.ts";
import { formatScope, parseScope, type Scope, type ScopeInput } from "../../domain/scope.ts";
import { resolveSettings } from "../../domain/settings.ts";
import { checkId, checkText } from "../../domain/text.ts";
import type { CommandOrigin } from "../../features/chat-commands/tools.ts";
import { contextOf } from "../../features/markdown/context.ts";
import { diffFile, renderRows, statusOfFile, syncFile, watchFile } from "../../features/markdown/sync.ts";
import type { Syncing } from "../../features/markdown/sync-state.ts";
import { askForTool, askQuery, askRecall } from "../../read/entry.ts";
import { checkCategories } from "../../read/parse/filter.ts";
import { deliver } from "../../read/render/delivery.ts";
import { conversation, followConversation } from "../../read/views/conversation.ts";
import { coreLines } from "../../read/views/core-lines.ts";
import { explain } from "../../read/views/explain.ts";
import { listFeedback } from "../../read/views/feedback-list.ts";
import { listContexts, replyContext } from "../../read/views/reply-context.ts";
import { review } from "../../read/views/review-queue.ts";
import { strongestMemories } from "../../read/views/strongest.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { visibleReport } from "../../write/commit/report.ts";
import { extractPending } from "../../write/extract-pending.ts";
import { observe } from "../../write/observe/observe.ts";
import { previewMessages } from "../../write/preview.ts";
import type { Acting } from "../../write/tools/write-tools.ts";
import { giveFeedback } from "../../write/verbs/feedback.ts";
import { forgetIn } from "../../write/verbs/forget.ts";
import { rememberClaim, rememberTool } from "../../write/verbs/remember.ts";
import type { Engine } from "../engine.ts";
import { presetNamed } from "../presets/presets.ts";
import { eventsHandle, memoriesHandle } from "./memories.ts";
import { aboutPerson } from "./person.ts";
import { profileHandle } from "./profile.ts";
import { sessionHandle } from "./session.ts";
import { measured } from "./telemetry.ts";
import { toolsOf } from "./tools.ts";

/** The way into one scope, for who `options` say acts through it. */
export function scopeHandle(engine: Engine, scope: Scope, options: ScopeOptions): ScopeHandle {
  const agent = options.agent === undefined ? null : checkId(options.agent, "agent");
  const thread = options.thread === undefined ? null : checkId(options.thread, "thread");
  const actor = options.actor === undefined ? (agent ?? "library") : checkId(options.actor, "actor");
  const bound = options.categories === undefined ? null : checkCategories(options.categories);
  const access = accessOf(engine.settings.allowlists, agent, bound);
  const acting = { actor, access };
  // Read, never written, and forgotten from together with the scope.
  const legacy = Array.from(checkList(options.legacy ?? [], "legacy"), (one) =>
    parseScope(one as ScopeInput, scope.tenant),
  ).filter((one) => one.kind !== scope.kind || one.id !== scope.id);
  const scopes: [Scope, ...Scope[]] = [scope, ...legacy];
  const reading = { scopes, access, thread };
  const origin = {
    scope,
    acting,
    speaker: { user: scope.kind === "user" ? scope.id : null, agent, thread },
  };

  const handle: ScopeHandle = {
    scope: formatScope(scope),
    tenant: scope.tenant,
    legacy: legacy.map(formatScope),
    memories: memoriesHandle(engine, scope, acting),
    events: eventsHandle(engine, scope, access),
    digest: digestOf(engine, scope, access),
    commands: commandsOf(engine, origin, access),
    profile: profileHandle(engine, scope, acting, thread),
    markdown: markdownOf(engine, scope, acting),

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
      const own = { ...origin, tool: null };
      // Accepted from here on: who closes the engine now waits for it.
      return engine.accept(
        engine.markdown.loaded(scope).then(() => rememberClaim(engine, own, text, options)),
      );
    },

    recall: (async (query: string, options: RecallCallOptions = {}) => {
      await engine.markdown.loaded(scope);
      const found = await askRecall(engine, reading, query, options);
      engine.background.triggers.fireSoon("read", scope);
      return found;
    }) as ScopeHandle["recall"],

    async core(options = {}) {
      await engine.markdown.loaded(scope);
      return coreLines(engine, reading, options);
    },

    async person(person, options = {}) {
      await engine.markdown.loaded(scope);
      return aboutPerson(engine, handle, reading, [person, options]);
    },

    async explain(query, { preset, memory, event, ...options } = {}) {
      const { settings } =
        preset === undefined ? { settings: null } : presetNamed(preset, "explain({ preset })");
      const shown = settings === null ? null : resolveSettings(settings);
      const reads = shown && {
        readPolicy: shown.readPolicy,
        render: shown.render,
        categories: shown.categories,
      };
      if (memory !== undefined && event !== undefined)
        throw invalidArgument("explain() answers for one line: name a memory or an event, not both.");
      const known = memory === undefined ? null : await handle.memories.get(memory);
      const said = event === undefined ? null : await handle.events.get(event);
      const about = known !== null ? { memory: known } : said !== null ? { event: said } : null;
      return explain(engine, reading, query, { ...options, preset: reads, about });
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

    delivered: async (receipt, options) => deliver(engine, reading, receipt, options),
    context: async (reply, options) => replyContext(engine, reading, reply, options),
    contexts: async (options) => listContexts(engine, reading, options),
    conversation: async (options) => conversation(engine, reading, options),
    followConversation: (options) => followConversation(engine, reading, options),
    feedback: async (input, options) => giveFeedback({ tools: engine, scope, acting }, input, options),
    feedbacks: async (options) => listFeedback(engine, reading, options),

    query: (async (request: QueryRequest, options?: QueryCallOptions) => {
      await engine.markdown.loaded(scope);
      const answer = await askQuery(engine, reading, request, options);
      engine.background.triggers.fireSoon("read", scope);
      return answer;
    }) as ScopeHandle["query"],

    tools: () =>
      toolsOf(engine.settings.tools, {
        scope: handle,
        ask: (query, options) => askForTool(engine, reading, query, options),
        writer: rememberTool(engine, origin, scopes),
      }),

    forget: (target, options) => forgetIn(engine, { scopes, acting }, target, options),

    async review(options) {
      const num = (await findScope(engine.use(), scope))?.num;
      return review(engine, { tenant: scope.tenant, access }, { num }, options);
    },

    session: (id) => sessionHandle(engine, scope, { acting, thread }, id),
  };
  return measured(checked("scope", handle));
}

/** Commands read what was said: who is bound to categories gives none. */
function commandsOf(engine: Engine, origin: CommandOrigin, access: Access): CommandsHandle {
  return checked("commands", {
    async handle(message, { signal, resolve } = {}) {
      checkUnbound(access, "commands");
      checkNames(
        checkOptions(message, "commands.handle()"),
        Object.keys(COMMAND_MESSAGE),
        "commands.handle()",
      );
      checkAborted(signal);
      engine.use();
      const result = await withResolver(message, resolve, (one) =>
        engine.accept(engine.commands(origin, one, signal)),
      );
      if (result.command !== null) engine.background.triggers.fireSoon("command", origin.scope);
      return result;
    },
  });
}

/** Nobody waits longer than this for a prompt. */
const MAX_WAIT = 600_000;

/** Days are made from events, which belong to no category: who is bound to some sees none of them. */
function digestOf(engine: Engine, scope: Scope, access: Access): DigestHandle {
  return checked("digest", {
    async context(person, { deadlineMs: wanted, signal } = {}) {
      checkUnbound(access, "digests");
      const account = checkPerson(scope, person);
      const { settings } = engine;
      const deadlineMs =
        wanted === undefined ? settings.digest.deadlineMs : checkWhole(wanted, "deadlineMs", 0, MAX_WAIT);
      checkAborted(signal);
      engine.use();
      const found = await engine.digests.context(scope, account, deadlineMs, signal);
      const { name, text, source, parts, degraded } = found;
      const block = renderContext(name, text);
      return {
        person: account,
        name,
        text,
        source,
        parts,
        degraded,
        toPrompt: () => block,
        injectInto: (messages) => injectInto(messages, block, settings.render.placement),
      };
    },

    async days(person, { limit, signal } = {}) {
      checkUnbound(access, "digests");
      const account = person === undefined ? undefined : checkId(person, "person");
      const most = checkWhole(limit ?? 30, "limit", 1, MAX_PER_PAGE);
      checkAborted(signal);
      engine.use();
      return engine.digests.days(scope, account, most);
    },
  });
}

function checkPerson({ kind, id }: Scope, person: string | undefined): string {
  if (person !== undefined) return checkId(person, "person");
  if (kind === "user") return id;
  throw invalidArgument("context() needs to know of whom: pass the account id of a person.");
}

/** Longer paths are none. */
const LONGEST_PATH = 4_096;

function markdownOf(engine: Engine, scope: Scope, acting: Acting): MarkdownHandle {
  const syncing: Syncing = { tools: engine, scope, acting };
  const asked = ({ file, acceptRemovals, signal }: MarkdownSyncOptions = {}): MarkdownSyncOptions =>
    withoutUndefined({
      file: file === undefined ? undefined : checkText(file, "file", LONGEST_PATH),
      acceptRemovals: acceptRemovals === undefined ? undefined : checkFlag(acceptRemovals, "acceptRemovals"),
      signal,
    });
  return checked("markdown", {
    async sync(options) {
      engine.use();
      return engine.accept(syncFile(syncing, asked(options), engine.closed));
    },
    async diff(options) {
      engine.use();
      return diffFile(syncing, asked(options));
    },
    async status(options) {
      engine.use();
      return statusOfFile(syncing, asked(options));
    },
    async render({ format = "memory" } = {}) {
      engine.use();
      if (checkOneOf(format, ["memory", "context"], "format") === "memory") return renderRows(syncing);
      const memories: Memory[] = await strongestMemories(engine, scope, acting.access);
      return contextOf(memories, engine.settings.markdown.groups);
    },
    watch({ settleMs = 100, ...options } = {}) {
      engine.use();
      const settle = checkWhole(settleMs, "settleMs", 0, 60_000);
      return watchFile(syncing, asked(options), settle, engine);
    },
  });
}
