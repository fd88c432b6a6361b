import type { ProfileFieldName } from "../domain/profile.ts";
import { type OpenScope, type Place, scoped } from "./scopes.ts";
import type { Reader } from "./tx.ts";

/** One value of the profile, as it stands. */
export interface ProfileFieldRow {
  field: ProfileFieldName;
  /** `""`, or the value's key where a field has many. */
  item: string;
  value: string;
  /** 1 when the user agreed to it. */
  confirmed: number;
  /** The id of the event it came from. */
  source: string | null;
  /** The decision it stands on. */
  proposal: number;
  updated_at: number;
}

const COLUMNS = "field, item, value, confirmed, source, proposal, updated_at";

/** The whole profile, or one field of it, in the order in which values came. */
export function listProfile(
  reader: Reader,
  place: Place,
  field?: ProfileFieldName,
): Promise<ProfileFieldRow[]> {
  return scoped(reader, place).all(
    `select ${COLUMNS} from profile_field where tenant = $1 and scope = $2
     ${field === undefined ? "" : "and field = $3"} order by field, updated_at, proposal`,
    field === undefined ? [] : [field],
  );
}

export async function putProfile(scope: OpenScope, row: ProfileFieldRow): Promise<void> {
  await scope.run(
    `insert into profile_field (tenant, scope, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant, scope, field, item) do update set value = excluded.value, confirmed = excluded.confirmed,
       source = excluded.source, proposal = excluded.proposal, updated_at = excluded.updated_at`,
    [row.field, row.item, row.value, row.confirmed, row.source, row.proposal, row.updated_at],
  );
}

export async function deleteProfile(
  scope: OpenScope,
  { field, item }: Pick<ProfileFieldRow, "field" | "item">,
): Promise<void> {
  await scope.run("delete from profile_field where tenant = $1 and scope = $2 and field = $3 and item = $4", [
    field,
    item,
  ]);
}
