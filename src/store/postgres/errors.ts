import { MemoirError } from "../../domain/errors.ts";

interface PostgresError extends Error {
  code?: string;
}

/** The server undid this transaction so that another could go on; the same work again will do. */
export function isRetryable(error: unknown): boolean {
  const code = (error as PostgresError | null)?.code;
  return code === "40001" || code === "40P01";
}

const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  "EAI_AGAIN",
]);

/** Connection errors, a server that stops (57P0x) or starts (57P03), and what `pg` says of a socket that closed. */
function isUnreachable(error: PostgresError): boolean {
  const code = error.code ?? "";
  return (
    NETWORK.has(code) ||
    /^(08|57P)/.test(code) ||
    /Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable/i.test(
      error.message,
    )
  );
}

/** Turns what PostgreSQL or the socket says into a code and a next step. */
export function postgresError(error: unknown, location: string): MemoirError {
  if (MemoirError.is(error)) return error;
  const failure = (error instanceof Error ? error : new Error(String(error))) as PostgresError;
  const make = (code: MemoirError["code"], message: string): MemoirError =>
    new MemoirError(code, message, { cause: error, details: { postgres: failure.code ?? failure.message } });
  if (isUnreachable(failure)) {
    return make(
      "database_unavailable",
      `PostgreSQL at ${location} does not answer (${failure.message || failure.code}). Start it or check the address; ` +
        "then send the call again: with the same ids nothing is stored twice.",
    );
  }
  switch (failure.code) {
    case "28P01":
    case "28000":
      return make(
        "database_unavailable",
        `PostgreSQL at ${location} refused the login (${failure.message}). Check user and password.`,
      );
    case "3D000":
      return make(
        "database_unavailable",
        `${failure.message} at ${location}. Create it first: createdb NAME.`,
      );
    case "42501":
      return make(
        "database_unavailable",
        `This PostgreSQL user may not do that (${failure.message}). Grant it create and write on the schema.`,
      );
    case "25006":
      return make(
        "database_read_only",
        `PostgreSQL at ${location} is read-only (a standby?). Connect to the primary.`,
      );
    case "53100":
      return make(
        "disk_full",
        `The disk of PostgreSQL at ${location} is full; the write was undone. Free some space.`,
      );
    case "53300":
      return make(
        "database_unavailable",
        `PostgreSQL at ${location} has no connection left. Raise max_connections or close some.`,
      );
    case "55P03":
      return make("database_locked", `A lock at ${location} is held by another session. Try again.`);
    default:
      return make("internal", `PostgreSQL failed: ${failure.message}. Please report this.`);
  }
}
