import type { Reader, Tx } from "./tx.ts";

/** A request and what was answered to it. */
export interface RequestRow {
  /** Of everything it says. */
  request: string;
  begun_at: number;
  /** Whoever carries it out is given until then; `null` = it is answered. */
  until: number | null;
  status: number | null;
  /** As JSON; `null` before there is one, or where its words were erased. */
  answer: string | null;
}

/** Which request: whose, and by which key of its own, as a hash. */
export interface RequestName {
  tenant: string;
  caller: string;
  name: string;
}

const WHERE = "where tenant = $1 and caller = $2 and name = $3";

function keyOf({ tenant, caller, name }: RequestName): string[] {
  return [tenant, caller, name];
}

export function findRequest(reader: Reader, which: RequestName): Promise<RequestRow | undefined> {
  return reader.one<RequestRow>(
    `select request, begun_at, until, status, answer from idempotent_request ${WHERE}`,
    keyOf(which),
  );
}

/** Says whether it is new. */
export async function insertRequest(
  tx: Tx,
  which: RequestName,
  { request, at, until }: { request: string; at: number; until: number },
): Promise<boolean> {
  const added = await tx.run(
    `insert into idempotent_request (tenant, caller, name, request, begun_at, until) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant, caller, name) do nothing`,
    [...keyOf(which), request, at, until],
  );
  return added > 0;
}

/** Gives it to somebody else, unless that happened already. */
export async function takeOverRequest(
  tx: Tx,
  which: RequestName,
  { over, until }: { over: number; until: number },
): Promise<boolean> {
  const taken = await tx.run(`update idempotent_request set until = $5 ${WHERE} and until = $4`, [
    ...keyOf(which),
    over,
    until,
  ]);
  return taken > 0;
}

/** The first answer stays. One with words in it is not kept once words were erased while it was made. */
export async function answerRequest(
  tx: Tx,
  which: RequestName,
  { status, answer, wordless }: { status: number; answer: string; wordless: boolean },
): Promise<void> {
  await tx.run(
    `update idempotent_request set until = null, status = $4,
     answer = case when erased = 1 and $6 = 0 then null else $5 end, erased = case when $6 = 1 then 1 else erased end
     ${WHERE} and status is null`,
    [...keyOf(which), status, answer, wordless ? 1 : 0],
  );
}

/** Nobody knows what became of it. */
export async function doubtRequest(tx: Tx, which: RequestName): Promise<void> {
  await tx.run(`update idempotent_request set until = 0 ${WHERE} and status is null`, keyOf(which));
}

/** It came to nothing. */
export async function dropRequest(tx: Tx, which: RequestName): Promise<void> {
  await tx.run(`delete from idempotent_request ${WHERE} and status is null`, keyOf(which));
}

export async function dropOldRequests(tx: Tx, tenant: string, before: number): Promise<void> {
  await tx.run("delete from idempotent_request where tenant = $1 and begun_at < $2", [tenant, before]);
}

/**
 * Takes the words out of every answer of the tenant that is kept or being made: which of them hold what is erased, nobody
 * can tell (C18).
 */
export async function eraseAnswers(tx: Tx, tenant: string): Promise<void> {
  await tx.run("update idempotent_request set erased = 1, answer = null where tenant = $1 and erased = 0", [
    tenant,
  ]);
}
