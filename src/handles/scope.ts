import type { QueryCallOptions, QueryRequest } from "../api/query.ts";
import type { RecallCallOptions } from "../api/recall.ts";
import type { ScopeHandle, ScopeOptions } from "../api/scope.ts";
import { accessOf } from "../domain/allowlist.ts";
import { checkList } from "../domain/arguments.ts";
import { MemoirError } from "../domain/errors.ts";
import { formatScope, parseScope, type Scope, type ScopeInput } from "../domain/scope.ts";
import { resolveSettings } from "../domain/settings.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { presetNamed } from "../presets/index.ts";
import { askForTool, askQuery, askRecall } from "../read/ask.ts";
import { deliver } from "../read/delivery.ts";
import { explain } from "../read/explain.ts";
import { checkCategories } from "../read/filter.ts";
import { review } from "../read/waiting.ts";
import { findScope } from "../store/scopes.ts";
import { forgetIn } from "../write/forget.ts";
import { keepClaim, toolWriter } from "../write/keep-claim.ts";
import { observe } from "../write/observe.ts";
import { extractPending } from "../write/pipeline.ts";
import { previewMessages } from "../write/preview.ts";
import { visibleReport } from "../write/report.ts";
import { SCOPE_CALLS } from "./calls.ts";
import { checked } from "./checked.ts";
import { commandsOf } from "./commands.ts";
import { digestOf } from "./digest.ts";
import { eventsOf } from "./events.ts";
import { markdownOf } from "./markdown.ts";
import { memoriesOf } from "./memories.ts";
import { profileOf } from "./profile.ts";
import { sessionOf } from "./session.ts";
import { toolsOf } from "./tools.ts";

/** The way into one scope, for who `options` say acts through it. */
export function scopeHandle(engine: Engine, scope: Scope, options: ScopeOptions): ScopeHandle {
  const agent = options.agent === undefined ? null : checkId(options.agent, "agent");
  const thread = options.thread === undefined ? null : checkId(options.thread, "thread");
  const actor = options.actor === undefined ? (agent ?? "library") : checkId(options.actor, "actor");
  const bound = options.categories === undefined ? null : checkCategories(options.categories);
  const access = accessOf(engine.settings.allowlists, agent, bound);
  const acting = { actor, access };
  // R62: read, never written, and forgotten from together with the scope.
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
    memories: memoriesOf(engine, scope, acting),
    events: eventsOf(engine, scope, access),
    digest: digestOf(engine, scope, access),
    commands: commandsOf(engine, origin, access),
    profile: profileOf(engine, scope, acting, thread),
    markdown: markdownOf(engine, scope, acting),

    async observe(messages, { signal } = {}) {
      engine.use();
      return observe(engine, scope, messages, { thread, signal });
    },

    async flush({ signal } = {}) {
      engine.use();
      if (!engine.settings.enable) return { events: 0, entries: [] };
      const report = await engine.accept(
        engine.markdown.loaded(scope).then(() => extractPending(engine, scope, signal)),
      );
      await engine.accept(engine.background.embedFresh(scope, signal));
      return visibleReport(access, report);
    },

    async remember(text, options = {}) {
      engine.use();
      const own = { ...origin, tool: null };
      // Accepted from here on: who closes the engine now waits for it.
      return engine.accept(engine.markdown.loaded(scope).then(() => keepClaim(engine, own, text, options)));
    },

    recall: (async (query: string, options: RecallCallOptions = {}) => {
      await engine.markdown.loaded(scope);
      const found = await askRecall(engine, reading, query, options);
      engine.background.triggers.fireSoon("read", scope);
      return found;
    }) as ScopeHandle["recall"],

    async explain(query, { preset, memory, ...options } = {}) {
      const { settings } =
        preset === undefined ? { settings: null } : presetNamed(preset, "explain({ preset })");
      const shown = settings === null ? null : resolveSettings(settings);
      const reads = shown && {
        readPolicy: shown.readPolicy,
        render: shown.render,
        categories: shown.categories,
      };
      const known = memory === undefined ? null : await handle.memories.get(memory);
      return explain(engine, reading, query, { ...options, preset: reads, memory: known });
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

    delivered: async (receipt) => deliver(engine, reading, receipt),

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
        writer: toolWriter(engine, origin, scopes),
      }),

    forget: (target, options) => forgetIn(engine, { scopes, acting }, target, options),

    async review(options) {
      const num = (await findScope(engine.use(), scope))?.num;
      return review(engine, { tenant: scope.tenant, access }, { num }, options);
    },

    session: (id) => sessionOf(engine, scope, { acting, thread }, id),
  };
  return checked(handle, SCOPE_CALLS);
}
