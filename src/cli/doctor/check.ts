/** One line of the doctor's report. */
export interface Check {
  /** Stable: scripts look for it. */
  readonly name: string;
  readonly status: "ok" | "warn" | "fail";
  readonly detail: string;
  /** Advice; `null` if nothing needs doing. */
  readonly fix: string | null;
}

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail, fix: null };
}

export function warn(name: string, detail: string, fix: string): Check {
  return { name, status: "warn", detail, fix };
}

export function bad(name: string, detail: string, fix: string): Check {
  return { name, status: "fail", detail, fix };
}

/** Our own messages say what is wrong first and what to do after; the report has a place for each. */
export function badBecause(name: string, error: unknown, otherwise: string): Check {
  const message = error instanceof Error ? error.message : String(error);
  const [first = message, ...rest] = message.split(/(?<=[.)]) (?=[A-Z])/);
  return bad(name, first, rest.length === 0 ? otherwise : rest.join(" "));
}
