import { createHash } from "node:crypto";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { invalidArgument } from "../../domain/errors.ts";
import { MemoirError } from "../../index.ts";
import { errorAnswer } from "./errors.ts";
import { type Call, type Route, RouteReply, reply } from "./route.ts";

const HEADER = "Idempotency-Key";
/** Visible characters, as RFC 9110 lets a header have them. */
const OURS = /^[\x21-\x7e]{1,255}$/;

/**
 * Carries a request out once, however often it is sent, where it has an `Idempotency-Key` (for a day). The first answer
 * is sent again. A refused request was not carried out and may be sent again.
 *
 * Should the server die between the work and the note of it, nobody knows whether it was done. Routes for which doing it
 * twice is doing it once do it again: `call.once` gives what they write the same ids as the first time. The others refuse.
 */
export async function runOnce({ spec, run }: Route, call: Call): Promise<unknown> {
  if (spec.method !== "post" || spec.role === null || spec.role === "read") return run(call);
  const key = call.request.headers.get(HEADER);
  if (key === null) return run(call);
  if (!OURS.test(key)) {
    throw invalidArgument(`${HEADER} takes 1 to 255 visible ASCII characters, such as a UUID.`);
  }
  if (spec.twice === undefined) throw invalidArgument(`POST ${spec.path} takes no ${HEADER}. Leave it out.`);
  const { tenant, keyId, categories } = call.principal;
  const { memoir, log } = call.service;
  const { requests } = memoir.operator(tenant);
  const which = { caller: keyId, name: hash(key) };
  const said = hash(key, spec.path, JSON.stringify([call.params, call.query, call.body, categories]));
  const begun = await requests.begin(which, said, { harmless: spec.twice === "harmless" });
  if (begun.state === "answered") return replay(begun.status as ContentfulStatusCode, begun.answer);
  if (begun.state !== "mine") throw refusal(begun.state);
  // Whatever cannot be noted is in doubt by itself, once its time is over.
  const end = (outcome: Parameters<typeof requests.end>[1]): Promise<void> =>
    requests
      .end(which, outcome)
      .catch(() => log({ level: "warn", event: "request not noted", request: call.id }));
  let routeReply: RouteReply;
  try {
    const value = await run({ ...call, once: hash(tenant, keyId, said) });
    routeReply = value instanceof RouteReply ? value : reply(value);
  } catch (error) {
    await end(wasRefused(error) ? "nothing" : "doubt");
    throw error;
  }
  const { status = spec.status ?? 200, headers = {}, again } = routeReply.options;
  const answer = JSON.stringify({ headers, value: again ?? routeReply.value });
  await end({ status, answer, wordless: again !== undefined });
  return routeReply;
}

function hash(...parts: readonly string[]): string {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(`${part.length}:${part}`);
  return sum.digest("hex");
}

/** An error of the caller's: nothing was done. A caller that disconnects halfway does not know. */
function wasRefused(error: unknown): boolean {
  const { status } = errorAnswer(error, "");
  return status < 500 && status !== 408;
}

function replay(status: ContentfulStatusCode, answer: string | null): RouteReply {
  if (answer === null) {
    throw new MemoirError(
      "gone",
      "This request was carried out. Its answer is no longer kept, because memories were erased for good after it.",
    );
  }
  const { headers, value } = JSON.parse(answer) as { headers: Record<string, string>; value: unknown };
  return reply(value, { status, headers: { ...headers, "Idempotency-Replayed": "true" } });
}

function refusal(state: "running" | "other" | "doubt"): MemoirError {
  if (state === "running") {
    return new MemoirError(
      "conflict",
      `The same request, by its ${HEADER}, is being carried out. Send it again to get its answer.`,
      { details: { retryAfterSeconds: 1 } },
    );
  }
  return new MemoirError(
    "conflict",
    state === "other"
      ? `This ${HEADER} was used for another request. Take a new one for each.`
      : `It is not known whether the request with this ${HEADER} was carried out: something broke in the middle. ` +
          "Look at what is there, then send it with a new key if it is still to be done.",
  );
}
