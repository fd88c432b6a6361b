import type { Scope } from "../domain/scope.ts";
import type { NewEvent } from "./events.ts";
import type { OpenScope } from "./scopes.ts";
import type { Value } from "./tx.ts";

/** Who said it: in a user's own scope that is the user, unless the message says otherwise. */
export function authorOf(
  scope: Pick<Scope, "kind" | "id">,
  { actor, role }: { readonly actor: string | null; readonly role: string },
): string | null {
  return actor ?? (role === "user" && scope.kind === "user" ? scope.id : null);
}

/** Writes down who spoke, and under which name: the newest moment of each name is kept. */
export async function noteAuthors(
  open: OpenScope,
  scope: Pick<Scope, "kind" | "id">,
  events: readonly NewEvent[],
): Promise<void> {
  const seen = new Map<string, { account: string; name: string; at: number; seq: number }>();
  for (const [i, event] of events.entries()) {
    const account = authorOf(scope, event);
    if (account === null) continue;
    const name = event.authorName ?? "";
    // No name has a line break: see `cleanName`.
    const key = `${name}\n${account}`;
    const before = seen.get(key);
    if (before !== undefined && before.at > event.at) continue;
    // Of two names of one moment the one that came later is the newer.
    const seq = open.seq - events.length + i + 1;
    seen.set(key, { account, name, at: event.at, seq });
  }
  const rows = [...seen.values()];
  for (let from = 0; from < rows.length; from += ROWS) await upsert(open, rows.slice(from, from + ROWS));
}

/** SQLite takes 32,766 parameters. */
const ROWS = 5_000;

async function upsert(
  { tx, tenant, num }: OpenScope,
  rows: readonly { account: string; name: string; at: number; seq: number }[],
): Promise<void> {
  const params: Value[] = [];
  const values = rows.map((row) => {
    const numbers = [tenant, num, row.account, row.name, row.at, row.seq].map((value) => params.push(value));
    return `(${numbers.map((n) => `$${n}`).join(", ")})`;
  });
  // An account without a name is written once: its time says nothing.
  await tx.run(
    `insert into author_name (tenant, scope, account, name, seen_at, seen_seq) values ${values.join(", ")}
     on conflict (tenant, scope, account, name) do update set seen_at = excluded.seen_at, seen_seq = excluded.seen_seq
     where excluded.name <> '' and (excluded.seen_at, excluded.seen_seq) > (author_name.seen_at, author_name.seen_seq)`,
    params,
  );
}
