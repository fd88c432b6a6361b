import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Explanation } from "../../../../src/api/recall.ts";
import type { Memory } from "../../../../src/domain/memory.ts";
import { useMemoir } from "../../connection.ts";
import { t, term } from "../../i18n/index.ts";
import { useAction } from "../../ui/async.ts";
import { Signals } from "../playground/signals.tsx";

/** "Why did this not come up?" for a question. */
export function WhyNot({ scope, memory }: { scope: string; memory: Memory }): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<Explanation>();
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    setFound(await act(() => memoir.scope(scope).explain(query, { memory: memory.id })));
  };
  const verdict = found?.verdict ?? null;
  const hit =
    found?.hits.find(({ id }) => id === memory.id) ??
    found?.cut.find(({ hit: one }) => one.id === memory.id)?.hit;
  const floor = found?.floors.memories;
  return (
    <section class="card" aria-labelledby="why-not">
      <h2 id="why-not">{t("whynot.title")}</h2>
      <form class="ask" onSubmit={(event) => void ask(event)}>
        <input
          aria-label={t("whynot.question")}
          placeholder={t("whynot.question")}
          value={query}
          required
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <button type="submit">{t("whynot.ask")}</button>
      </form>
      <div aria-live="polite">
        {verdict !== null && (
          <>
            <p>
              <b>{t(verdict === "shown" ? "whynot.yes" : "whynot.no")}</b> {term("verdict", verdict)}
              {verdict === "status" && ` (${term("status", memory.status)})`}
              {verdict === "floor" &&
                floor !== undefined &&
                hit !== undefined &&
                ` ${t("whynot.floor", { relevance: hit.why.relevance.toFixed(2), floor: floor.toFixed(2) })}`}
            </p>
            {hit !== undefined && <Signals hit={hit} floor={floor} />}
          </>
        )}
      </div>
    </section>
  );
}
