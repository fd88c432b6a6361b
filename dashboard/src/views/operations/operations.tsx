import type { ComponentType, JSX } from "preact";
import { useMemoir } from "../../connection.ts";
import { type MessageKey, t } from "../../i18n/index.ts";
import { href, type Place } from "../../router.ts";
import { Audit } from "./audit.tsx";
import { Health } from "./health.tsx";
import { Jobs } from "./jobs.tsx";
import { Keys } from "./keys.tsx";
import { Models } from "./models.tsx";
import { Policies } from "./policies.tsx";
import { Transfer } from "./transfer.tsx";
import { Upkeep, upkeepOf } from "./upkeep.tsx";

const TABS: Readonly<Record<string, ComponentType>> = {
  health: Health,
  jobs: Jobs,
  upkeep: Upkeep,
  models: Models,
  policy: Policies,
  keys: Keys,
  transfer: Transfer,
  audit: Audit,
};

/** What whoever runs the server looks at. */
export function Operations({ place }: { place: Place }): JSX.Element {
  const memoir = useMemoir();
  const tab = Object.hasOwn(TABS, place.path[1] ?? "") ? (place.path[1] as string) : "health";
  const Tab = TABS[tab]!;
  // An older server has no upkeep to show.
  const shown = Object.keys(TABS).filter((one) => one !== "upkeep" || upkeepOf(memoir) !== undefined);
  return (
    <section class="page" aria-label={t("nav.operations")}>
      <div class="page-head">
        <h1>{t("nav.operations")}</h1>
      </div>
      <nav class="tabs" aria-label={t("nav.operations")}>
        {shown.map((one) => (
          <a key={one} href={href(["operations", one])} aria-current={one === tab ? "page" : undefined}>
            {t(`ops.${one}` as MessageKey)}
          </a>
        ))}
      </nav>
      <Tab />
    </section>
  );
}
