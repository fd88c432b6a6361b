import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ContextLine, ReplyContext } from "../../../../src/api/context.ts";
import { useMemoir } from "../../connection.ts";
import { useFeedback } from "../../feedback-actions.ts";
import { formatNumber, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { useAsync } from "../../ui/async.ts";
import { Problem } from "../../ui/empty.tsx";
import { Verdicts } from "../../ui/verdicts.tsx";
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
  const { lines, block } = found.value;
  return (
    <>
      <p class="dim">{summaryOf(found.value)}</p>
      <ol class="knew-lines">
        {lines.map((line, i) => (
          <li key={`${i} ${line.id}`}>
            <LineWords line={line} />
            <small>
              {term("source", line.kind)} ·{" "}
              {line.core ? t("knew.core") : t("knew.relevance", { n: line.why.relevance })}
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

/** The words of then, and the way to what they come from. */
function LineWords({ line: { kind, id, scope, text } }: { line: ContextLine }): JSX.Element {
  if (text === null) return <em class="dim">{t("knew.noWords")}</em>;
  if (id === null) return <Words text={text} />;
  const isMemory = kind === "memory" || kind === "timeline";
  return (
    <a href={isMemory ? href(["memory", id], { scope }) : href(["conversation"], { scope, event: id })}>
      <Words text={text} />
    </a>
  );
}
