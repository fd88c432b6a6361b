import type { JSX } from "preact";
import type { Memory } from "../../../../src/domain/memory.ts";
import { useMemoir } from "../../connection.ts";
import { t } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { href } from "../../router.ts";
import { useAsync } from "../../ui/async.ts";
import { Problem } from "../../ui/empty.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Line } from "../../ui/words.tsx";

const MAX_LINKS = 10;

/** A memory at the other end of a link. */
interface Neighbour {
  readonly memory: Memory;
  readonly strength: number;
}

/** Memories about the same thing. */
export function Relations({ scope, memory }: { scope: string; memory: Memory }): JSX.Element {
  const memoir = useMemoir();
  const version = useChanges(scope);
  const found = useAsync(async (): Promise<Neighbour[]> => {
    const { memories } = memoir.scope(scope);
    const links = await memories.relations(memory.id, { limit: MAX_LINKS });
    const ends = links.map(async ({ from, to, strength }) => {
      const other = await memories.get(from === memory.id ? to : from);
      return other === null ? [] : [{ memory: other, strength }];
    });
    return (await Promise.all(ends)).flat();
  }, [memoir, scope, memory.id, version]);
  return (
    <section class="card" aria-labelledby="relations">
      <h2 id="relations">{t("memory.relations")}</h2>
      {found.error !== undefined && <Problem error={found.error} />}
      {found.value?.length === 0 && <p class="dim">{t("memory.noRelations")}</p>}
      <ol class="log related">
        {(found.value ?? []).map(({ memory: other, strength }) => (
          <li key={other.id}>
            <a href={href(["memory", other.id], { scope })}>
              <Line text={other.text} />
            </a>
            <Meter label={t("memory.nearness")} value={strength} tone="strength" />
          </li>
        ))}
      </ol>
    </section>
  );
}
