import { mem0Routes } from "../mem0/routes.ts";
import type { Route } from "../route.ts";
import { changeRoutes } from "./changes.ts";
import { commandRoutes } from "./commands.ts";
import { contextRoutes } from "./context.ts";
import { digestRoutes } from "./digest.ts";
import { eventRoutes } from "./events.ts";
import { forgetRoutes } from "./forget.ts";
import { healthRoutes } from "./health.ts";
import { itemHistoryRoutes } from "./item-history.ts";
import { itemRoutes } from "./items.ts";
import { loginRoutes } from "./login.ts";
import { markdownRoutes } from "./markdown.ts";
import { operatorRoutes } from "./operator.ts";
import { originRoutes } from "./origin.ts";
import { profileRoutes } from "./profile.ts";
import { queryRoutes } from "./query.ts";
import { recallRoutes } from "./recall.ts";
import { relationRoutes } from "./relations.ts";
import { rememberRoutes } from "./remember.ts";
import { scopeHistoryRoutes } from "./scope-history.ts";
import { sessionRoutes } from "./sessions.ts";
import { toolRoutes } from "./tools.ts";

/** Every route there is, in the order of the documentation. */
export const ROUTES: readonly Route[] = [
  ...healthRoutes,
  ...rememberRoutes,
  ...recallRoutes,
  ...contextRoutes,
  ...digestRoutes,
  ...commandRoutes,
  ...queryRoutes,
  ...toolRoutes,
  ...eventRoutes,
  ...sessionRoutes,
  ...itemRoutes,
  ...itemHistoryRoutes,
  ...relationRoutes,
  ...scopeHistoryRoutes,
  ...forgetRoutes,
  ...profileRoutes,
  ...markdownRoutes,
  ...originRoutes,
  ...changeRoutes,
  ...loginRoutes,
  ...operatorRoutes,
  ...mem0Routes,
];
