import { refuseReadOnly } from "../scopes.ts";
import type { Reader, Tx } from "../tx.ts";

/** A request and what was answered to it. */
interface RequestRow {
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
interface RequestName {
  tenant: string;
  caller: string;
  name: string;
}

const WHERE = "where tenant = $1 and caller = $2 and name = $3";

function keyOf({ tenant, caller, name }: RequestName): string[] {
  return [tenant, caller, name];
}

function findRequest(reader: Reader, which: RequestName): Promise<RequestRow | undefined> {
  return reader.one(
    `select request, begun_at, until, status, answer from idempotent_request ${WHERE}`,
    keyOf(which),
  );
}

/** Says whether it is new. */
async function insertRequest(
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
async function takeOverRequest(
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
async function answerRequest(
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
async function doubtRequest(tx: Tx, which: RequestName): Promise<void> {
  await tx.run(`update idempotent_request set until = 0 ${WHERE} and status is null`, keyOf(which));
}

/** It came to nothing. */
async function dropRequest(tx: Tx, which: RequestName): Promise<void> {
  await tx.run(`delete from idempotent_request ${WHERE} and status is null`, keyOf(which));
}

async function dropOldRequests(tx: Tx, tenant: string, before: number): Promise<void> {
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

export interface BeginRequestArgs extends RequestName {
  /** The hash of all it says. */
  request: string;
  at: number;
  /** How long whoever carries it out is given. */
  waitMs: number;
  /** How long answers are kept. */
  keepMs: number;
  /** Doing it twice is doing it once, so it may be done again where nobody knows what became of it. */
  harmless: boolean;
}

/** `"mine"`: carry it out. `"other"`: the key was used for something else. `"doubt"`: nobody knows whether it was done. */
export type BegunRequest =
  | { readonly state: "mine" | "running" | "other" | "doubt" }
  | { readonly state: "answered"; readonly status: number; readonly answer: string | null };

/** One of those who send the same request carries it out; the others learn how it stands. */
export async function beginRequest(tx: Tx, args: BeginRequestArgs): Promise<BegunRequest> {
  const { tenant, request, at, waitMs } = args;
  await refuseReadOnly(tx, tenant);
  await dropOldRequests(tx, tenant, at - args.keepMs);
  const until = at + waitMs;
  if (await insertRequest(tx, args, { request, at, until })) return { state: "mine" };
  const known = await findRequest(tx, args);
  if (known === undefined) return { state: "running" };
  if (known.request !== request) return { state: "other" };
  if (known.until === null) return { state: "answered", status: known.status ?? 200, answer: known.answer };
  if (known.until > at) return { state: "running" };
  if (!args.harmless) return { state: "doubt" };
  const taken = await takeOverRequest(tx, args, { over: known.until, until });
  return { state: taken ? "mine" : "running" };
}

export interface EndRequestArgs extends RequestName {
  /** `"nothing"`: it was refused, nothing was done. `"doubt"`: it failed, and nobody knows how far it came. */
  outcome: { status: number; answer: string; wordless: boolean } | "nothing" | "doubt";
}

export async function endRequest(tx: Tx, args: EndRequestArgs): Promise<void> {
  const { outcome } = args;
  if (outcome === "nothing") await dropRequest(tx, args);
  else if (outcome === "doubt") await doubtRequest(tx, args);
  else await answerRequest(tx, args, outcome);
}
