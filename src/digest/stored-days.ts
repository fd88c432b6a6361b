import type { DigestDay } from "../api/digest.ts";
import { withNames } from "../domain/digest/tokens.ts";
import type { Scope } from "../domain/scope.ts";
import { listDays } from "../store/day-summaries.ts";
import type { Summaries } from "./messages.ts";
import { placeOf } from "./place.ts";
import type { DigestTools } from "./tools.ts";

/** The summaries that are stored, under the names people have now; newest day first. */
export async function storedDays(
  tools: DigestTools,
  scope: Scope,
  person: string | undefined,
  limit: number,
): Promise<DigestDay[]> {
  const place = await placeOf(tools, scope);
  if (place === undefined) return [];
  const rows = await listDays(tools.use(), scope.tenant, place.num, tools.settings.digest.zone, limit);
  return rows.flatMap(({ day, method, model, summaries }) => {
    if (method === "blocked") return [];
    return Object.entries(JSON.parse(summaries) as Summaries)
      .filter(([account]) => person === undefined || account === person)
      .map(([account, text]) => ({
        ...{ day, person: account, name: place.nameOf(account) },
        ...{ text: withNames(text, (one) => place.nameOf(one)), method, model },
      }));
  });
}
