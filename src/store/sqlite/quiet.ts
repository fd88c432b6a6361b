/**
 * Node 22 warns in every thread that `node:sqlite` is experimental. That one warning is silenced, and only that one;
 * the module must be loaded before `node:sqlite` is.
 */
const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void;

process.emitWarning = ((warning: string | Error, ...rest: unknown[]): void => {
  const text = typeof warning === "string" ? warning : warning.message;
  if (!text.includes("SQLite is an experimental feature")) emit(warning, ...rest);
}) as typeof process.emitWarning;
