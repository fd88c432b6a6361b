import type { Page, PageOptions } from "../../api/options.ts";
import type { ProfileField, Proposal } from "../../api/profile.ts";
import { PROFILE_FIELDS, type ProfileFieldName } from "../../domain/profile.ts";
import type { Scope } from "../../domain/scope.ts";
import { listProfile, listProposals, toProposal } from "../../store/tables/profile.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { ReadContext } from "../shared/request.ts";
import { page } from "./page.ts";

/** The fields of a user's profile, in their fixed order. */
export async function profileOf(context: ReadContext, scope: Scope): Promise<ProfileField[]> {
  const scopeRef = await findScope(context.use(), scope);
  const rows = scopeRef === undefined ? [] : await listProfile(context.use(), scopeRef);
  const position = (field: ProfileFieldName): number => PROFILE_FIELDS.indexOf(field);
  return rows
    .map(({ field, value, confirmed, source, updated_at }) => {
      return { field, value, confirmed: confirmed === 1, source, updatedAt: new Date(updated_at) };
    })
    .sort((a, b) => position(a.field) - position(b.field));
}

/** The proposals for a profile that meet a filter, newest first. */
export async function pageOfProposals(
  context: ReadContext,
  scope: Scope,
  filter: Omit<Parameters<typeof listProposals>[2], "at">,
  paging: PageOptions,
): Promise<Page<Proposal>> {
  const scopeRef = await findScope(context.use(), scope);
  return page(paging, async (part) => {
    if (scopeRef === undefined) return [];
    const rows = await listProposals(context.use(), scopeRef, { ...filter, at: context.now() }, part);
    return rows.map((row) => ({ item: toProposal(row, context.now()), position: row.num }));
  });
}
