import type { JSX } from "preact";
import type { Memory } from "../../../../src/domain/memory.ts";
import { t } from "../../i18n/index.ts";
import { WhyNotForm } from "../../ui/why-not.tsx";

/** "Why did this not come up?" for a question. */
export function WhyNot({ scope, memory }: { scope: string; memory: Memory }): JSX.Element {
  return (
    <section class="card" aria-labelledby="why-not">
      <h2 id="why-not">{t("whynot.title")}</h2>
      <WhyNotForm scope={scope} about={{ memory: memory.id }} />
    </section>
  );
}
