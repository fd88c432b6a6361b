import { type Place, scoped } from "./scopes.ts";
import type { Reader } from "./tx.ts";

/** How often a memory of a scope must have been delivered to be among its most used tenth. */
export async function oftenUsed(reader: Reader, place: Place): Promise<number> {
  const row = await scoped(reader, place).one<{ access_count: number }>(
    `select access_count from memory where tenant = $1 and scope = $2 and status = 'active' order by access_count desc
     limit 1 offset (select count(*) / 10 from memory where tenant = $1 and scope = $2 and status = 'active')`,
  );
  return row?.access_count ?? 0;
}
