import type { ReviewOptions, Waiting, WaitingMemory, WaitingProposal } from "../../api/memories.ts";
import type { Page } from "../../api/options.ts";
import { type Access, mayTouch, PROFILE } from "../../domain/allowlist.ts";
import { checkOneOf, checkOptions, checkSignal } from "../../domain/arguments.ts";
import { type Event, withoutWords } from "../../domain/event.ts";
import { AWAITS_REVIEW, type WaitingStatus } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import { listDecisions, withoutQuotes } from "../../store/tables/decisions.ts";
import { findEvent } from "../../store/tables/events.ts";
import { proposalSources, toProposal } from "../../store/tables/profile.ts";
import {
  replacedWith,
  type WaitingProposalRow,
  type WaitingRow,
  waitingForgets,
  waitingMemories,
  waitingProposals,
} from "../../store/tables/review-queue.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { scopeNameOf } from "../../store/tables/tenant-rows.ts";
import { type PageBelow, type SqlReader, TOP } from "../../store/tx.ts";
import type { ReadContext } from "../shared/request.ts";
import { type FetchPage, numericCursor, pageBy } from "./page.ts";
import { quotedEvidence } from "./proof.ts";
import { showInEach } from "./shown-memory.ts";

/** Kinds in the order of the list, and each with the newest first. */
const PLACES = numericCursor({ kind: 3, scope: TOP, num: TOP });

/** The reader: its tenant, and the access it has. */
interface Reviewer {
  readonly tenant: string;
  readonly access: Access;
}

/** All items that wait for a person, in one scope or in a whole tenant. */
export async function review(
  context: ReadContext,
  reviewer: Reviewer,
  scope: Scope | null,
  options: ReviewOptions | undefined,
): Promise<Page<Waiting>> {
  const { status, signal, ...paging } = checkOptions(options, "review()");
  const statuses = status === undefined ? AWAITS_REVIEW : [checkOneOf(status, AWAITS_REVIEW, "status")];
  const at = context.now();
  const { tenant, access } = reviewer;
  const scopeNum = scope === null ? undefined : (await findScope(context.use(), scope))?.num;
  const within = { tenant, scope: scopeNum };
  const { categories } = access;
  const filter = { categories: categories ?? undefined, at };
  const show = showInEach(context.use(), tenant);
  const looker = (): Looker => ({ ...reviewer, reader: context.use(), at, show });
  const memories =
    (asks: WaitingMemory["asks"], list: (page: PageBelow<number>) => Promise<WaitingRow[]>): Fetch =>
    async ({ before: { kind, num: before }, limit }) => {
      const rows = await list({ before, limit });
      return Promise.all(
        rows.map(async (row) => ({
          position: { kind, scope: 0, num: row.num },
          item: await waitingMemory(row, asks, looker()),
        })),
      );
    };
  const memoriesOf = (status: WaitingStatus): Fetch =>
    memories("keep", (page) => waitingMemories(context.use(), within, { ...filter, status: [status] }, page));
  const forgets = memories("forget", (page) => waitingForgets(context.use(), within, filter, page));
  const proposals: Fetch = async (part) => {
    const rows = await waitingProposals(context.use(), within, at, part);
    return Promise.all(
      rows.map(async (row) => ({
        position: { kind: part.before.kind, scope: row.scope, num: row.num },
        item: await waitingProposal(row, looker()),
      })),
    );
  };
  const none: Fetch = async () => [];
  // From the last of the list to the first, as cursors fall.
  const kinds: readonly Fetch[] = [
    statuses.includes("shadow") ? memoriesOf("shadow") : none,
    statuses.includes("pending") && mayTouch(categories, PROFILE) ? proposals : none,
    statuses.includes("pending") ? memoriesOf("pending") : none,
    statuses.includes("pending") ? forgets : none,
  ];

  return pageBy({ ...paging, signal: checkSignal(signal) }, PLACES, async ({ before: start, limit }) => {
    if (scope !== null && scopeNum === undefined) return [];
    const items: Placed[] = [];
    for (let { kind } = start; kind >= 0 && items.length < limit; kind -= 1) {
      const before = kind === start.kind ? start : { ...PLACES.top, kind };
      items.push(...(await kinds[kind]!({ before, limit: limit - items.length })));
    }
    return items;
  });
}

/** How many decisions are searched for the one that made a memory wait. */
const LATEST = 20;

type ScopeRef = typeof PLACES.top;

type Placed = Awaited<ReturnType<Fetch>>[number];

type Fetch = FetchPage<Waiting, ScopeRef>;

interface Looker extends Reviewer {
  readonly reader: SqlReader;
  readonly at: number;
  readonly show: ReturnType<typeof showInEach>;
}

async function waitingMemory(
  row: WaitingRow,
  asks: WaitingMemory["asks"],
  { reader, tenant, at, access, show: showEach }: Looker,
): Promise<WaitingMemory> {
  const { scope, id } = row;
  const show = await showEach(row);
  const evidence = await quotedEvidence(reader, { tenant, num: scope }, id, access);
  const { categories } = access;
  const replaced = (await replacedWith(reader, { tenant, num: scope }, id)).filter((row) =>
    mayTouch(categories, row.category),
  );
  const newest = { before: { seq: TOP, num: 0 }, limit: LATEST };
  const decisions = await listDecisions(reader, { tenant, num: scope }, { memory: id }, newest);
  // That somebody decided, and took it back, is not why it waits.
  const gate = decisions.find(({ stage }) => stage !== "review");
  return {
    kind: "memory",
    asks,
    scope: scopeNameOf(row),
    memory: show(row, at),
    // It may quote what it was compared with.
    reason: gate === undefined ? null : categories === null ? gate.reason : withoutQuotes(gate.reason),
    evidence,
    replaces: replaced.map((one) => show(one, at)),
  };
}

async function waitingProposal(
  row: WaitingProposalRow,
  { reader, tenant, at, access: { categories } }: Looker,
): Promise<WaitingProposal> {
  const events: Event[] = [];
  for (const id of proposalSources(row)) {
    const event = await findEvent(reader, { tenant, num: row.scope }, id);
    if (event !== undefined) events.push(categories === null ? event : withoutWords(event));
  }
  return {
    kind: "profile",
    scope: scopeNameOf(row),
    proposal: toProposal(row, at),
    events,
  };
}
