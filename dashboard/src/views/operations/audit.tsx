import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { OwnedChange } from "../../../../src/api/operator.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { Diff } from "../../ui/diff.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Shown, useManaged } from "../../ui/managed.tsx";
import { ScopePicker } from "../../ui/scope-picker.tsx";

const PAGE = 50;

/** The audit log: actor, change, time and reason, in all scopes. */
export function Audit(): JSX.Element {
  const [scope, setScope] = useState("");
  const [pages, setPages] = useState(1);
  const found = useManaged(
    async (memoir) => {
      const items: OwnedChange[] = [];
      const options = { limit: PAGE, ...(scope === "" ? {} : { scope }) };
      for await (const one of await memoir.operator().history(options)) {
        if (items.length >= pages * PAGE) return { items, more: true };
        items.push(one);
      }
      return { items, more: false };
    },
    [scope, pages],
  );
  return (
    <>
      <div class="audit-scope">
        <ScopePicker label={t("field.scope")} all={t("memories.all")} value={scope} onChange={setScope} />
      </div>
      <Shown found={found}>
        {({ items, more }) => (
          <>
            {items.length === 0 ? (
              <Empty title={t("audit.none")}>
                <p>{t("audit.noneHint")}</p>
              </Empty>
            ) : (
              <ol class="card timeline">
                {items.map(({ scope: where, change }) => (
                  <li key={`${where} ${change.rev}`}>
                    <header>
                      <b>{term("history", change.event)}</b>
                      <bdi class="scope">{where}</bdi>
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
            )}
            {more && (
              <button type="button" onClick={() => setPages(pages + 1)}>
                {t("action.more")}
              </button>
            )}
          </>
        )}
      </Shown>
    </>
  );
}
