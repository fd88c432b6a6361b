import { basename } from "node:path";
import { MARKDOWN_CALLS } from "../../../api/calls/markdown.ts";
import { type Principal, roleAllows } from "../../../domain/api-key.ts";
import { scopeRoutes } from "../call-routes.ts";
import { optionsOf } from "../own-scope.ts";
import type { Route } from "../route.ts";

const { render, status, diff, sync } = scopeRoutes(MARKDOWN_CALLS, ({ markdown }) => markdown, {
  status: async ({ authorizedScope, principal, query, signal }) => {
    const status = await authorizedScope(query).markdown.status({ signal });
    return { ...shownFiles(principal, status), backups: status.backups.map(shownPath(principal)) };
  },
  diff: async ({ authorizedScope, principal, query, signal }) =>
    shownFiles(principal, await authorizedScope(query).markdown.diff(optionsOf(query, signal))),
  sync: async ({ authorizedScope, principal, body, signal }) =>
    shownFiles(principal, await authorizedScope(body).markdown.sync(optionsOf(body, signal))),
});

export const markdownRoutes: readonly Route[] = [render, status, diff, sync];

/** Only operators see where the server's files are; others see their names. */
function shownPath({ role }: Pick<Principal, "role">): (path: string) => string {
  return (path) => (roleAllows(role, "operator") ? path : basename(path));
}

function shownFiles<T extends { readonly file: string; readonly archive: string | null }>(
  principal: Pick<Principal, "role">,
  report: T,
): T {
  const visiblePath = shownPath(principal);
  const { file, archive } = report;
  return { ...report, file: visiblePath(file), archive: archive === null ? null : visiblePath(archive) };
}
