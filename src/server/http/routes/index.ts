import { HOOKS } from "../../../api/calls/hooks.ts";
import { tenantRoutes } from "../call-routes.ts";
import { mem0Routes } from "../mem0/routes.ts";
import type { Route } from "../route.ts";
import { changeRoutes } from "./changes.ts";
import { contextRoutes } from "./contexts.ts";
import { conversationRoutes } from "./conversation.ts";
import { eventRoutes } from "./events.ts";
import { feedbackRoutes } from "./feedback.ts";
import { forgetPersonRoutes } from "./forget-person.ts";
import { healthRoutes } from "./health.ts";
import { itemRoutes } from "./items.ts";
import { jobRoutes } from "./jobs.ts";
import { keyRoutes, loginRoutes } from "./keys.ts";
import { markdownRoutes } from "./markdown.ts";
import { infoRoutes } from "./operator.ts";
import { identityRoutes, personRoutes } from "./people.ts";
import { aboutRoutes } from "./person.ts";
import { policyRoutes } from "./policy.ts";
import { profileRoutes } from "./profile.ts";
import { recallRoutes, toolRoutes } from "./recall.ts";
import { relationRoutes } from "./relations.ts";
import { forgetRoutes, rememberRoutes } from "./remember.ts";
import { reviewRoutes } from "./review.ts";
import { sampleRoutes } from "./sample.ts";
import { switchRoutes } from "./switches.ts";
import { transferRoutes } from "./transfer.ts";
import { tuningRoutes } from "./tuning.ts";

/** Every route there is, in the order of the documentation. */
export const ROUTES: readonly Route[] = [
  ...healthRoutes,
  ...rememberRoutes,
  ...recallRoutes,
  ...contextRoutes,
  ...feedbackRoutes,
  ...personRoutes,
  ...aboutRoutes,
  ...toolRoutes,
  ...eventRoutes,
  ...conversationRoutes,
  ...itemRoutes,
  ...relationRoutes,
  ...forgetRoutes,
  ...profileRoutes,
  ...markdownRoutes,
  ...changeRoutes,
  ...loginRoutes,
  ...identityRoutes,
  ...forgetPersonRoutes,
  ...infoRoutes,
  ...reviewRoutes,
  ...policyRoutes,
  ...tuningRoutes,
  ...jobRoutes,
  ...switchRoutes,
  ...keyRoutes,
  ...Object.values(tenantRoutes(HOOKS, ({ hooks }) => hooks)),
  ...transferRoutes,
  ...sampleRoutes,
  ...mem0Routes,
];
