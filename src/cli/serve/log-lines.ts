import type { Log, LogEntry } from "../../http/log.ts";
import { type Colors, colorsFor } from "../output.ts";
import type { World } from "../world.ts";

/** A line a request on a terminal; one JSON document a line where a program reads it. */
export function logTo({ io, out }: World): Log {
  const { stderr } = io;
  if (out.json || stderr.isTTY !== true) {
    return (entry) => stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
  }
  const colors = colorsFor(stderr, io.env);
  return (entry) => stderr.write(`${lineOf(entry, colors)}\n`);
}

function lineOf({ event, level, ...fields }: LogEntry, colors: Colors): string {
  if (event !== "request") return `${colors.red(level)} ${event} ${JSON.stringify(fields)}`;
  const { status, method, route, ms } = fields as {
    status: number;
    method: string;
    route: string;
    ms: number;
  };
  const paint = status >= 500 ? colors.red : status >= 400 ? colors.yellow : colors.green;
  const where = route === "none" ? "(no such route)" : route;
  return `${paint(String(status))} ${method} ${where} ${colors.dim(`${ms} ms`)}`;
}
