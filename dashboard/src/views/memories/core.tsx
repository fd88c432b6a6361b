import type { JSX } from "preact";
import type { CoreLine } from "../../../../src/api/recall.ts";
import { useActions } from "../../actions.ts";
import { useMemoir } from "../../connection.ts";
import { useCoreOff } from "../../core-actions.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { useAsync } from "../../ui/async.ts";
import { Problem } from "../../ui/empty.tsx";
import { useNarrow } from "../../ui/narrow.ts";
import { Line } from "../../ui/words.tsx";

const TONES: Readonly<Record<string, string>> = { address: "good", limit: "warn", wish: "violet" };

/** The lines of every prompt, on top of a scope's memories; nothing where there are none. */
export function CoreLines({ scope, version }: { scope: string; version: number }): JSX.Element | null {
  const memoir = useMemoir();
  const narrow = useNarrow();
  const { value, error, reload } = useAsync(
    (signal) => memoir.scope(scope).core({ signal }),
    [memoir, scope, version],
  );
  const { forget } = useActions();
  const setOff = useCoreOff(reload);
  const takeOut = ({ source }: CoreLine): Promise<void> =>
    "memory" in source
      ? forget([{ scope, memory: source.memory }]).then(reload)
      : setOff(scope, source.event.id, true);
  if (error !== undefined) return <Problem error={error} />;
  const { lines = [] } = value ?? {};
  if (lines.length === 0) return null;
  return (
    <details class="core" open={!narrow}>
      <summary>
        <b>{t("core.title")}</b> <small>{t("core.hint", { n: lines.length })}</small>
      </summary>
      <ul aria-label={t("core.title")}>
        {lines.map((line) => (
          <li key={keyOf(line)}>
            <span class={`badge ${TONES[line.sort] ?? ""}`}>{term("core", line.sort)}</span>
            <span class="core-text">
              <Line text={line.text} />
              {line.later !== null && (
                <small>
                  {t("core.later")} <Line text={line.later.text} />
                </small>
              )}
            </span>
            <Source scope={scope} line={line} />
            <button
              type="button"
              class="link"
              title={t("memory" in line.source ? "core.outMemory" : "core.outMessage")}
              aria-label={`${t("core.out")}: ${line.text.slice(0, 80)}`}
              onClick={() => void takeOut(line)}
            >
              {t("core.out")}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function keyOf({ source }: CoreLine): string {
  return "memory" in source ? `memory ${source.memory.id}` : `event ${source.event.id}`;
}

/** Where a line comes from, and when. */
function Source({ scope, line: { source, at } }: { scope: string; line: CoreLine }): JSX.Element {
  const [to, from] =
    "memory" in source
      ? [href(["memory", source.memory.id], { scope }), t("core.memory", { id: source.memory.shortId })]
      : [
          href(["conversation"], { scope, event: source.event.id }),
          t("core.message", { who: source.event.actor ?? term("role", source.event.role) }),
        ];
  const id = "memory" in source ? source.memory.shortId : source.event.id;
  return (
    <small title={`${id} · ${formatTime(at)}`}>
      <a href={to}>{from}</a> · {formatAgo(at)}
    </small>
  );
}
