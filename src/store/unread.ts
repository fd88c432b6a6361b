import type { ScopeRange } from "./statistics.ts";
import type { Reader } from "./tx.ts";

/** What was observed and no extraction has read yet. Commands and edits were carried out when they came. */
export interface UnreadRow {
  events: number;
  /** When the oldest of it was recorded; `null` when there is nothing. */
  oldest: number | null;
}

export async function unreadIn(reader: Reader, { tenant, after, upTo }: ScopeRange): Promise<UnreadRow> {
  const row = await reader.one<UnreadRow>(
    `select count(*) as events, min(e.recorded_at) as oldest
     from scope s join event e on e.tenant = s.tenant and e.scope = s.num and e.seq > s.extracted_seq
     where s.tenant = $1 and s.num > $2 and s.num <= $3 and s.seq > s.extracted_seq
       and e.type in ('message', 'tool_result', 'import')`,
    [tenant, after, upTo],
  );
  return row ?? { events: 0, oldest: null };
}
