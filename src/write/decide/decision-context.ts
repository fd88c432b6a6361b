import { mayTouch } from "../../domain/allowlist.ts";
import type { Candidate } from "../../domain/candidate.ts";
import { factKey } from "../../domain/key.ts";
import { type Evictable, reachedLimit, type UsedWrites, withMore } from "../../domain/limits.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import { backedByTurn } from "../../store/tables/evidence.ts";
import { heldInFull, usedWrites, type WriteQuotaKey } from "../../store/tables/limits.ts";
import { findMemoryByKey, type MemoryRow, survivorOf } from "../../store/tables/memories.ts";
import type { NumberedMemoryRow } from "../../store/tables/memory-search.ts";
import type { ScopeRef } from "../../store/tables/scopes.ts";
import { forgottenAt, hasTombstones } from "../../store/tables/tombstones.ts";
import type { NewVector } from "../../store/tables/vectors.ts";
import type { SqlReader } from "../../store/tx.ts";
import type { WriteContext } from "../../store/writes/context.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import { type KnownScope, type PendingMemory, ScopeWriteQueue, scopeKey } from "../tools/scope-queue.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { limitsOn } from "./gate.ts";
import { findNear, type Near, NOTHING_NEAR } from "./nearest.ts";

/**
 * All that deciding about one claim needs to know of its scope. Plain data that changes only with the scope's revision,
 * so that who writes compares this one number.
 */
export interface DecisionContext {
  /** Memories that may say the same or the opposite. */
  readonly near: readonly Near[];
  /** Forgotten memories that share its words, and when they were forgotten. */
  readonly forgotten: readonly { readonly row: NumberedMemoryRow; readonly at: number | null }[];
  /** The memories that have its key, or its key with the subject's name. */
  readonly keyed: readonly MemoryRow[];
  /** When a claim that says the same was forgotten, even one that is erased; `null`: never. */
  readonly forgottenAt: number | null;
  /** Ids of memories that its turn backs already. */
  readonly backed: readonly string[];
  readonly used: UsedWrites;
  /** The memories of a full scope; `null` while there is room. */
  readonly full: readonly Evictable[] | null;
}

const UNUSED: UsedWrites = { turn: 0, session: 0, hour: 0, day: 0 };
export const EMPTY_CONTEXT: DecisionContext = {
  ...{ near: [], forgotten: [], keyed: [], forgottenAt: null, backed: [], used: UNUSED, full: null },
};

/** The keys a claim may have, best first. */
function keysOf({ candidate, overrides }: ClaimProposal): string[] {
  const ownKey = factKey(candidate.text);
  if (overrides !== null && overrides.key !== null) return keysFor(candidate, overrides.key);
  return [
    ...(candidate.key === undefined ? [] : keysFor(candidate, candidate.key)),
    ...keysFor(candidate, ownKey),
  ];
}

/** Two people of one name may say the same of themselves, and each needs a key. */
function keysFor({ subject }: Pick<Candidate, "subject">, key: string): string[] {
  return subject === null ? [key] : [key, factKey(`${key} ${subject}`)];
}

/** The key that a model gave, unless another memory has it or the text is known by its own. */
export function keyFor(
  { candidate }: ClaimProposal,
  { keyed }: DecisionContext,
  knownMemory: MemoryRow | undefined,
): Keyed {
  const byText = withKey(candidate, keyed, factKey(candidate.text));
  if (candidate.key === undefined || byText.holder !== undefined) return byText;
  const byKey = withKey(candidate, keyed, candidate.key);
  return byKey.holder?.id === knownMemory?.id ? byKey : byText;
}

interface Keyed {
  readonly key: string;
  /** The memory that has it. */
  readonly holder: MemoryRow | undefined;
}

/** Two people of one name may say the same of themselves: each claim has its own key. */
function withKey(candidate: Candidate, keyed: readonly MemoryRow[], requestedKey: string): Keyed {
  const { subject } = candidate;
  const [key, ownKey] = keysFor(candidate, requestedKey);
  const holder = keyed.find((row) => row.key === key);
  const isOthers = subject !== null && (holder?.subject ?? subject) !== subject;
  return isOthers ? { key: ownKey!, holder: keyed.find((row) => row.key === ownKey) } : { key: key!, holder };
}

/** Under a separate key, a user's claim matches nothing else, whatever it says. */
export function keyDecides({ overrides, role }: ClaimProposal): boolean {
  return overrides !== null && overrides.key !== null && role === "user";
}

/** Where a new memory is counted. An event without a turn is its own turn. */
export function countedIn({ source: { id, session, turn, at } }: ClaimProposal): WriteQuotaKey {
  return { session, turn: turn ?? `event ${id}`, saidAt: at };
}

/** A claim that is looked up. Memories outside of the context's categories are not seen, and so neither met nor replaced. */
interface Looking {
  readonly proposal: ClaimProposal;
  readonly vectors: readonly NewVector[];
  readonly context: WriteContext;
}

/**
 * Looks up what a claim may meet, as if what is under way were written already. `unsure`: that could leave no room for
 * the claim, and it has to be looked up again.
 */
export async function loadDecisionContext(
  tools: WriteTools,
  { scopeRef, underway }: { readonly scopeRef: KnownScope; readonly underway: readonly PendingMemory[] },
  { proposal, vectors, context: { scope, categories } }: Looking,
  writePolicy: Settings["writePolicy"],
): Promise<{ seen: DecisionContext; unsure: boolean }> {
  const { store, now } = tools;
  const { candidate, source } = proposal;
  const here = { ...scopeRef, tenant: scope.tenant };
  const keys = keysOf(proposal);
  const nearMemories = keyDecides(proposal)
    ? NOTHING_NEAR
    : await findNear(tools, here, { candidate, vectors, keys, underway });
  const visible = ({ row }: { row: MemoryRow }): boolean => mayTouch(categories, row.category);
  const near = nearMemories.near.filter(visible);
  const forgotten = nearMemories.forgotten.filter(visible);
  const claimKey = { key: keys[0]!, text: candidate.text, subject: candidate.subject, slot: candidate.slot };
  const rows = forgotten.map(({ row }) => row);
  const queue = queueOf(tools, scope, scopeRef);
  const [at = null, ...times] = (await queue.hasTombstones(() => hasTombstones(store.read, here)))
    ? await forgottenAt(store.read, here, [claimKey, ...rows])
    : [];
  const keyed = [
    ...(nearMemories.keyed ??
      (await findKeyed(store.read, { tenant: scope.tenant, num: scopeRef.num }, keys))),
    ...underway.flatMap(({ row }) => (keys.includes(row.key) ? [row] : [])),
  ];
  const ids = [...near.map(({ row }) => row.id), ...rows.map(({ id }) => id)];
  const { maxWritesPerTurn } = writePolicy;
  // Most policies do not limit a turn. Then writes of one minute are counted alike, and the first of them has read it.
  const perTurn = maxWritesPerTurn !== null;
  const counted = { ...countedIn(proposal), ...(perTurn ? {} : { turn: null }) };
  const readUsed = (): Promise<UsedWrites> => usedWrites(store.read, here, counted);
  const used = await (perTurn ? readUsed() : queue.used(counted, readUsed));
  const waiting = underway.length;
  const limits = limitsOn(writePolicy, proposal);
  // Every memory has taken a revision: a scope with fewer is not full, and need not be counted.
  const memoryCount = Math.min(nearMemories.memoryCount, scopeRef.rev);
  return {
    seen: {
      ...{ near, keyed, used, forgottenAt: at },
      forgotten: rows.map((row, i) => ({ row, at: times[i] ?? null })),
      backed: await backedByTurn(store.read, here, ids, source.turn),
      full: memoryCount < limits.room ? null : await heldInFull(store.read, here, limits.room, now()),
    },
    unsure:
      waiting > 0 &&
      (memoryCount + waiting >= limits.room ||
        (limits.rate && reachedLimit(withMore(used, waiting), writePolicy) !== null)),
  };
}

/** The scope's queue, where that is what a claim is compared with; else one that knows nothing. */
function queueOf({ queues }: WriteTools, scope: Scope, scopeRef: KnownScope): ScopeWriteQueue {
  const queue = queues.of(scopeKey(scope));
  return queue.scope === scopeRef ? queue : new ScopeWriteQueue();
}

/** The memories that have some keys. A key of one that was merged is a key of the memory that it lives on in. */
async function findKeyed(
  reader: SqlReader,
  scopeRef: ScopeRef,
  keys: readonly string[],
): Promise<MemoryRow[]> {
  const memories: MemoryRow[] = [];
  for (const key of keys) {
    const row = await findMemoryByKey(reader, scopeRef, key);
    if (row !== undefined) memories.push({ ...(await survivorOf(reader, scopeRef, row)), key });
  }
  return memories;
}
