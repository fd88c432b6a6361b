import type { ComponentChildren, JSX } from "preact";
import { t } from "../i18n/index.ts";
import { href } from "../router.ts";
import { isEmptyDatabase, useScopes } from "../scopes.ts";
import { plain } from "./plain.ts";

/** A view with nothing in it: what it would show, and how to get there. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  const scopes = useScopes();
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
      {isEmptyDatabase(scopes) && (
        <p>
          <a href={href(["memories"])}>{t("sample.try")}</a>
        </p>
      )}
    </div>
  );
}

export function Problem({ error }: { error: Error }): JSX.Element {
  return (
    <p class="problem" role="alert">
      {plain(error.message)}
    </p>
  );
}
