import type { Said } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import { forgetRequests } from "../domain/extract/forget-request.ts";
import { mask } from "../domain/extract/mask.ts";
import { isOwn } from "../domain/same-name.ts";
import type { Scope } from "../domain/scope.ts";
import { terms } from "../domain/terms.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import { evidenceFrom, evidenceOf } from "../store/evidence.ts";
import { toMemory } from "../store/memories.ts";
import { policyFor } from "../store/policies.ts";
import { findScope } from "../store/scopes.ts";
import type { Reader } from "../store/tx.ts";
import type { WriteEntry } from "./report.ts";
import type { WriteTools } from "./write-tools.ts";

/** So much of what was named must be in a memory for it to be the one that is meant. */
const MEANT = 0.6;
const DAY = 86_400_000;
const REASON = "the user asked to forget it";

/** Forgets what somebody asks to forget in a chat (R157): softly, so that it can be brought back (C18). */
export async function forgetAsked(
  tools: WriteTools,
  scope: Scope,
  said: Said,
  event: Event,
): Promise<WriteEntry[]> {
  if (said.role !== "user" || said.type !== "message") return [];
  const entries: WriteEntry[] = [];
  for (const request of forgetRequests(mask(said.text).text)) {
    const place = await findScope(tools.store.read, scope);
    if (place === undefined) return entries;
    const at = { ...place, tenant: scope.tenant };
    const named = await tools.indexes.memories(tools.store.read, at, (index) =>
      meant(index, request, said.actor),
    );
    const ids = await backedBefore(tools.store.read, at, named, event.seq);
    entries.push(...(await forgetThese(tools, scope, event, ids)));
  }
  return entries;
}

/** What a model says that a user asks to forget: known memories by their short numbers, and messages by their places. */
export interface Meant {
  readonly memories: readonly number[];
  readonly messages: readonly number[];
}

/** Forgets what a model says that somebody asks to forget: only what is theirs, and as softly as by rules. */
export async function forgetNamed(
  tools: WriteTools,
  scope: Scope,
  { actor }: Said,
  event: Event,
  { memories, messages }: Meant,
): Promise<WriteEntry[]> {
  const place = await findScope(tools.store.read, scope);
  if (place === undefined) return [];
  const at = { ...place, tenant: scope.tenant };
  const backed = new Set<string>();
  for (const seq of messages) {
    for (const { memory } of await evidenceFrom(tools.store.read, scope.tenant, place.num, seq))
      backed.add(memory);
  }
  const named = await tools.indexes.memories(tools.store.read, at, ({ corpus }) =>
    corpus.rows.flatMap((entry) => {
      const row = entry?.row;
      if (row === undefined || !FORGETTABLE.includes(row.status)) return [];
      if (!memories.includes(row.num) && !backed.has(row.id)) return [];
      const own =
        scope.kind === "user" ||
        (actor !== null && (row.subject === null ? row.actor === actor : isOwn(row.subject, actor)));
      return own ? [row.id] : [];
    }),
  );
  return forgetThese(tools, scope, event, await backedBefore(tools.store.read, at, named, event.seq));
}

const FORGETTABLE: readonly string[] = ["active", "shadow", "pending"];

async function forgetThese(
  tools: WriteTools,
  scope: Scope,
  event: Event,
  ids: string[],
): Promise<WriteEntry[]> {
  if (ids.length === 0) return [];
  const context = tools.context(scope, "asked to forget");
  const purgeAt = context.at + tools.settings.forget.purgeAfterDays * DAY;
  const { version } = await policyFor(tools.store.read, scope.tenant, tools.settings);
  const asked = { at: event.recordedAt.getTime(), seq: event.seq, reason: REASON, policy: version };
  const rows = await tools.store.write("forget", { ...context, ids, purgeAt, asked });
  tools.changed();
  return rows.map((row) => ({
    outcome: "forgotten",
    text: row.text,
    reason: REASON,
    eventId: event.id,
    memory: toMemory(row, tools.now()),
    replaced: [],
  }));
}

/** Without what was stated again after the request. */
async function backedBefore(
  reader: Reader,
  { tenant, num }: { readonly tenant: string; readonly num: number },
  ids: readonly string[],
  seq: number,
): Promise<string[]> {
  const before: string[] = [];
  for (const id of ids) {
    const links = await evidenceOf(reader, tenant, num, id);
    if (links.every(({ event }) => event < seq)) before.push(id);
  }
  return before;
}

/** The memories that hold what was named, of the one who asks. */
function meant({ corpus }: MemoryIndex, request: string, actor: string | null): string[] {
  const wanted = [...new Set(terms(request))];
  if (wanted.length === 0) return [];
  let best = MEANT;
  let found: string[] = [];
  for (const entry of corpus.rows) {
    if (entry === undefined || !FORGETTABLE.includes(entry.row.status)) continue;
    const { subject } = entry.row;
    if (subject !== null && actor !== null && !isOwn(subject, actor)) continue;
    const held = wanted.filter((term) => entry.terms.set.has(term)).length / wanted.length;
    if (held < best) continue;
    found = held > best ? [entry.row.id] : [...found, entry.row.id];
    best = held;
  }
  return found;
}
