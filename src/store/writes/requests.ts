import {
  answerRequest,
  doubtRequest,
  dropOldRequests,
  dropRequest,
  findRequest,
  insertRequest,
  type RequestName,
  takeOverRequest,
} from "../requests.ts";
import { refuseReadOnly } from "../scopes.ts";
import type { Tx } from "../tx.ts";

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
