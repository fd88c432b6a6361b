import { joinWithin } from "../../../domain/digest.ts";
import { memberScope } from "../../../domain/identity.ts";
import type { Scope } from "../../../domain/scope.ts";
import { shownText } from "../../../language/shown-name.ts";
import type { AuthorNames } from "../../../store/tables/authors.ts";
import { listMemories } from "../../../store/tables/memory-search.ts";
import { findScope } from "../../../store/tables/scopes.ts";
import type { DigestScope, DigestTools } from "./digest-scope.ts";

/** More facts than this about one person are no context. */
const MAX_FACTS = 200;

/** Where the facts about somebody are, and which of them. */
export interface FactsFilter {
  readonly scope: Scope;
  /** Only those about this account; `undefined`: all of the scope. */
  readonly subject: string | undefined;
}

export function factsFilter(
  scope: Scope,
  person: string,
  { settings }: Pick<DigestTools, "settings">,
): FactsFilter {
  const ownScope = memberScope(scope, person, settings.identity);
  const shared = ownScope.kind === "group" || ownScope.kind === "project" || ownScope.kind === "global";
  return { scope: { tenant: scope.tenant, ...ownScope }, subject: shared ? person : undefined };
}

/** The active facts about a person, the newest first, in the third person and under their newest name. */
export async function factsOf(
  tools: DigestTools,
  { scope, subject }: FactsFilter,
  digestScope: DigestScope | undefined,
  person: string,
): Promise<string[]> {
  const reader = tools.use();
  const scopeRecord = await findScope(reader, scope);
  if (scopeRecord === undefined) return [];
  const filter = {
    status: ["active" as const],
    at: tools.now(),
    ...(subject === undefined ? {} : { subject }),
  };
  const rows = await listMemories(reader, scopeRecord, filter, { limit: MAX_FACTS });
  const names = digestScope?.names ?? new Map<string, AuthorNames>();
  const sorted = rows.toSorted(
    (a, b) => b.pinned - a.pinned || b.confirmed_at - a.confirmed_at || b.num - a.num,
  );
  // Where a member's facts are kept apart, their subject is that scope's.
  const texts = sorted.map(({ text, actor }) => sentence(shownText({ text, subject: person, actor }, names)));
  return [...new Set(texts)];
}

/** One line that ends as a sentence does. */
export function sentence(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (/[.!?…。！？”"]$/u.test(line)) return line;
  return /\p{sc=Han}$/u.test(line) ? `${line}。` : `${line}.`;
}

/** One paragraph by the engine itself: as many facts as fit, the newest first to be taken, told from the oldest on. */
export function paragraph(facts: readonly string[], most: number): string | null {
  const fitting: string[] = [];
  let room = most;
  for (const fact of facts) {
    if (fact.length + 1 > room && fitting.length > 0) continue;
    fitting.unshift(fact);
    room -= fact.length + 1;
  }
  return fitting.length === 0 ? null : joinWithin(fitting, most);
}
