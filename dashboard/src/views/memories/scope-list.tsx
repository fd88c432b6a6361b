import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ForgetPersonButton } from "../../forget-person/button.tsx";
import { formatNumber, t } from "../../i18n/index.ts";
import { href, type Place } from "../../router.ts";
import { keptIn, useScopes } from "../../scopes.ts";

/** Scopes listed at once; a tenant may have many thousands. */
const MAX_SCOPES = 200;

/** All scopes with how much they hold. */
export function ScopeList({ place }: { place: Place }): JSX.Element {
  const scopes = useScopes();
  const [wanted, setWanted] = useState("");
  const { scope: current, ...query } = place.query;
  const found = scopes
    .filter(({ scope }) => scope.toLowerCase().includes(wanted.toLowerCase()))
    .sort((a, b) => keptIn(b) - keptIn(a) || a.scope.localeCompare(b.scope));
  const total = scopes.reduce((sum, one) => sum + keptIn(one), 0);
  return (
    <aside class="scopes" aria-label={t("memories.scopes")}>
      {scopes.length > 8 && (
        <input
          type="search"
          aria-label={t("memories.scopeFilter")}
          placeholder={t("memories.scopeFilter")}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <ul>
        <li>
          <a href={href(["memories"], query)} aria-current={current === undefined ? "true" : undefined}>
            <span>{t("memories.all")}</span>
            <b>{formatNumber(total)}</b>
          </a>
        </li>
        {found.slice(0, MAX_SCOPES).map((one) => {
          const { scope, writes } = one;
          return (
            <li key={scope}>
              <a
                href={href(["memories"], { ...query, scope })}
                aria-current={scope === current ? "true" : undefined}
              >
                <span title={scope}>
                  <bdi>{scope}</bdi>
                  {!writes && <em title={t("memories.writesOff")}> ◦</em>}
                </span>
                <b>{formatNumber(keptIn(one))}</b>
              </a>
              <ForgetPersonButton who={{ scope }} small />
            </li>
          );
        })}
      </ul>
      {found.length > MAX_SCOPES && (
        <p class="dim">{t("memories.moreScopes", { n: found.length - MAX_SCOPES })}</p>
      )}
    </aside>
  );
}
