import { HOOKS_CALLS } from "../../../api/calls/hooks.ts";
import { tenantRoutes } from "../call-routes.ts";
import { mem0Routes } from "../mem0/routes.ts";
import type { Route } from "../route.ts";
import { changeRoutes } from "./changes.ts";
import { conversationRoutes } from "./conversation.ts";
import { eventRoutes } from "./events.ts";
import { feedbackRoutes } from "./feedback.ts";
import { forgetPersonRoutes } from "./forget-person.ts";
import { healthRoutes } from "./health.ts";
import { countRoute, historyElsewhere, itemRoutes } from "./items.ts";
import { jobRoutes } from "./jobs.ts";
import { keyRoutes, loginRoutes } from "./keys.ts";
import { markdownRoutes } from "./markdown.ts";
import { infoRoute, operatorRoutes } from "./operator.ts";
import { identityRoutes, personRoutes } from "./people.ts";
import { policyRoutes, tuningRoutes } from "./policy.ts";
import { profileRoutes } from "./profile.ts";
import { contextRoute, recallRoutes, toolRoutes } from "./recall.ts";
import { writeRoutes } from "./remember.ts";
import { reviewRoutes } from "./review.ts";
import { sampleRoutes } from "./sample.ts";
import { switchRoutes } from "./switches.ts";
import { transferRoutes } from "./transfer.ts";

/** In the order of the documentation. */
const LISTED: readonly Route[] = [
  ...healthRoutes,
  writeRoutes.remember,
  recallRoutes.recall,
  recallRoutes.delivered,
  recallRoutes.core,
  contextRoute,
  recallRoutes.contexts,
  recallRoutes.context,
  ...feedbackRoutes,
  ...personRoutes,
  recallRoutes.person,
  ...toolRoutes,
  ...eventRoutes,
  ...conversationRoutes,
  itemRoutes.list,
  countRoute,
  itemRoutes.proof,
  itemRoutes.update,
  itemRoutes.delete,
  operatorRoutes.search,
  itemRoutes.restore,
  itemRoutes.undo,
  itemRoutes.history,
  itemRoutes.decisions,
  historyElsewhere,
  itemRoutes.historyOfScope,
  itemRoutes.decisionsOfScope,
  itemRoutes.relationsOfScope,
  itemRoutes.relations,
  writeRoutes.forget,
  itemRoutes.undoOfScope,
  itemRoutes.undoBatch,
  ...profileRoutes,
  ...markdownRoutes,
  ...changeRoutes,
  ...loginRoutes,
  ...identityRoutes,
  ...forgetPersonRoutes,
  infoRoute,
  operatorRoutes.stats,
  operatorRoutes.operations,
  operatorRoutes.modelUsage,
  operatorRoutes.figures,
  recallRoutes.explain,
  writeRoutes.preview,
  operatorRoutes.history,
  operatorRoutes.activity,
  ...reviewRoutes,
  ...policyRoutes,
  ...tuningRoutes,
  ...jobRoutes,
  ...switchRoutes,
  operatorRoutes.scopeWrites,
  ...keyRoutes,
  ...Object.values(tenantRoutes(HOOKS_CALLS, ({ hooks }) => hooks)),
  ...transferRoutes,
  ...sampleRoutes,
  ...mem0Routes,
];

const isListed = ({ spec: { method, path } }: Route): boolean =>
  LISTED.some(({ spec }) => spec.method === method && spec.path === path);

/** Every route there is: what a table has and nobody has listed comes last. */
export const ROUTES: readonly Route[] = [
  ...LISTED,
  ...[writeRoutes, recallRoutes, itemRoutes, operatorRoutes]
    .flatMap((routes): Route[] => Object.values(routes))
    .filter((route) => !isListed(route)),
];
