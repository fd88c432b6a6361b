import type { Screen } from "../output.ts";
import type { FirstKey } from "./first-key.ts";

/** What whoever starts the server needs next, ready to be copied. */
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
