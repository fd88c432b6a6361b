import { columnNames, type PageBelow, type SqlReader } from "../tx.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

/** The block that went with a reply, as it is recorded. */
export interface NewContext {
  /** The ids of the events that hold the reply and the question. */
  reply: string;
  question: string | null;
  thread: string | null;
  /** JSON of the receipt. */
  receipt: string;
}

export interface ContextRow extends NewContext {
  num: number;
  at: number;
}

const WRITTEN = columnNames("num, reply, question, thread, receipt, at");
const COLUMNS = WRITTEN.join(", ");

/** Records the block of a reply. The last one that a reply was given counts. */
export async function saveContext(scope: OpenScope, context: NewContext, at: number): Promise<void> {
  await scope.run(`delete from reply_context where ${IN_SCOPE} and reply = $3`, [context.reply]);
  const last = await scope.one<{ num: number | null }>(
    `select max(num) as num from reply_context where ${IN_SCOPE}`,
  );
  await scope.insert("reply_context", WRITTEN, [{ ...context, num: (last?.num ?? 0) + 1, at }]);
}

export function findContext(
  reader: SqlReader,
  scopeRef: ScopeRef,
  reply: string,
): Promise<ContextRow | undefined> {
  return scopeReader(reader, scopeRef).one(
    `select ${COLUMNS} from reply_context where ${IN_SCOPE} and reply = $3`,
    [reply],
  );
}

/** Newest first, below a number. */
export function contextsBelow(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { before, limit }: PageBelow<number>,
): Promise<ContextRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select ${COLUMNS} from reply_context where ${IN_SCOPE} and num < $3 order by num desc limit $4`,
    [before, limit],
  );
}
