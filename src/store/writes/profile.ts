import { invalidArgument, MemoirError } from "../../domain/errors.ts";
import type { Event } from "../../domain/event.ts";
import {
  countSignals,
  type DecidedHow,
  decidedAtOnce,
  hasManyValues,
  needOf,
  type ProfileFieldName,
  proposalStatus,
} from "../../domain/profile.ts";
import type { Settings } from "../../domain/settings.ts";
import { appendEvents, findEvent, type NewEvent } from "../tables/events.ts";
import {
  deleteProfile,
  findProposal,
  insertProposal,
  listProfile,
  type ProfileFieldRow,
  type ProposalRow,
  proposalSources,
  proposalsAbout,
  putProfile,
  updateProposal,
} from "../tables/profile.ts";
import type { OpenScope } from "../tables/scopes.ts";
import { scopeWrite, type WriteContext } from "./context.ts";
import { eraseProfile } from "./purge.ts";
import { eraseAnswers } from "./requests.ts";

type ProfileContext = Pick<WriteContext, "scope" | "at" | "actor" | "reason">;

export interface ProposeArgs extends ProfileContext {
  field: ProfileFieldName;
  value: string;
  /** The value's key. */
  item: string;
  /** The id of the event that says so; `null` = the call itself is the source. */
  source: string | null;
  event: NewEvent;
  confidence: number;
  /** The user's own command, which is consent. */
  explicit: boolean;
  mode: Settings["consent"]["mode"];
  /** How long an open proposal waits, and how long a declined value is not asked for again. */
  waitMs: number;
}

/** A new value for a field: applied, or kept until somebody agrees or says it again. Returns what became of it. */
export const recordProposal = scopeWrite(async (scope, args: ProposeArgs): Promise<ProposalRow> => {
  const standing = await standingFor(scope, args);
  if (standing?.value === args.value && (standing.confirmed === 1 || !args.explicit)) {
    return existingProposal(scope, standing.proposal);
  }
  const same = (await proposalsAbout(scope, args.field)).filter(
    (row) => row.item === args.item && row.new_value !== null,
  );
  const open = same.find((row) => statusOf(row, args.at) === "pending");
  const refused = same.find((row) => row.status === "declined");
  const lately = refused !== undefined && refused.decided_at! + args.waitMs > args.at;
  if (lately && open === undefined && !args.explicit) return refused;

  const source = await sourceOf(scope, args);
  const sources = [...new Set([...(open === undefined ? [] : proposalSources(open)), source.id])];
  const how = args.explicit ? "command" : await howAtOnce(scope, args, sources);
  const proposal =
    open === undefined
      ? await insertProposal(scope, {
          ...newProposal(args, { item: args.item, old: standing?.value ?? null, new: args.value }),
          sources: JSON.stringify(sources),
          expires_at: args.at + args.waitMs,
        })
      : await updateProposal(scope, open, {
          sources: JSON.stringify(sources),
          // A command has the last word, also about upper and lower case.
          new_value: args.explicit ? args.value : open.new_value,
        });
  return how === null ? proposal : accept(scope, args, proposal, how);
});

/** A proposal that rests on nothing yet, and waits for ever. */
function newProposal(
  { field, reason, actor, at }: ProfileContext & { field: ProfileFieldName },
  value: { readonly item: string; readonly old: string | null; readonly new: string | null },
): Omit<ProposalRow, "num"> {
  return {
    field,
    item: value.item,
    old_value: value.old,
    new_value: value.new,
    needs: needOf(field),
    sources: "[]",
    reason,
    proposed_by: actor,
    status: "pending",
    created_at: at,
    expires_at: null,
    decided_at: null,
    decided_by: null,
    decided_how: null,
    erased_at: null,
  };
}

type Decision = Pick<ProposalRow, "status" | "decided_at" | "decided_by" | "decided_how">;

function decision(
  status: ProposalRow["status"],
  { at, actor }: Pick<ProfileContext, "at" | "actor">,
  how: DecidedHow,
): Decision {
  return { status, decided_at: at, decided_by: actor, decided_how: how };
}

async function sourceOf(scope: OpenScope, args: ProposeArgs): Promise<Pick<Event, "id" | "role">> {
  if (args.source === null) {
    await appendEvents(scope, [args.event]);
    return args.event;
  }
  const event = await findEvent(scope.tx, scope, args.source);
  if (event === undefined) {
    throw new MemoirError("not_found", `There is no event ${args.source} in this scope. Observe it first.`, {
      details: { id: args.source },
    });
  }
  if (args.explicit && event.role !== "user") {
    throw invalidArgument(
      `Event ${args.source} is the ${event.role}'s, not the user's: only a user's own words are a command. Propose it instead.`,
    );
  }
  return event;
}

async function howAtOnce(
  scope: OpenScope,
  args: ProposeArgs,
  sources: readonly string[],
): Promise<"policy" | "signals" | null> {
  const events: Event[] = [];
  for (const id of sources) {
    const event = await findEvent(scope.tx, scope, id);
    if (event !== undefined) events.push(event);
  }
  const signals = { count: countSignals(events), confidence: args.confidence };
  return decidedAtOnce(args.field, signals, args.mode);
}

/** The value whose place a proposal would take. */
async function standingFor(
  scope: OpenScope,
  { field, item }: { field: ProfileFieldName; item: string },
): Promise<ProfileFieldRow | undefined> {
  const rows = await listProfile(scope.tx, scope, field);
  return rows.find((row) => !hasManyValues(field) || row.item === item);
}

async function accept(
  scope: OpenScope,
  by: Pick<ProfileContext, "at" | "actor">,
  proposal: ProposalRow,
  how: DecidedHow,
): Promise<ProposalRow> {
  const { field, item, num } = proposal;
  const standing = await standingFor(scope, proposal);
  await putProfile(scope, {
    field,
    item: hasManyValues(field) ? item : "",
    value: proposal.new_value!,
    confirmed: how === "command" || how === "confirmation" ? 1 : 0,
    source: proposalSources(proposal).at(-1) ?? null,
    proposal: num,
    updated_at: by.at,
  });
  if (!hasManyValues(field)) {
    for (const other of await openAbout(scope, field, by.at)) {
      if (other.num !== num) await updateProposal(scope, other, decision("expired", by, "overtaken"));
    }
  }
  const old_value = standing?.value ?? null;
  return updateProposal(scope, proposal, { ...decision("accepted", by, how), old_value });
}

async function openAbout(scope: OpenScope, field: ProfileFieldName, at: number): Promise<ProposalRow[]> {
  const rows = await proposalsAbout(scope, field);
  return rows.filter((row) => statusOf(row, at) === "pending");
}

function statusOf(row: ProposalRow, at: number): ProposalRow["status"] {
  return proposalStatus({ status: row.status, expiresAt: row.expires_at }, at);
}

export interface DecideArgs extends Pick<ProfileContext, "scope" | "at" | "actor"> {
  /** A proposal's number, or the field about which exactly one waits. */
  target: number | ProfileFieldName;
  accept: boolean;
}

/** Somebody's answer. Giving the same answer twice is giving it once. */
export const decideProfile = scopeWrite(async (scope, args: DecideArgs): Promise<ProposalRow> => {
  const proposal =
    typeof args.target === "number"
      ? await existingProposal(scope, args.target)
      : await onlyOpen(scope, args.target, args.at);
  const status = statusOf(proposal, args.at);
  if (status === (args.accept ? "accepted" : "declined")) return proposal;
  if (status !== "pending") {
    throw new MemoirError(
      "conflict",
      `Proposal ${proposal.num} is ${status} already. Propose the value again, or set it.`,
      { details: { id: String(proposal.num), status } },
    );
  }
  if (args.accept) return accept(scope, args, proposal, "confirmation");
  return updateProposal(scope, proposal, decision("declined", args, "confirmation"));
});

async function existingProposal(scope: OpenScope, num: number): Promise<ProposalRow> {
  const row = await findProposal(scope, num);
  if (row !== undefined) return row;
  throw new MemoirError("not_found", `There is no proposal ${num} in this scope. List the proposals.`);
}

async function onlyOpen(scope: OpenScope, field: ProfileFieldName, at: number): Promise<ProposalRow> {
  const open = await openAbout(scope, field, at);
  const [only] = open;
  if (only === undefined) {
    throw new MemoirError("not_found", `No proposal about ${field} waits for an answer.`);
  }
  if (open.length === 1) return only;
  throw new MemoirError(
    "conflict",
    `${open.length} proposals about ${field} wait: ${open.map((row) => row.num).join(", ")}. Name one by its number.`,
    { details: { ids: open.map((row) => String(row.num)) } },
  );
}

export interface RemoveArgs extends ProfileContext {
  field: ProfileFieldName;
  /** The key of one value of several; `null` = all of the field. */
  item: string | null;
  /** Take the words as well, wherever they stand. */
  erase: boolean;
}

/** Takes values away. Says how many there were. */
export const removeProfile = scopeWrite(async (scope, args: RemoveArgs): Promise<number> => {
  const { field, item, at } = args;
  const rows = (await listProfile(scope.tx, scope, field)).filter(
    (row) => item === null || row.item === item,
  );
  for (const row of rows) {
    await deleteProfile(scope, row);
    await insertProposal(scope, {
      ...newProposal(args, { item: row.item, old: row.value, new: null }),
      ...decision("accepted", args, "command"),
    });
  }
  if (args.erase) {
    await eraseProfile(scope, field, item, at);
    await eraseAnswers(scope.tx, scope.tenant);
  }
  return rows.length;
});
