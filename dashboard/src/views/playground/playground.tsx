import type { JSX } from "preact";
import { t } from "../../i18n/index.ts";
import { amend, href, type Place } from "../../router.ts";
import { useScope } from "../../scopes.ts";
import { ScopePicker } from "../../ui/scope-picker.tsx";
import { Ask } from "./ask.tsx";
import { Say } from "./say.tsx";

/** Ask as a person, or say something, and look inside; neither leaves anything behind. */
export function Playground({ place }: { place: Place }): JSX.Element {
  const scope = useScope(place.query.scope);
  const tab = place.path[1] === "say" ? "say" : "ask";
  return (
    <section class="page" aria-label={t("nav.playground")}>
      <div class="page-head">
        <h1>{t("nav.playground")}</h1>
        <ScopePicker label={t("playground.person")} value={scope} onChange={(one) => amend({ scope: one })} />
      </div>
      <nav class="tabs" aria-label={t("nav.playground")}>
        {(["ask", "say"] as const).map((one) => (
          <a
            key={one}
            href={href(["playground", one], { scope: place.query.scope })}
            aria-current={one === tab ? "page" : undefined}
          >
            {t(`playground.${one}`)}
          </a>
        ))}
      </nav>
      {tab === "ask" ? (
        <Ask key={scope} scope={scope} first={place.query.q ?? ""} />
      ) : (
        <Say key={scope} scope={scope} />
      )}
    </section>
  );
}
