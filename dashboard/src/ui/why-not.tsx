import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { Explanation } from "../../../src/api/recall.ts";
import type { Event as Said } from "../../../src/domain/event.ts";
import type { Verdict } from "../../../src/domain/why-not.ts";
import { useMemoir } from "../connection.ts";
import { type MessageKey, t } from "../i18n/index.ts";
import { href } from "../router.ts";
import { Signals } from "../views/playground/signals.tsx";
import { useAction } from "./async.ts";

interface Props {
  readonly scope: string;
  /** The line that is asked about. */
  readonly about: { readonly memory: string } | { readonly event: string };
  /** Messages that may be the question; the last is filled in. Default: none. */
  readonly questions?: readonly Said[];
}

/** "Why did this not come up for …?" */
export function WhyNotForm({ scope, about, questions = [] }: Props): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const list = useId();
  const [query, setQuery] = useState(questions.at(-1)?.text.slice(0, 500) ?? "");
  const [found, setFound] = useState<Explanation>();
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    // In a group "I" is whoever asked.
    const asker = questions.find(({ text }) => text.startsWith(query))?.actor ?? null;
    const options = { ...about, ...(asker === null ? {} : { asker }) };
    setFound(await act(() => memoir.scope(scope).explain(query, options)));
  };
  return (
    <>
      <form class="ask" onSubmit={(event) => void ask(event)}>
        <input
          aria-label={t("whynot.question")}
          placeholder={t("whynot.question")}
          list={questions.length > 0 ? list : undefined}
          value={query}
          required
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <datalist id={list}>
          {questions.map(({ id, text }) => (
            <option key={id} value={text.slice(0, 500)} />
          ))}
        </datalist>
        <button type="submit">{t("whynot.ask")}</button>
      </form>
      <div aria-live="polite">
        {found?.verdict != null && (
          <Answer scope={scope} about={about} found={found} verdict={found.verdict} />
        )}
      </div>
    </>
  );
}

interface AnswerProps extends Pick<Props, "scope" | "about"> {
  readonly found: Explanation;
  readonly verdict: Verdict;
}

function Answer({ scope, about, found, verdict }: AnswerProps): JSX.Element {
  const id = "memory" in about ? about.memory : about.event;
  const hit = found.hits.find((one) => one.id === id) ?? found.cut.find((one) => one.hit.id === id)?.hit;
  const floor = found.floors["memory" in about ? "memories" : "quotes"];
  const { memory } = verdict.values;
  return (
    <>
      <p class="why-verdict">
        <b>{t(verdict.code === "shown" ? "whynot.yes" : "whynot.no")}</b> {verdictWords(verdict)}
        {typeof memory === "string" && (
          <>
            {" "}
            <a href={href(["memory", memory], { scope })}>{t("why.memory")}</a>
          </>
        )}
      </p>
      {hit !== undefined && <Signals hit={hit} floor={floor} />}
    </>
  );
}

export function verdictWords({ code, values }: Pick<Verdict, "code" | "values">): string {
  return t(`why.${code}` as MessageKey, values);
}
