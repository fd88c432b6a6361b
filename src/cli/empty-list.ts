import type { Opened } from "./open.ts";
import type { Screen } from "./output.ts";
import { oneLine } from "./width.ts";

/** Somebody who sees nothing may be new, have forgotten it all, or be looking in the wrong place. */
export async function emptyListLines(
  { suggest }: Screen,
  { memoir, scope, missing }: Opened,
): Promise<string[]> {
  const { scopes } = await memoir.operator(scope.tenant).stats();
  const known = scopes.map(({ scope: name, memories, byStatus }) => {
    const forgotten = byStatus.soft_deleted ?? 0;
    return { name, forgotten, left: memories - forgotten };
  });
  const forgotten = known.find(({ name }) => name === scope.scope)?.forgotten ?? 0;
  const elsewhere = known
    .filter(({ name, left }) => name !== scope.scope && left > 0)
    .slice(0, 5)
    .map(({ name, left }) => `${oneLine(name)} (${left})`);
  return [
    forgotten > 0
      ? `No memories of ${scope.scope}, except ${forgotten} forgotten. See: ${suggest("list --all")}`
      : `No memories of ${scope.scope} yet. Try: ${suggest('add "I take my tea without sugar"')}`,
    ...(missing === null ? [] : [`There is no database at ${missing} yet; the first add creates it.`]),
    ...(elsewhere.length === 0 ? [] : [`Other scopes have some: ${elsewhere.join(", ")}`]),
  ];
}
