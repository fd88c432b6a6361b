import { addCounts, type ForgottenCounts, type ForgottenKind } from "../../domain/forgotten.ts";
import { ERASED } from "../../domain/text.ts";
import type { SqlReader, Value } from "../tx.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

/** Whose rows of a scope are meant. Plain data: it is sent to the writer's thread and kept with the receipt. */
export interface Whose {
  /** The accounts of one member; `null`: everything in the scope. */
  readonly accounts: readonly string[] | null;
  /** How memories name that member as their subject. */
  readonly subjects: readonly string[];
  /** The scope's last event when it was asked for: what is said later is not meant. */
  readonly until: number;
}

/** A condition with its parameters; the first two are the scope. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly Value[];
}

/** Builds a condition whose parameters begin behind the scope's. */
function condition(make: (param: (value: Value) => string) => string): Condition {
  const params: Value[] = [];
  return { sql: make((value) => `$${params.push(value) + 2}`), params };
}

type Dialected = Pick<SqlReader, "dialect">;

/**
 * The events that are somebody's, as `e`: those that they said, and those with which the bot or a tool answered them,
 * which repeat what they said. In a group, an answer belongs to whoever spoke last before it in its conversation.
 */
export function eventsOfPerson({ dialect }: Dialected, { accounts, until }: Whose): Condition {
  return condition((param) => {
    if (accounts === null) return `e.seq <= ${param(until)}`;
    const list = param(JSON.stringify(accounts));
    const theirs = (column: string): string => dialect.inJson(column, list);
    const asker = `(select u.actor from event u where u.tenant = $1 and u.scope = $2 and u.seq < e.seq and u.role = 'user'
      and coalesce(u.session, '') = coalesce(e.session, '') order by u.seq desc limit 1)`;
    const replied = `select c.reply from reply_context c join event q on q.tenant = c.tenant and q.scope = c.scope and q.id = c.question
      where c.tenant = $1 and c.scope = $2 and ${theirs("q.actor")}`;
    return `e.seq <= ${param(until)} and (${theirs("e.actor")}
      or (e.role in ('assistant', 'tool') and (${theirs(asker)} or e.id in (${replied}))))`;
  });
}

/**
 * The memories that are somebody's, as `m`: those about them, and those that nobody else has said. One with a source that
 * came after `until` was said again, and stays.
 */
export function memoriesOfPerson({ dialect }: Dialected, { accounts, subjects, until }: Whose): Condition {
  return condition((param) => {
    const source = (where: string): string =>
      `exists (select 1 from evidence v join event s on s.tenant = v.tenant and s.scope = v.scope and s.seq = v.event
        where v.tenant = m.tenant and v.scope = m.scope and v.memory = m.id and ${where})`;
    const again = `not ${source(`v.event > ${param(until)}`)}`;
    if (accounts === null) return again;
    const list = param(JSON.stringify(accounts));
    const theirs = (column: string): string => dialect.inJson(column, list);
    const about = dialect.inJson("m.subject", param(JSON.stringify(subjects)));
    const saidAlone = `(${source(theirs("s.actor"))} and not ${source(`s.role = 'user' and not ${theirs("coalesce(s.actor, '')")}`)})`;
    return `${again} and (${about} or ${theirs("m.user_id")} or ${saidAlone})`;
  });
}

/** A table whose rows are put aside, or deleted: what they count as, and which are a member's; `null`: none of them. */
export interface Belongings {
  readonly kind: ForgottenKind;
  readonly table: string;
  member(accounts: string, dialect: SqlReader["dialect"]): string | null;
}

const THEIR_EVENTS = (column: string, accounts: string, dialect: SqlReader["dialect"]): string =>
  `select ${column} from event where ${IN_SCOPE} and ${dialect.inJson("actor", accounts)}`;

const NOBODYS = (): null => null;

/** In an order in which nothing is left that points to a row that is gone. */
export const BELONGINGS: readonly Belongings[] = [
  {
    kind: "profile",
    table: "profile_field",
    member: (accounts, dialect) => `source in (${THEIR_EVENTS("id", accounts, dialect)})`,
  },
  {
    kind: "feedback",
    table: "feedback",
    member: (accounts, dialect) =>
      `(${dialect.inJson("author", accounts)} or event in (${THEIR_EVENTS("seq", accounts, dialect)}))`,
  },
  {
    kind: "contexts",
    table: "reply_context",
    member: (accounts, dialect) => `question in (${THEIR_EVENTS("id", accounts, dialect)})`,
  },
  { kind: "checkpoints", table: "checkpoint_write", member: NOBODYS },
  { kind: "checkpoints", table: "checkpoint_value", member: NOBODYS },
  { kind: "checkpoints", table: "checkpoint_step", member: NOBODYS },
  { kind: "checkpoints", table: "checkpoint_thread", member: NOBODYS },
  { kind: "documents", table: "document", member: NOBODYS },
  {
    kind: "names",
    table: "author_name",
    member: (accounts, dialect) => dialect.inJson("account", accounts),
  },
];

/** The rows of such a table that are somebody's; `null`: none are. */
export function rowsOf({ dialect }: Dialected, of: Belongings, { accounts }: Whose): Condition | null {
  if (accounts === null) return { sql: "1 = 1", params: [] };
  const sql = of.member("$3", dialect);
  return sql === null ? null : { sql, params: [JSON.stringify(accounts)] };
}

/** Day summaries that tell of somebody's messages. */
export function daysOf({ dialect }: Dialected, { accounts }: Whose): Condition {
  if (accounts === null) return { sql: "1 = 1", params: [] };
  const said = `select 1 from event e where e.tenant = $1 and e.scope = $2 and ${dialect.inJson("e.actor", "$3")}
    and e.at >= day_summary.from_at and e.at < day_summary.until_at`;
  return { sql: `exists (${said})`, params: [JSON.stringify(accounts)] };
}

/** Events with words, or that are still recalled. */
export const WITH_WORDS = `(e.text <> '${ERASED}' or e.content is not null or e.hidden_at is null)`;
export const SEEN = "e.hidden_at is null";
/** A memory that time took away may still come back: forgetting it is something else. */
export const STANDING = "(m.status <> 'soft_deleted' or m.aged_from is not null)";

const IS_REPLY = "e.role in ('assistant', 'tool')";
const IS_ENTRY = `exists (select 1 from timeline_span t where t.tenant = m.tenant and t.scope = m.scope and t.memory = m.id)`;

/** How much of each kind a forgetting would take in one scope; a hard one includes what was forgotten before. */
export async function countBelongings(
  reader: SqlReader,
  scopeRef: ScopeRef,
  whose: Whose,
  hard: boolean,
): Promise<ForgottenCounts> {
  const { one } = scopeReader(reader, scopeRef);
  const count = async (sql: string, { params }: Condition): Promise<number> =>
    (await one<{ n: number }>(`select count(*) as n from ${sql}`, params))?.n ?? 0;
  const events = eventsOfPerson(reader, whose);
  const memories = memoriesOfPerson(reader, whose);
  const inEvents = `event e where e.tenant = $1 and e.scope = $2 and ${events.sql} and ${hard ? WITH_WORDS : SEEN}`;
  const inMemories = `memory m where m.tenant = $1 and m.scope = $2 and ${memories.sql} ${hard ? "" : `and ${STANDING}`}`;
  const counts: ForgottenCounts = {
    messages: await count(`${inEvents} and not (${IS_REPLY})`, events),
    replies: await count(`${inEvents} and ${IS_REPLY}`, events),
    memories: await count(`${inMemories} and not ${IS_ENTRY}`, memories),
    timeline: await count(`${inMemories} and ${IS_ENTRY}`, memories),
    digests: await count(
      `day_summary where ${IN_SCOPE} and ${daysOf(reader, whose).sql}`,
      daysOf(reader, whose),
    ),
    vectors:
      (await count(
        `vector v where v.tenant = $1 and v.scope = $2 and v.kind = 'm' and v.ref in (select m.num from ${inMemories})`,
        memories,
      )) +
      (await count(
        `vector v where v.tenant = $1 and v.scope = $2 and v.kind = 'e' and v.ref in (select e.seq from ${inEvents})`,
        events,
      )),
    deliveries: await count(
      `hook_delivery d where d.tenant = $1 and d.scope = $2 and d.status = 'waiting'
         and d.memory in (select m.id from ${inMemories})`,
      memories,
    ),
  };
  for (const of of BELONGINGS) {
    const rows = rowsOf(reader, of, whose);
    if (rows === null) continue;
    const n = await count(`${of.table} where ${IN_SCOPE} and ${rows.sql}`, rows);
    counts[of.kind] = (counts[of.kind] ?? 0) + n;
  }
  if (whose.accounts === null) {
    const proposals = `consent_proposal where ${IN_SCOPE} and erased_at is null`;
    counts.profile = (counts.profile ?? 0) + (await count(proposals, { sql: "", params: [] }));
  }
  return addCounts(counts, {});
}

/** Texts that a preview shows of a kind. */
export const EXAMPLES = 3;

/** The newest words of what would go, by kind. */
export async function exampleBelongings(
  reader: SqlReader,
  scopeRef: ScopeRef,
  whose: Whose,
  hard: boolean,
): Promise<Partial<Record<ForgottenKind, string[]>>> {
  const { all } = scopeReader(reader, scopeRef);
  const words = async (sql: string, { params }: Condition): Promise<string[]> =>
    (await all<{ words: string }>(`${sql} limit ${EXAMPLES}`, params)).map((row) => row.words);
  const events = eventsOfPerson(reader, whose);
  const memories = memoriesOfPerson(reader, whose);
  const inEvents = `select e.text as words from event e where e.tenant = $1 and e.scope = $2 and ${events.sql}
    and e.text <> '${ERASED}' and ${hard ? "1 = 1" : SEEN}`;
  const inMemories = `select m.text as words from memory m where m.tenant = $1 and m.scope = $2 and ${memories.sql}
    ${hard ? "" : `and ${STANDING}`}`;
  const fields = rowsOf(reader, BELONGINGS[0]!, whose)!;
  const names = rowsOf(reader, BELONGINGS.at(-1)!, whose)!;
  return {
    messages: await words(`${inEvents} and not (${IS_REPLY}) order by e.seq desc`, events),
    replies: await words(`${inEvents} and ${IS_REPLY} order by e.seq desc`, events),
    memories: await words(`${inMemories} and not ${IS_ENTRY} order by m.num desc`, memories),
    timeline: await words(`${inMemories} and ${IS_ENTRY} order by m.num desc`, memories),
    profile: await words(
      `select field || ': ' || value as words from profile_field where ${IN_SCOPE} and ${fields.sql}`,
      fields,
    ),
    names: await words(
      `select name as words from author_name where ${IN_SCOPE} and name <> '' and ${names.sql} order by seen_at desc`,
      names,
    ),
  };
}

/** A page of somebody's events, oldest first. */
export function nextEvents(
  scope: OpenScope,
  whose: Whose,
  also: string,
  limit: number,
): Promise<{ seq: number; role: string; text: string }[]> {
  const { sql, params } = eventsOfPerson(scope.tx, whose);
  return scope.all(
    `select e.seq, e.role, e.text from event e where e.tenant = $1 and e.scope = $2 and ${sql} and ${also}
     order by e.seq limit ${limit}`,
    params,
  );
}

/** A page of somebody's memories. */
export function nextMemories(
  scope: OpenScope,
  whose: Whose,
  also: string,
  limit: number,
): Promise<{ id: string; entry: number }[]> {
  const { sql, params } = memoriesOfPerson(scope.tx, whose);
  return scope.all(
    `select m.id, case when ${IS_ENTRY} then 1 else 0 end as entry from memory m
     where m.tenant = $1 and m.scope = $2 and ${sql} and ${also} order by m.num limit ${limit}`,
    params,
  );
}
