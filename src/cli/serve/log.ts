import type { MemoirOptions } from "../../index.ts";
import type { Log, LogEntry } from "../../server/http/service.ts";
import type { Context } from "../context.ts";
import { fileOfProblem } from "../failure.ts";
import { type Colors, colorsFor } from "../output.ts";

/** A line a request on a terminal; one JSON document a line where a program reads it. */
export function logTo({ io, out }: Context): Log {
  const { stderr } = io;
  if (out.json || stderr.isTTY !== true) {
    return (entry) => stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
  }
  const colors = colorsFor(stderr, io.env);
  return (entry) => stderr.write(`${lineOf(entry, colors)}\n`);
}

/** Background jobs that failed, and a queue that cannot be reached; successes are counted in the metrics. */
export function jobLog(log: Log): Pick<MemoirOptions, "onJob" | "onError"> {
  return {
    onJob({ outcome, id, kind, tenant, attempt, error, retryInMs }) {
      if (outcome !== "failed" && outcome !== "dead") return;
      const level = outcome === "dead" ? "error" : "warn";
      log({ level, event: "job", outcome, kind, job: id, tenant, attempt, error, retryInMs });
    },
    // Errors of a database may quote what was written: only their kind goes into a log.
    onError(error) {
      const file = fileOfProblem(error);
      if (file !== undefined) {
        log({ level: "warn", event: "markdown", file, error: (error as Error).message });
        return;
      }
      const { name, code } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
      log({ level: "error", event: "queue", error: name ?? typeof error, code: code ?? null });
    },
  };
}

function lineOf({ event, level, ...fields }: LogEntry, colors: Colors): string {
  if (event !== "request") return `${colors.red(level)} ${event} ${JSON.stringify(fields)}`;
  const { status, method, route, ms } = fields as Record<string, string> & { status: number };
  const paint = status >= 500 ? colors.red : status >= 400 ? colors.yellow : colors.green;
  const where = route === "none" ? "(no such route)" : route;
  return `${paint(String(status))} ${method} ${where} ${colors.dim(`${ms} ms`)}`;
}
