import { checked } from "../../api/calls/index.ts";
import type { ProfileHandle, ProfileOptions, Proposal } from "../../api/profile.ts";
import { checkAllowed, PROFILE } from "../../domain/allowlist.ts";
import { checkFlag, checkOneOf, checkReason, checkUnit } from "../../domain/arguments.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { factKey } from "../../domain/key.ts";
import {
  hasManyValues,
  PROFILE_FIELDS,
  PROPOSAL_STATUSES,
  type ProfileFieldName,
} from "../../domain/profile.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId, checkText, LIMITS } from "../../domain/text.ts";
import { page } from "../../read/views/page.ts";
import { listProfile, listProposals, type ProposalRow, toProposal } from "../../store/tables/profile.ts";
import { findScope, type ScopeRef } from "../../store/tables/scopes.ts";
import type { SqlReader } from "../../store/tx.ts";
import type { Acting } from "../../write/tools/write-tools.ts";
import { proposeProfile } from "../../write/verbs/propose-profile.ts";
import type { Engine } from "../engine.ts";

/** The fields are of the category `profile`, for who is bound to some. */
export function profileHandle(
  engine: Engine,
  scope: Scope,
  { actor, access }: Acting,
  thread: string | null,
): ProfileHandle {
  const use = (): SqlReader => {
    checkAllowed(access, PROFILE);
    return engine.use();
  };
  const found = (): Promise<ScopeRef | undefined> => findScope(use(), scope);
  const seen = (row: ProposalRow): Proposal => toProposal(row, engine.now());

  const change = async (
    call: "propose" | "set",
    field: string,
    value: unknown,
    { source, reason, confidence, signal }: ProfileOptions & { confidence?: number } = {},
  ): Promise<Proposal> => {
    use();
    const row = await proposeProfile(engine, {
      call,
      scope,
      actor,
      thread,
      field: checkField(field),
      value: checkText(value, "value", LIMITS.id),
      source: source === undefined ? null : checkId(source, "source"),
      confidence: confidence === undefined ? 0 : checkUnit(confidence, "confidence"),
      reason: checkReason(reason, call),
      signal,
    });
    return seen(row);
  };

  return checked("profile", {
    async get() {
      const known = await found();
      const rows = known === undefined ? [] : await listProfile(use(), known);
      const place = (field: ProfileFieldName): number => PROFILE_FIELDS.indexOf(field);
      return rows
        .map(({ field, value, confirmed, source, updated_at }) => {
          return { field, value, confirmed: confirmed === 1, source, updatedAt: new Date(updated_at) };
        })
        .sort((a, b) => place(a.field) - place(b.field));
    },

    propose: (field, value, options) => change("propose", field, value, options),
    set: (field, value, options) => change("set", field, value, options),

    async confirm(target, { accept, signal }) {
      use();
      const args = {
        scope,
        at: engine.now(),
        actor,
        target: checkTarget(target),
        accept: checkFlag(accept, "accept"),
      };
      return seen(await engine.store.write("decideProfile", args, { signal }));
    },

    async remove(name, { value, hard = false, reason, signal } = {}) {
      use();
      const field = checkField(name);
      if (value !== undefined && !hasManyValues(field)) {
        throw invalidArgument(`${field} has one value; remove() takes none for it.`);
      }
      const args = {
        scope,
        at: engine.now(),
        actor,
        reason: checkReason(reason, "remove"),
        field,
        item: value === undefined ? null : factKey(checkText(value, "value", LIMITS.id)),
        erase: checkFlag(hard, "hard"),
      };
      return engine.store.write("removeProfile", args, { signal });
    },

    async proposals({ status, field, ...paging } = {}) {
      const filter = {
        status: status === undefined ? undefined : checkOneOf(status, PROPOSAL_STATUSES, "status"),
        field: field === undefined ? undefined : checkField(field),
      };
      const scopeRef = await found();
      return page(paging, async (part) => {
        if (scopeRef === undefined) return [];
        const where = { ...filter, at: engine.now() };
        const rows = await listProposals(use(), scopeRef, where, part);
        return rows.map((row) => ({ item: seen(row), position: row.num }));
      });
    },
  });
}

function checkField(value: unknown): ProfileFieldName {
  return value === "goals_add" ? "goals" : checkOneOf(value, PROFILE_FIELDS, "field");
}

function checkTarget(value: unknown): number | ProfileFieldName {
  if (typeof value === "string" && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
  if (value === "goals_add" || (PROFILE_FIELDS as readonly unknown[]).includes(value))
    return checkField(value);
  throw invalidArgument(
    `profile.confirm() takes the id of a proposal or a field (${PROFILE_FIELDS.join(", ")}), got ${show(value)}.`,
  );
}
