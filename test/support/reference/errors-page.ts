import { EXIT, exitCodeOf } from "../../../src/cli/failure.ts";
import { ERROR_CODES, MemoirError, type MemoirErrorCode } from "../../../src/index.ts";
import { errorAnswer } from "../../../src/server/http/errors.ts";
import { code, table } from "./table.ts";

const INTRO = `# Errors

Every error is a \`MemoirError\` with a stable \`code\`, \`details\`, and a message that says what was wrong and what to do. Decide by the
code; messages may change. Generated from the codes, the statuses of the server and the exit codes of the command line.
`;

const MEANING: Readonly<Record<MemoirErrorCode, string>> = {
  invalid_argument: "an argument is missing or wrong (the message names all problems), or holds a secret",
  invalid_scope: "a scope is not `user:ID`, `group:ID`, `project:ID` or `global`",
  invalid_settings: "a setting does not exist or has a wrong value",
  too_large: "a text, a body or a file is over its limit",
  not_found: "it does not exist, or the caller may not see it",
  gone: "it was erased for good",
  conflict: "somebody else changed it, or the request contradicts another",
  unauthorized: "no key, or one that is not valid",
  not_allowed: "the role, scopes, agent or categories do not allow it",
  rate_limited: "too many requests, or a limit of the write policy; try again later",
  quota_exceeded: "the scope holds as many memories or events as it may",
  read_only: "writes are stopped for the tenant or this process",
  writes_disabled: "writes are stopped for this scope, or `writePolicy.enable` is off",
  audit_off: "there is no history to look at: the setting `audit` is `off`",
  nothing_to_undo: "there is no change that could be undone",
  lease_lost: "another process has taken the job over",
  aborted: "the caller has cancelled it",
  closed: "the engine or the server is closed",
  database_invalid: "the file is no database of Memoir, or is damaged",
  database_newer: "the database was written by a newer version",
  database_read_only: "the database file cannot be written",
  database_locked: "another process has held the database too long",
  database_gone: "the database file was deleted or replaced while it was open",
  database_unavailable: "the database cannot be reached",
  disk_full: "there is no room left on the disk",
  server_unavailable: "the server cannot be reached",
  model_unavailable: "the model cannot be reached, refuses the key, or is left alone after failures",
  model_timeout: "the model gave no answer in time",
  model_refused: "the model or its provider refused the request",
  model_bad_output: "the answer of the model was empty or not usable",
  budget_exhausted: "the tokens of the day are used up",
  unsupported_runtime: "this version of Node or this machine cannot do it",
  internal: "an error of Memoir; the log has the details",
};

/** What the exit codes mean, in the order of their numbers. */
const EXITS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: "done; also a search or a `forget --about` that found nothing",
  no: "it is not there, a check of `doctor` failed, or you answered no",
  usage: "bad usage or bad input",
  refused: "refused",
  database: "the database or the server",
  unexpected: "anything else, such as a model that cannot be reached",
  interrupted: "interrupted with Ctrl-C; what had begun is stored whole or not at all",
};

/** The page as the codes are now. */
export function errorsPage(): string {
  const rows = ERROR_CODES.map((one) => {
    const { status } = errorAnswer(new MemoirError(one, ""), "");
    return [code(one), String(status), String(exitCodeOf(one)), MEANING[one]];
  });
  const exits = (Object.keys(EXITS) as (keyof typeof EXIT)[]).map((name) => [
    String(EXIT[name]),
    EXITS[name],
  ]);
  return [
    INTRO.trimEnd(),
    table(["code", "HTTP status", "exit code", "meaning"], rows),
    "The server also answers 405 (`not_found`: the path takes other methods, see `Allow`), 412 (`conflict`: `If-Match` does not hold) and 415 (`invalid_argument`: a compressed body).",
    "## Exit codes of the command line",
    table(["code", "meaning"], exits),
    "`serve`, `proxy`, `mcp` and `work` run until Ctrl-C and then exit with 0.\n",
  ].join("\n\n");
}
