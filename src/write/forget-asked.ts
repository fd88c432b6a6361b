import type { Said } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import { forgetRequests } from "../domain/extract/forget-request.ts";
import { mask } from "../domain/extract/mask.ts";
import { isOwn } from "../domain/same-name.ts";
import type { Scope } from "../domain/scope.ts";
import { terms } from "../domain/terms.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import { evidenceOf } from "../store/evidence.ts";
import { toMemory } from "../store/memories.ts";
import { policyFor } from "../store/policies.ts";
import { findScope } from "../store/scopes.ts";
import type { Reader } from "../store/tx.ts";
import type { WriteEntry } from "./report.ts";
import type { WriteTools } from "./write-tools.ts";

/** So much of what was named must be in a memory for it to be the one that is meant. */
const MEANT = 0.6;
/** A request is short; what is pasted behind it asks for nothing. */
const LONGEST_REQUEST = 4_000;
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
    if (ids.length === 0) continue;
    const context = tools.context(scope, "asked to forget");
    const purgeAt = context.at + tools.settings.forget.purgeAfterDays * DAY;
    const { version } = await policyFor(tools.store.read, scope.tenant, tools.settings);
    const asked = { at: event.recordedAt.getTime(), seq: event.seq, reason: REASON, policy: version };
    const rows = await tools.store.write("forget", { ...context, ids, purgeAt, asked });
    tools.changed();
    for (const row of rows) {
      const memory = toMemory(row, tools.now());
      entries.push({
        outcome: "forgotten",
        text: row.text,
        reason: REASON,
        eventId: event.id,
        memory,
        replaced: [],
      });
    }
  }
  return entries;
}

/** Whether somebody's words ask to forget what a text says. */
export function asksToForget(said: Said, text: string): boolean {
  if (said.role !== "user" || said.type !== "message") return false;
  const there = new Set(terms(text));
  return forgetRequests(mask(said.text.slice(0, LONGEST_REQUEST)).text).some((request) => {
    const wanted = [...new Set(terms(request))];
    return wanted.length > 0 && share(wanted, there) >= MEANT;
  });
}

function share(wanted: readonly string[], there: ReadonlySet<string>): number {
  return wanted.filter((term) => there.has(term)).length / wanted.length;
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
    if (entry === undefined || !["active", "shadow", "pending"].includes(entry.row.status)) continue;
    const { subject } = entry.row;
    if (subject !== null && actor !== null && !isOwn(subject, actor)) continue;
    const held = share(wanted, entry.terms.set);
    if (held < best) continue;
    found = held > best ? [entry.row.id] : [...found, entry.row.id];
    best = held;
  }
  return found;
}
