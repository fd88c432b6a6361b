import type { MemoirEngine } from "../../index.ts";
import type { Screen } from "../output.ts";

/** The next steps after the start of the server, ready to be copied. */
export function startLines(
  { colors, suggest }: Screen,
  { url, location, key, login }: FirstKey & { url: string; location: string },
): string[] {
  const shown = key ?? "$MEMOIR_KEY";
  return [
    `${colors.bold("Memoir")} is listening on ${colors.cyan(url)}, with the memories of ${location}`,
    "",
    ...(key === null
      ? [`Key:      one you have; or make one with ${suggest("keys create NAME", { inScope: false })}`]
      : [`Key:      ${colors.green(key)}`, colors.dim("          It is shown this once. Keep it.")]),
    ...(login === null
      ? [
          colors.dim(
            "          No key and no login link is shown where this is no terminal, unless with --show-key.",
          ),
        ]
      : [`Browser:  ${login}`, colors.dim("          The dashboard. Works once, for ten minutes.")]),
    "",
    "Try:",
    `  curl ${url}/api/ltm/remember -H "Authorization: Bearer ${shown}" \\`,
    `    --json '{"scope": "user:alice", "text": "Alice is allergic to nuts"}'`,
    `  curl ${url}/api/ltm/recall -H "Authorization: Bearer ${shown}" \\`,
    `    --json '{"scope": "user:alice", "query": "what may she not eat?"}'`,
    "",
    colors.dim(`Every route: ${url}/docs. Ctrl-C stops.`),
  ];
}

export interface FirstKey {
  /** Shown once, at the first start; `null` when there are keys already. */
  readonly key: string | null;
  /** Opens the server's pages in a browser, once, within ten minutes; `null` where nobody would see it. */
  readonly login: string | null;
}

/** Nobody is there to see them, so none is made. */
export const NOT_SHOWN: FirstKey = { key: null, login: null };

/** Whoever can open the database may come in: the first start makes a key, and every start a link to log in. */
export async function firstKey(memoir: MemoirEngine, tenant: string, url: string): Promise<FirstKey> {
  const { keys } = memoir.operator(tenant);
  const isFirst = (await keys.list()).every(({ kind }) => kind !== "key");
  const key = isFirst ? (await keys.create({ name: "first", role: "operator", actor: "serve" })).key : null;
  const { token } = await keys.login({ name: "login", actor: "serve" });
  return { key, login: `${url}/login?token=${encodeURIComponent(token)}` };
}
