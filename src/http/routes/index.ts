import { mem0Routes } from "../mem0/routes.ts";
import type { Route } from "../route.ts";
import { eventRoutes } from "./events.ts";
import { healthRoutes } from "./health.ts";
import { itemRoutes } from "./items.ts";
import { loginRoutes } from "./login.ts";
import { operatorRoutes } from "./operator.ts";
import { recallRoutes } from "./recall.ts";
import { rememberRoutes } from "./remember.ts";

/** Every route there is, in the order of the documentation. */
export const ROUTES: readonly Route[] = [
  ...healthRoutes,
  ...rememberRoutes,
  ...recallRoutes,
  ...eventRoutes,
  ...itemRoutes,
  ...loginRoutes,
  ...operatorRoutes,
  ...mem0Routes,
];
