import { refuseReadOnly } from "../tables/scopes.ts";
import type { Tx } from "../tx.ts";

/** A request and what was answered to it. */
interface RequestRow {
  /** Of everything it says. */
  request: string;
  /** Whoever carries it out is given until then; `null` = it is answered. */
  until: number | null;
  status: number | null;
  /** As JSON; `null` before there is one, or where its words were erased. */
  answer: string | null;
}

/** Identifies the request: its owner and its idempotency key, as a hash. */
interface RequestName {
  tenant: string;
  caller: string;
  name: string;
}

const WHERE = "where tenant = $1 and caller = $2 and name = $3";

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
  const { tenant, request, at } = args;
  await refuseReadOnly(tx, tenant);
  await tx.run("delete from idempotent_request where tenant = $1 and begun_at < $2", [
    tenant,
    at - args.keepMs,
  ]);
  const key = [tenant, args.caller, args.name];
  const until = at + args.waitMs;
  const added = await tx.run(
    `insert into idempotent_request (tenant, caller, name, request, begun_at, until) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant, caller, name) do nothing`,
    [...key, request, at, until],
  );
  if (added > 0) return { state: "mine" };
  const earlier = await tx.one<RequestRow>(
    `select request, until, status, answer from idempotent_request ${WHERE}`,
    key,
  );
  if (earlier === undefined) return { state: "running" };
  if (earlier.request !== request) return { state: "other" };
  if (earlier.until === null)
    return { state: "answered", status: earlier.status ?? 200, answer: earlier.answer };
  if (earlier.until > at) return { state: "running" };
  if (!args.harmless) return { state: "doubt" };
  // Unless somebody else has taken it over already.
  const updated = await tx.run(`update idempotent_request set until = $5 ${WHERE} and until = $4`, [
    ...key,
    earlier.until,
    until,
  ]);
  return { state: updated > 0 ? "mine" : "running" };
}

export interface EndRequestArgs extends RequestName {
  /** `"nothing"`: it was refused, nothing was done. `"doubt"`: it failed, and nobody knows how far it came. */
  outcome: { status: number; answer: string; wordless: boolean } | "nothing" | "doubt";
}

/** The first answer stays. One with words in it is not kept once words were erased while it was made. */
export async function endRequest(tx: Tx, { tenant, caller, name, outcome }: EndRequestArgs): Promise<void> {
  const key = [tenant, caller, name];
  const open = `${WHERE} and status is null`;
  if (outcome === "nothing") await tx.run(`delete from idempotent_request ${open}`, key);
  else if (outcome === "doubt") await tx.run(`update idempotent_request set until = 0 ${open}`, key);
  else {
    await tx.run(
      `update idempotent_request set until = null, status = $4, answer = case when erased = 1 and $6 = 0 then null else $5 end,
       erased = case when $6 = 1 then 1 else erased end ${open}`,
      [...key, outcome.status, outcome.answer, outcome.wordless ? 1 : 0],
    );
  }
}

/**
 * Takes the words out of every answer of the tenant that is kept or being made: which of them hold what is erased, nobody
 * can tell.
 */
export async function eraseAnswers(tx: Tx, tenant: string): Promise<void> {
  await tx.run("update idempotent_request set erased = 1, answer = null where tenant = $1 and erased = 0", [
    tenant,
  ]);
}
