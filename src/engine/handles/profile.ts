import { withOptionChecks } from "../../api/calls/index.ts";
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
import { pageOfProposals, profileOf } from "../../read/views/profile.ts";
import type { Acting } from "../../write/tools/write-tools.ts";
import { confirmProfile, type ProfileChange, proposeProfile } from "../../write/verbs/propose-profile.ts";
import type { Engine } from "../engine.ts";

/** The fields are of the category `profile`, for who is bound to some. */
export function profileHandle(
  engine: Engine,
  scope: Scope,
  acting: Acting,
  thread: string | null,
): ProfileHandle {
  const { actor, access } = acting;
  const use = (): void => {
    checkAllowed(access, PROFILE);
    engine.use();
  };
  const change = async (
    call: "propose" | "set",
    [field, value, options]: Parameters<ProfileHandle["propose"]>,
  ): Promise<Proposal> => {
    use();
    const proposal = { call, scope, actor, thread, ...checkProposal(call, field, value, options) };
    return proposeProfile(engine, proposal);
  };

  return withOptionChecks("profile", {
    async get() {
      use();
      return profileOf(engine, scope);
    },

    propose: (...args) => change("propose", args),
    set: (...args) => change("set", args),

    async confirm(target, { accept, signal }) {
      use();
      const decision = { target: checkTarget(target), accept: checkFlag(accept, "accept") };
      return confirmProfile(engine, { scope, actor, ...decision }, signal);
    },

    async remove(name, options = {}) {
      use();
      const removal = { scope, at: engine.now(), actor, ...checkRemoval(name, options) };
      return engine.store.write("removeProfile", removal, { signal: options.signal });
    },

    async proposals({ status, field, ...paging } = {}) {
      const filter = {
        status: status === undefined ? undefined : checkOneOf(status, PROPOSAL_STATUSES, "status"),
        field: field === undefined ? undefined : checkField(field),
      };
      use();
      return pageOfProposals(engine, scope, filter, paging);
    },
  });
}

function checkProposal(
  call: "propose" | "set",
  field: string,
  value: unknown,
  { source, reason, confidence, signal }: ProfileOptions & { confidence?: number } = {},
): Omit<ProfileChange, "call" | "scope" | "actor" | "thread"> {
  return {
    field: checkField(field),
    value: checkText(value, "value", LIMITS.id),
    source: source === undefined ? null : checkId(source, "source"),
    confidence: confidence === undefined ? 0 : checkUnit(confidence, "confidence"),
    reason: checkReason(reason, call),
    signal,
  };
}

function checkRemoval(
  name: string,
  { value, hard = false, reason }: NonNullable<Parameters<ProfileHandle["remove"]>[1]>,
): { reason: string; field: ProfileFieldName; item: string | null; erase: boolean } {
  const field = checkField(name);
  if (value !== undefined && !hasManyValues(field)) {
    throw invalidArgument(`${field} has one value; remove() takes none for it.`);
  }
  return {
    reason: checkReason(reason, "remove"),
    field,
    item: value === undefined ? null : factKey(checkText(value, "value", LIMITS.id)),
    erase: checkFlag(hard, "hard"),
  };
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
