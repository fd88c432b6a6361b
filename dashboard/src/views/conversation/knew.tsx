import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ContextLine, ReplyContext } from "../../../../src/api/context.ts";
import type { Explanation, Hit } from "../../../../src/api/recall.ts";
import type { Event } from "../../../../src/domain/event.ts";
import { useMemoir } from "../../connection.ts";
import { useFeedback } from "../../feedback-actions.ts";
import { formatNumber, formatShare, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { useAction, useAsync } from "../../ui/async.ts";
import { Problem } from "../../ui/empty.tsx";
import { Verdicts } from "../../ui/verdicts.tsx";
import { verdictWords } from "../../ui/why-not.tsx";
import { Words } from "../../ui/words.tsx";

/** What the model knew when it said this; read when somebody opens it. */
export function Knew({ scope, reply }: { scope: string; reply: string }): JSX.Element {
  const [opened, setOpened] = useState(false);
  return (
    <details class="knew" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>{t("knew.title")}</summary>
      {opened && <Lines scope={scope} reply={reply} />}
    </details>
  );
}

function Lines({ scope, reply }: { scope: string; reply: string }): JSX.Element {
  const memoir = useMemoir();
  const found = useAsync(() => memoir.scope(scope).context(reply), [memoir, scope, reply]);
  const say = useFeedback(found.reload);
  if (found.error !== undefined) return <Problem error={found.error} />;
  if (found.value === undefined) return <div class="loading" />;
  if (found.value === null) return <p class="dim">{t("knew.gone")}</p>;
  const { lines, block, question } = found.value;
  return (
    <>
      <p class="dim">{summaryOf(found.value)}</p>
      <ol class="knew-lines">
        {lines.map((line, i) => (
          <li key={`${i} ${line.id}`}>
            <LineWords line={line} />
            <small>
              {term("source", line.kind)} · {whyThere(line)}
            </small>
            {line.state !== "current" && <span class="badge">{term("line", line.state)}</span>}
            {line.text !== null && line.scope === scope && (
              <Verdicts
                about={line.text}
                onSay={(verdict) => void say(scope, { reply, line: i + 1, verdict })}
              />
            )}
          </li>
        ))}
      </ol>
      {block !== "" && <pre class="block">{block}</pre>}
      {question !== null && question.text !== "" && <Missing scope={scope} question={question} />}
    </>
  );
}

function summaryOf({ lines, tokens, maxTokens, degraded }: ReplyContext): string {
  const parts = [
    lines.length === 0 ? t("knew.nothing") : t("knew.lines", { n: lines.length }),
    maxTokens === null
      ? t("knew.tokens", { n: tokens })
      : t("knew.tokensOf", { n: tokens, most: formatNumber(maxTokens) }),
    ...(degraded === null ? [] : [degraded]),
  ];
  return parts.join(" · ");
}

function whyThere({ core, why: { via, relevance } }: ContextLine): string {
  if (core) return t("knew.whyCore");
  return t("knew.why", { via: term("via", via).toLowerCase(), n: formatShare(relevance) });
}

/** Lines that are named. */
const MAX_MISSING = 8;

/** What the same question finds now and leaves out, each with the reason. */
function Missing({ scope, question }: { scope: string; question: Event }): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const [found, setFound] = useState<Explanation>();
  const look = async (): Promise<void> => {
    const asker = question.actor === null ? {} : { asker: question.actor };
    setFound(await act(() => memoir.scope(scope).explain(question.text, asker)));
  };
  if (found === undefined) {
    return (
      <button type="button" class="link" onClick={() => void look()}>
        {t("knew.missing")}
      </button>
    );
  }
  return (
    <div aria-live="polite">
      <p class="dim">{t(found.cut.length === 0 ? "knew.noneMissing" : "knew.missingHint")}</p>
      <ol class="knew-lines">
        {found.cut.slice(0, MAX_MISSING).map(({ hit, rule }) => (
          <li key={`${hit.kind} ${hit.id}`}>
            <a href={hrefOf(hit.kind, hit.id, scope)}>
              <Words text={hit.text} />
            </a>
            <small>
              {rule === "floor" ? floorWords(hit, found) : verdictWords({ code: rule, values: {} })}
            </small>
          </li>
        ))}
      </ol>
    </div>
  );
}

function floorWords({ kind, why }: Hit, { floors }: Explanation): string {
  const floor = floors[kind === "event" ? "quotes" : "memories"] ?? 0;
  return verdictWords({
    code: "floor",
    values: { relevance: formatShare(why.relevance), floor: formatShare(floor) },
  });
}

function hrefOf(kind: string, id: string, scope: string): string {
  return kind === "memory" || kind === "timeline"
    ? href(["memory", id], { scope })
    : href(["conversation"], { scope, event: id });
}

/** The words of then, and the way to what they come from. */
function LineWords({ line: { kind, id, scope, text } }: { line: ContextLine }): JSX.Element {
  if (text === null) return <em class="dim">{t("knew.noWords")}</em>;
  if (id === null) return <Words text={text} />;
  return (
    <a href={hrefOf(kind, id, scope)}>
      <Words text={text} />
    </a>
  );
}
