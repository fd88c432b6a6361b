import type { Page } from "../api/page.ts";
import type { ReviewOptions, Waiting, WaitingMemory, WaitingProposal } from "../api/review.ts";
import { type Access, mayTouch, PROFILE } from "../domain/allowlist.ts";
import { checkOneOf, checkOptions, checkSignal } from "../domain/arguments.ts";
import type { Event } from "../domain/event.ts";
import { WAITING, type WaitingStatus } from "../domain/memory.ts";
import { listDecisions, withoutQuotes } from "../store/decisions.ts";
import { findEvent } from "../store/events.ts";
import { waitingForgets } from "../store/forget-waits.ts";
import { toMemory } from "../store/memories.ts";
import { sourcesOf, toProposal } from "../store/proposals.ts";
import { scopeName } from "../store/tenant-rows.ts";
import type { Reader } from "../store/tx.ts";
import {
  replacedWith,
  type WaitingProposalRow,
  type WaitingRow,
  waitingMemories,
  waitingProposals,
} from "../store/waiting.ts";
import { page } from "./page.ts";
import { quotedEvidence, withoutWords } from "./proof.ts";
import type { ReadContext } from "./read-context.ts";

/** Requests of tools to forget, then pending memories, then proposals, then shadows; each kind has its own range of cursors, newest first. */
const STRETCH = 2 ** 50;
/** Proposals are numbered in their scope; so many fit in one. */
const PER_SCOPE = 2 ** 20;
const MOST = STRETCH - 1;

/** All items that wait for a person, in one scope or in a whole tenant. */
export async function review(
  context: ReadContext,
  tenant: string,
  scope: { readonly num: number | undefined } | null,
  options: ReviewOptions | undefined,
  access: Access,
): Promise<Page<Waiting>> {
  const { status, signal, ...paging } = checkOptions(options, "review()");
  const wanted = status === undefined ? WAITING : [checkOneOf(status, WAITING, "status")];
  const at = context.now();
  const only = scope?.num ?? null;

  const placed = (rows: readonly WaitingRow[], asks: WaitingMemory["asks"]): Promise<Placed[]> =>
    Promise.all(
      rows.map(async (row) => ({
        place: row.num,
        item: await waitingMemory(row, asks, { reader: context.use(), tenant, at, access }),
      })),
    );
  const { categories } = access;
  const memories = async (kind: WaitingStatus, before: number, size: number): Promise<Placed[]> =>
    placed(await waitingMemories(context.use(), tenant, only, kind, at, categories, before, size), "keep");
  const forgets = async (before: number, size: number): Promise<Placed[]> =>
    placed(await waitingForgets(context.use(), tenant, only, at, categories, before, size), "forget");
  const proposals = async (before: number, size: number): Promise<Placed[]> => {
    const below = { scope: Math.floor(before / PER_SCOPE), num: before % PER_SCOPE };
    const rows = await waitingProposals(context.use(), tenant, only, at, below, size);
    return Promise.all(
      rows.map(async (row) => ({
        place: row.scope * PER_SCOPE + row.num,
        item: await waitingProposal(context, tenant, row, at, access),
      })),
    );
  };
  const stretches: readonly ((before: number, size: number) => Promise<Placed[]>)[] = [
    wanted.includes("shadow") ? (before, size) => memories("shadow", before, size) : none,
    wanted.includes("pending") && mayTouch(access.categories, PROFILE) ? proposals : none,
    wanted.includes("pending") ? (before, size) => memories("pending", before, size) : none,
    wanted.includes("pending") ? forgets : none,
  ];

  return page({ ...paging, signal: checkSignal(signal) }, async (before, size) => {
    if (scope !== null && scope.num === undefined) return [];
    const found: Placed[] = [];
    for (let i = stretches.length - 1; i >= 0 && found.length < size; i -= 1) {
      const place = before - i * STRETCH;
      if (place <= 0) continue;
      const rows = await stretches[i]!(Math.min(place, MOST), size - found.length);
      found.push(...rows.map((row) => ({ ...row, place: row.place + i * STRETCH })));
    }
    return found;
  });
}

/** How many decisions are searched for the one that made a memory wait. */
const LATEST = 20;

interface Placed {
  readonly item: Waiting;
  readonly place: number;
}

async function none(): Promise<Placed[]> {
  return [];
}

async function waitingMemory(
  row: WaitingRow,
  asks: WaitingMemory["asks"],
  { reader, tenant, at, access }: { reader: Reader; tenant: string; at: number; access: Access },
): Promise<WaitingMemory> {
  const { scope, id } = row;
  const evidence = await quotedEvidence(reader, tenant, scope, id, access);
  const { categories } = access;
  const replaced = (await replacedWith(reader, tenant, scope, id)).filter((one) =>
    mayTouch(categories, one.category),
  );
  const newest = { seq: Number.MAX_SAFE_INTEGER, num: 0 };
  const decisions = await listDecisions(reader, tenant, scope, { memory: id }, newest, LATEST);
  // That somebody decided, and took it back, is not why it waits.
  const gate = decisions.find(({ stage }) => stage !== "review");
  return {
    kind: "memory",
    asks,
    scope: scopeName(row),
    memory: toMemory(row, at),
    // It may quote what it was compared with.
    reason: gate === undefined ? null : categories === null ? gate.reason : withoutQuotes(gate.reason),
    evidence,
    replaces: replaced.map((one) => toMemory(one, at)),
  };
}

async function waitingProposal(
  context: ReadContext,
  tenant: string,
  row: WaitingProposalRow,
  at: number,
  { categories }: Access,
): Promise<WaitingProposal> {
  const events: Event[] = [];
  for (const id of sourcesOf(row)) {
    const event = await findEvent(context.use(), tenant, row.scope, id);
    if (event !== undefined) events.push(categories === null ? event : withoutWords(event));
  }
  return {
    kind: "profile",
    scope: scopeName(row),
    proposal: toProposal(row, at),
    events,
  };
}
