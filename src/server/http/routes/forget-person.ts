import { PEOPLE_CALLS } from "../../../api/calls/people.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { invalidArgument } from "../../../domain/errors.ts";
import type { PersonTarget } from "../../../index.ts";
import { tenantRoutes } from "../call-routes.ts";
import type { Route } from "../route.ts";

export const forgetPersonRoutes: readonly Route[] = Object.values(
  tenantRoutes(PEOPLE_CALLS, ({ people }) => people, {
    preview: async ({ authorizedTenant, body, signal }) =>
      authorizedTenant().people.preview(targetOf(body), withoutUndefined({ hard: body.hard, signal })),

    forget: async ({ authorizedTenant, principal, body, signal }) => {
      const { hard, reason } = body;
      const options = withoutUndefined({ hard, reason, signal });
      return authorizedTenant().people.forget(targetOf(body), { ...options, actor: principal.name });
    },
  }),
);

/** Exactly one way to say it, so that nobody is forgotten who was not meant. */
function targetOf({
  scope,
  member,
  person,
}: {
  scope?: string | undefined;
  member?: string | undefined;
  person?: string | undefined;
}): PersonTarget {
  if ((scope === undefined) === (person === undefined))
    throw invalidArgument("Say whom to forget: by `scope`, with or without `member`, or by `person`.");
  if (person !== undefined) {
    if (member !== undefined) throw invalidArgument("`member` goes with `scope`.");
    return { person };
  }
  return withoutUndefined({ scope: scope!, member });
}
