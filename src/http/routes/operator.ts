import type { Route } from "../route.ts";
import { identityRoutes } from "./identities.ts";
import { infoRoutes } from "./info.ts";
import { insightRoutes } from "./insight.ts";
import { jobRoutes } from "./jobs.ts";
import { keyRoutes } from "./keys.ts";
import { metricsRoutes } from "./metrics.ts";
import { policyRoutes } from "./policy.ts";
import { reviewRoutes } from "./review.ts";
import { searchRoutes } from "./search.ts";
import { statsRoutes } from "./stats.ts";
import { switchRoutes } from "./switches.ts";
import { transferRoutes } from "./transfer.ts";
import { upkeepRoutes } from "./upkeep.ts";

/** The routes for operators. */
export const operatorRoutes: readonly Route[] = [
  ...infoRoutes,
  ...searchRoutes,
  ...statsRoutes,
  ...insightRoutes,
  ...reviewRoutes,
  ...policyRoutes,
  ...jobRoutes,
  ...upkeepRoutes,
  ...identityRoutes,
  ...switchRoutes,
  ...keyRoutes,
  ...transferRoutes,
  ...metricsRoutes,
];
