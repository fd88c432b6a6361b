import type { ComponentType, JSX } from "preact";
import { type MessageKey, t } from "../../i18n/index.ts";
import { href, type Place } from "../../router.ts";
import { Audit } from "./audit.tsx";
import { Health } from "./health.tsx";
import { Jobs } from "./jobs.tsx";
import { Keys } from "./keys.tsx";
import { Models } from "./models.tsx";
import { Policies } from "./policy/policies.tsx";
import { Transfer } from "./transfer.tsx";
import { Tuning } from "./tuning.tsx";
import { Upkeep } from "./upkeep.tsx";

const TABS: Readonly<Record<string, ComponentType>> = {
  health: Health,
  jobs: Jobs,
  upkeep: Upkeep,
  models: Models,
  policy: Policies,
  tuning: Tuning,
  keys: Keys,
  transfer: Transfer,
  audit: Audit,
};

/** The pages for the operator of the server. */
export function Operations({ place }: { place: Place }): JSX.Element {
  const tab = Object.hasOwn(TABS, place.path[1] ?? "") ? (place.path[1] as string) : "health";
  const Tab = TABS[tab]!;
  return (
    <section class="page" aria-label={t("nav.operations")}>
      <div class="page-head">
        <h1>{t("nav.operations")}</h1>
      </div>
      <nav class="tabs" aria-label={t("nav.operations")}>
        {Object.keys(TABS).map((one) => (
          <a key={one} href={href(["operations", one])} aria-current={one === tab ? "page" : undefined}>
            {t(`ops.${one}` as MessageKey)}
          </a>
        ))}
      </nav>
      <Tab />
    </section>
  );
}
