import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { OwnedChange } from "../../../../src/api/tenant.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { href } from "../../router.ts";
import { useScopes } from "../../scopes.ts";
import { useAsync } from "../../ui/async.ts";
import { Diff } from "../../ui/diff.tsx";
import { Empty, Problem } from "../../ui/empty.tsx";

const PAGE = 50;

/** Who changed what, when and why, in all scopes. */
export function Audit(): JSX.Element {
  const memoir = useMemoir();
  const version = useChanges();
  const scopes = useScopes();
  const [scope, setScope] = useState("");
  const [pages, setPages] = useState(1);
  const found = useAsync(async () => {
    const items: OwnedChange[] = [];
    let more = false;
    for await (const one of await memoir
      .operator()
      .history({ limit: PAGE, ...(scope === "" ? {} : { scope }) })) {
      more = items.length >= pages * PAGE;
      if (more) break;
      items.push(one);
    }
    return { items, more };
  }, [memoir, scope, pages, version]);
  if (found.error !== undefined) return <Problem error={found.error} />;
  const { items = [], more = false } = found.value ?? {};
  return (
    <>
      <label class="field audit-scope">
        <span>{t("field.scope")}</span>
        <select value={scope} onChange={(event) => setScope(event.currentTarget.value)}>
          <option value="">{t("memories.all")}</option>
          {scopes.map((one) => (
            <option key={one.scope} value={one.scope}>
              {one.scope}
            </option>
          ))}
        </select>
      </label>
      {found.value !== undefined && items.length === 0 && <Empty title={t("audit.none")} />}
      <ol class="card timeline">
        {items.map(({ scope: where, change }) => (
          <li key={`${where} ${change.rev}`}>
            <header>
              <b>{term("history", change.event)}</b>
              <span class="scope">{where}</span>
              <a href={href(["memory", change.memoryId], { scope: where })}>
                <code>{change.memoryId.slice(0, 6)}</code>
              </a>
              <small title={formatTime(change.at)}>
                {change.actor} · {change.reason} · {formatAgo(change.at)}
              </small>
            </header>
            <Diff before={change.before} after={change.after} />
          </li>
        ))}
      </ol>
      {more && (
        <button type="button" onClick={() => setPages(pages + 1)}>
          {t("action.more")}
        </button>
      )}
    </>
  );
}
