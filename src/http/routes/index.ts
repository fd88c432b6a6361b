import { mem0Routes } from "../mem0/routes.ts";
import type { Route } from "../route.ts";
import { changeRoutes } from "./changes.ts";
import { commandRoutes } from "./commands.ts";
import { digestRoutes } from "./digest.ts";
import { eventRoutes } from "./events.ts";
import { forgetRoutes } from "./forget.ts";
import { healthRoutes } from "./health.ts";
import { historyRoutes } from "./history.ts";
import { identityRoutes } from "./identities.ts";
import { infoRoutes } from "./info.ts";
import { insightRoutes } from "./insight.ts";
import { itemRoutes } from "./items.ts";
import { jobRoutes } from "./jobs.ts";
import { keyRoutes } from "./keys.ts";
import { loginRoutes } from "./login.ts";
import { markdownRoutes } from "./markdown.ts";
import { policyRoutes } from "./policy.ts";
import { profileRoutes } from "./profile.ts";
import { queryRoutes } from "./query.ts";
import { recallRoutes } from "./recall.ts";
import { rememberRoutes } from "./remember.ts";
import { reviewRoutes } from "./review.ts";
import { sessionRoutes } from "./sessions.ts";
import { statsRoutes } from "./stats.ts";
import { switchRoutes } from "./switches.ts";
import { toolRoutes } from "./tools.ts";
import { transferRoutes } from "./transfer.ts";
import { upkeepRoutes } from "./upkeep.ts";

/** Every route there is, in the order of the documentation. */
export const ROUTES: readonly Route[] = [
  ...healthRoutes,
  ...rememberRoutes,
  ...recallRoutes,
  ...digestRoutes,
  ...commandRoutes,
  ...queryRoutes,
  ...toolRoutes,
  ...eventRoutes,
  ...sessionRoutes,
  ...itemRoutes,
  ...historyRoutes,
  ...forgetRoutes,
  ...profileRoutes,
  ...markdownRoutes,
  ...changeRoutes,
  ...loginRoutes,
  ...identityRoutes,
  ...infoRoutes,
  ...statsRoutes,
  ...insightRoutes,
  ...reviewRoutes,
  ...policyRoutes,
  ...jobRoutes,
  ...upkeepRoutes,
  ...switchRoutes,
  ...keyRoutes,
  ...transferRoutes,
  ...mem0Routes,
];
