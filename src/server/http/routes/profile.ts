import { z } from "@hono/zod-openapi";
import { PROFILE_CALLS } from "../../../api/calls/profile.ts";
import { byId, scopeBody } from "../../../api/calls/schemas/common.ts";
import { ProposalSchema } from "../../../api/calls/schemas/profile.ts";
import { scopeRoutes } from "../call-routes.ts";
import { type Route, routesAbout } from "../route.ts";

const { post } = routesAbout("Profile", "write");

const ANSWERS = [
  ["confirm", "The user agrees to a proposal, by its id, or by the field when exactly one waits.", true],
  ["reject", "The user declines it.", false],
] as const;

const answers = ANSWERS.map(([call, summary, accept]) =>
  post(`/api/ltm/profile/proposals/{id}/${call}`, {
    summary,
    params: byId,
    body: z.strictObject(scopeBody),
    twice: "harmful",
    answer: ProposalSchema,
    run: ({ authorizedScope, params, body, signal }) =>
      authorizedScope(body).profile.confirm(params.id, { accept, signal }),
  }),
);

const { get, proposals, propose, set, remove } = scopeRoutes(PROFILE_CALLS, ({ profile }) => profile);

export const profileRoutes: readonly Route[] = [get, proposals, propose, ...answers, set, remove];
