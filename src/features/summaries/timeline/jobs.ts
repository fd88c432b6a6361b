import type { Event } from "../../../domain/event.ts";
import type { Scope } from "../../../domain/scope.ts";
import { ERASED } from "../../../domain/text.ts";
import { summaryEntry, timeIn } from "../../../domain/timeline/entry.ts";
import { firstKept } from "../../../domain/timeline/fit.ts";
import type { JobModule } from "../../../jobs/run-job.ts";
import { findMemory } from "../../../store/tables/memories.ts";
import { findScope } from "../../../store/tables/scopes.ts";
import type { SessionRow } from "../../../store/tables/sessions.ts";
import {
  compressionEntries,
  oldEntries,
  scopesWithTimelineWork,
  sessionTalk,
  staleSpans,
} from "../../../store/tables/timeline.ts";
import type { RebuildArgs } from "../../../store/writes/timeline.ts";
import { consolidate, rawTexts, summaryMessages, type TimelineTools } from "./consolidate.ts";
import { summarise } from "./summarise.ts";

/** The kind of job that the settings' `triggers` ask for. */
const COMPRESS = "compress";

/** Compresses what was observed in the sessions that a trigger names; a summary that fails is tried again. */
export function compressJob(tools: TimelineTools): JobModule {
  return {
    kind: COMPRESS,
    run: async ({ scope, payload }, { signal }) => {
      const sessions = Array.isArray(payload.sessions) ? payload.sessions : [];
      if (scope === null) return;
      let failed: Error | null = null;
      for (const session of sessions) {
        if (typeof session !== "string") continue;
        const compressing = { scope, session, choose: choose(tools) };
        const { error, entries } = await consolidate(tools, compressing, signal);
        // A dump has kept all words: there is nothing to try again.
        if (error !== null && entries.length === 0) failed ??= error;
      }
      if (failed !== null) throw failed;
    },
  };
}

/** A session that is silent or over is compressed whole; one that goes on keeps its last turns. */
function choose({ settings, now }: TimelineTools): (live: readonly Event[], row: SessionRow) => number {
  const { idleMinutes } = settings.triggers;
  return (live, { last_at: lastAt, ended_at: endedAt }) => {
    const over = endedAt !== null || now() - lastAt >= idleMinutes * 60_000;
    const messages = live.map(({ role, turn, at }) => ({ role, turn, at: at.getTime() }));
    return firstKept(messages, over ? 0 : settings.timeline.keepTurns);
  };
}

const TIMELINE = "timeline";
const DAY = 86_400_000;
const LOOK_MS = 60_000;
/** Entries of one transaction, and messages of one entry. */
const BATCH = 50;
const MESSAGES = 10_000;

/** Erases timeline entries that are too old, and writes those again whose words were forgotten. */
export function timelineJob(tools: TimelineTools): JobModule {
  let looks = 0;
  const tooOld = (): number | null => {
    const { settings, now } = tools;
    const { retentionDays } = settings.timeline;
    return retentionDays === null ? null : now() - retentionDays * DAY;
  };
  return {
    kind: TIMELINE,
    run: async ({ scope }, { signal }) => {
      if (scope === null || !tools.settings.enable) return;
      const before = tooOld();
      if (before !== null) await dropOld(tools, scope, before, signal);
      await rebuild(tools, scope, signal);
    },
    look: {
      everyMs: LOOK_MS,
      // Retention is counted in days: it is looked for once in an hour, what was forgotten each minute.
      run: async (thorough) => {
        const { store, now, settings } = tools;
        if (!settings.enable) return;
        const before = thorough || looks++ % 60 === 0 ? tooOld() : null;
        for (const { tenant, num } of await scopesWithTimelineWork(store.read, before)) {
          const job = { kind: TIMELINE, scope: num, flight: TIMELINE, priority: -5 };
          await store.write("enqueue", { tenant, scope: null, at: now(), jobs: [job] });
        }
      },
    },
  };
}

async function dropOld(
  tools: TimelineTools,
  scope: Scope,
  before: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const scopeRef = await findScope(tools.use(), scope);
    if (scopeRef === undefined) return;
    const ids = await oldEntries(tools.use(), scopeRef, before, BATCH);
    if (ids.length === 0) return;
    await tools.store.write("dropEntries", { ...tools.context(scope, "older than it may get"), ids });
  }
}

/** Entry after entry. One that fails, because its model does, is tried again with the job. */
async function rebuild(tools: TimelineTools, scope: Scope, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const args = await rebuilt(tools, scope, signal);
    if (args === null) return;
    // `false`: more was forgotten while it was written; it is still among the stale ones.
    await tools.store.write("rebuildEntries", args);
    tools.changed();
    tools.embedLater(scope);
  }
}

/** The first stale entry without what was forgotten; `null`: there is none. */
async function rebuilt(tools: TimelineTools, scope: Scope, signal: AbortSignal): Promise<RebuildArgs | null> {
  const reader = tools.use();
  const scopeRef = await findScope(reader, scope);
  const [stale] = scopeRef === undefined ? [] : await staleSpans(reader, scopeRef, 1);
  if (scopeRef === undefined || stale === undefined) return null;
  const { timeline } = tools.settings;
  const { session, from_seq: from, to_seq: to, method } = stale;
  const spans = await compressionEntries(reader, scopeRef, stale);
  const events = await sessionTalk(reader, scopeRef, session, { after: from - 1, to, limit: MESSAGES });
  const row = await findMemory(reader, scopeRef, stale.memory);
  const context = { ...tools.context(scope, "written again without what was forgotten"), spans };
  const at = row?.created_at ?? tools.now();
  const time = { at, zone: timeline.zone };
  const none = { model: null, promptHash: null };
  if (method === "raw") {
    const texts = rawTexts(events, time, timeline.maxRawChars);
    return {
      ...context,
      ...none,
      method,
      texts: texts.length > 0 ? texts : [`${timeIn(row?.text ?? "")}[RAW] ${ERASED}`],
    };
  }
  const said = await summaryMessages(tools, scope, scopeRef, events);
  if (said.length === 0) return { ...context, ...none, method, texts: [row?.text ?? ERASED] };
  const summary = await summarise(tools, scope.tenant, said, signal);
  return {
    ...context,
    ...summary,
    texts: [summaryEntry(summary.text, summary.method, time, timeline.maxSummaryChars)],
  };
}
