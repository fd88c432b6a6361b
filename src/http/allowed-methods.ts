import type { Context } from "hono";
import { MemoirError } from "../index.ts";
import { Refusal } from "./errors.ts";

interface Place {
  readonly method: string;
  /** As OpenAPI writes it: `/api/ltm/items/{id}`. */
  readonly path: string;
}

const LONGEST_PATH = 200;

/** What is said about a request that no route takes: another method might do, or nothing is there at all. */
export function nowhere(places: readonly Place[]): (context: Context) => MemoirError {
  const known = places.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return ({ req }) => {
    const path = req.path.slice(0, LONGEST_PATH);
    const methods = known.filter(({ pattern }) => pattern.test(req.path)).map(({ method }) => method);
    if (methods.length === 0) {
      return new MemoirError(
        "not_found",
        `There is no ${req.method} ${path} here. GET /docs lists what there is.`,
      );
    }
    if (methods.includes("GET")) methods.push("HEAD");
    const allow = [...new Set(methods)].sort().join(", ");
    return new Refusal(405, "not_found", `There is no ${req.method} ${path} here; it takes ${allow}.`, {
      headers: { Allow: allow },
    });
  };
}
