import { checkNames, checkOptions, isRecord } from "../domain/arguments.ts";
import { invalidArgument, show } from "../domain/errors.ts";
import type { Memoir } from "../index.ts";

/** Checks what both the middleware and the tools take. */
export function checkCommon<O extends { memoir: Memoir; deadlineMs?: number | undefined }>(
  rawOptions: O,
  call: string,
  optionNames: readonly string[],
): O {
  const options = checkOptions(rawOptions, call);
  checkNames(options, optionNames, call);
  const { memoir, deadlineMs } = options;
  if (!isRecord(memoir) || typeof memoir.scope !== "function")
    throw invalidArgument(
      `${call} needs memoir, the result of openMemoir() or connectMemoir(), got ${show(memoir)}.`,
    );
  if (deadlineMs !== undefined && !(Number.isFinite(deadlineMs) && deadlineMs > 0))
    throw invalidArgument(`deadlineMs must be a number of milliseconds above 0, got ${show(deadlineMs)}.`);
  return options;
}

/** Checks a scope as far as it is known before a call. */
export function checkScopeOption(
  memoir: Memoir,
  scope: unknown,
  options: { readonly tenant?: string; readonly agent?: string },
): void {
  if (scope === undefined || typeof scope === "function") return;
  if (typeof scope !== "string")
    throw invalidArgument(`scope must be a scope such as "user:alice" or a function, got ${show(scope)}.`);
  memoir.scope(scope, options);
}
