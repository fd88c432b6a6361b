import type { MEMORY_FIELDS } from "../memory.ts";
import type { RowOf } from "../memory-field.ts";

type Row = RowOf<typeof MEMORY_FIELDS>;

/** The conditions for merging two memories: the same subject, the same readers and the same end of validity. */
const AGREED = [
  "kind",
  "category",
  "type",
  "subject",
  "affirmed",
  "user_id",
  "agent",
  "run",
  "expires_at",
] as const satisfies readonly (keyof Row)[];

/** Whether two active memories could be one at all, whatever their words say. */
export function isSameGround(a: Row, b: Row): boolean {
  return (
    a.id !== b.id &&
    a.status === "active" &&
    b.status === "active" &&
    AGREED.every((column) => a[column] === b[column]) &&
    (a.slot === null || b.slot === null || a.slot === b.slot)
  );
}
