import { evidenceOf } from "../evidence.ts";
import { hideEvents } from "../hidden-events.ts";
import type { OpenScope } from "../scopes.ts";
import type { WriteContext } from "./context.ts";

/** Of a memory that is gone, the words that it came from are not recalled in its place. */
export async function hideSources(
  scope: OpenScope,
  memory: string,
  { at, batch }: Pick<WriteContext, "at" | "batch">,
): Promise<void> {
  const sources = await evidenceOf(scope.tx, scope, memory);
  await hideEvents(
    scope,
    sources.map(({ event }) => event),
    at,
    batch,
  );
}
