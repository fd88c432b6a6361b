import { randomUUID } from "node:crypto";
import type { Candidate } from "../domain/candidate.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Event } from "../domain/event.ts";
import { type ImportanceLevel, importanceFromLevel } from "../domain/memory.ts";
import { formatScope, type Scope } from "../domain/scope.ts";
import { namesIn } from "../store/authors.ts";
import { listEvents, type NewEvent } from "../store/events.ts";
import { listMemories } from "../store/memory-search.ts";
import { type InsightScope, nextInsightScope } from "../store/upkeep-marks.ts";
import { enter, NOT_DONE } from "../write/commit.ts";
import { memorable } from "../write/remember.ts";
import { askInsights, type InsightFound, type InsightInput } from "./insight-prompt.ts";
import { contextOf, type Run, type UpkeepTask, type UpkeepTools } from "./task.ts";

const NAME = "insight";
const DAY = 86_400_000;
const MINUTE = 60_000;
/** R247 */
const ACTIVITIES = 5;
const FACTS = 3;
const CONVERSATION = 1_000;
/** Messages that are looked through for those characters, and that an insight is said to rest on. */
const MESSAGES = 20;
const BACKED_BY = 5;

/** Asks a model once a day what a user's conversation says about them and the relationship (R247–R251). */
export const insightTask: UpkeepTask = {
  name: NAME,
  about: "Asks a language model what recent conversations say about a user and the relationship.",
  reversible: true,
  wanted: ({ upkeep }) => upkeep.insight.enable,
  async run(run, tools) {
    if (!tools.caller.has("insight")) return false;
    for (let from = Number(run.place ?? 0); ; ) {
      run.signal.throwIfAborted();
      if (run.isFull()) return true;
      const scope = await nextInsightScope(tools.store.read, run.tenant, from, run.at - DAY);
      if (scope === undefined) return false;
      from = scope.num + 1;
      if (!(await lookAt(run, tools, scope))) return false;
      run.count("rows");
    }
  },
};

/** `false`: no model answers, so nobody else is asked about either. */
async function lookAt(run: Run, tools: UpkeepTools, place: InsightScope): Promise<boolean> {
  const { kind, id, num, seq } = place;
  const scope: Scope = { tenant: run.tenant, kind, id };
  const read = await readScope(run, tools, place);
  // Noted before anybody is asked: whatever comes of it, it is asked once a day.
  if (!run.dryRun) {
    const asked = run.at - (run.at % MINUTE);
    const marks = [
      { name: NAME, rev: seq },
      { name: `${NAME}.at`, rev: asked },
    ];
    await run.apply("markScope", { scope, at: run.at, marks }, String(num + 1));
  }
  if (read === null) return true;
  try {
    const { insights, refused, tokens, model } = await askInsights(
      tools.caller,
      run.tenant,
      read.input,
      run.signal,
    );
    run.count("tokens", tokens);
    run.count("refused", refused);
    for (const one of insights) await keep(run, tools, place, { ...one, model, events: read.events });
    return true;
  } catch (error) {
    if (MemoirError.is(error) && (error.code.startsWith("model_") || error.code === "budget_exhausted"))
      return false;
    throw error;
  }
}

/** What a model is shown of a scope; `null` where nobody has said anything. */
async function readScope(
  { at }: Run,
  { store: { read } }: UpkeepTools,
  place: InsightScope,
): Promise<{ input: InsightInput; events: Event[] } | null> {
  const newest = await listEvents(read, place, { type: "message" }, { limit: MESSAGES });
  const spoken = newest.filter(
    ({ role, erasedAt, hiddenAt }) =>
      erasedAt === null && hiddenAt === null && (role === "user" || role === "assistant"),
  );
  const events: Event[] = [];
  let conversation = "";
  for (const event of spoken) {
    const line = `${event.role === "user" ? (event.actor ?? "User") : "Assistant"}: ${event.text.trim()}\n`;
    if (conversation.length + line.length > CONVERSATION) break;
    conversation = line + conversation;
    events.push(event);
  }
  if (!events.some(({ role }) => role === "user")) return null;
  const texts = async (filter: object, limit: number): Promise<string[]> => {
    const where = { ...filter, status: ["active" as const], at };
    const rows = await listMemories(read, place, where, { limit });
    return rows.map(({ text }) => text);
  };
  return {
    events: events.filter(({ role }) => role === "user").slice(0, BACKED_BY),
    input: {
      activities: await texts({ kind: "episodic" }, ACTIVITIES),
      facts: await texts({ kind: "semantic", createdAfter: place.looked }, FACTS),
      conversation: conversation.trim(),
    },
  };
}

/** An insight goes the way of every claim; it is a model's word, and rests on what the user said. */
async function keep(
  run: Run,
  tools: UpkeepTools,
  place: InsightScope,
  { text, tags, level, model, events }: InsightFound & { model: string; events: readonly Event[] },
): Promise<void> {
  const { tenant, kind, id } = place;
  const scope: Scope = { tenant, kind, id };
  const words = await memorable(text, tools.settings.privacy.denyPatterns);
  const change = {
    ...{ action: "add", scope: formatScope(scope), text: words, at: new Date(run.at) },
    detail: "a new insight",
  };
  if (run.dryRun) {
    run.change({ ...change, memoryId: null });
    return;
  }
  const nobody = { actor: null, platform: null, session: null, thread: null, turn: null };
  const event: NewEvent = {
    ...{ id: randomUUID(), type: "command", role: "system", text: words, ...nobody },
    ...{ content: JSON.stringify({ command: NAME }), at: run.at, recordedAt: run.at },
  };
  const candidate: Candidate = {
    ...{ text: words, kind: "insight", type: null, category: "relationship_dynamic" },
    ...{ subject: scope.id, slot: null, affirmed: true, method: "llm_extract", confidence: 1 },
    ...{ importance: importanceFromLevel(level as ImportanceLevel), corrects: false },
    ...{ validFrom: null, expiresAt: null, source: 0, span: [0, words.length] },
    ...{ matches: [], contradicts: [], ends: [], tags },
  };
  const entered = await enter(tools, {
    proposal: {
      ...{ candidate, role: "assistant", source: event, model, promptHash: null },
      asked: { key: null, given: [], pinned: false, hidden: false, byMember: false, agent: null, run: null },
    },
    source: event,
    also: events.map(({ seq }) => seq),
    names: await namesIn(tools.store.read, place),
    context: contextOf(run, tools, scope, "an insight"),
    done: NOT_DONE,
    signal: run.signal,
  });
  if ("refused" in entered) {
    run.count("refused");
    return;
  }
  run.count("insights");
  run.change({ ...change, memoryId: entered.memory?.id ?? null });
  tools.embedLater(scope);
}
